"""A whole house, moved from one store to another."""
