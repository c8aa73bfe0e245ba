"""What goes over the line: commands of clients, and what the house tells."""
