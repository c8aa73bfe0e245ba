"""All tables, and the devices at them."""
