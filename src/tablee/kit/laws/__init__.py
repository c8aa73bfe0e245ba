"""The twelve laws of ARCHITECTURE §3, one noun to a file."""
