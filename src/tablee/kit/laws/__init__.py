"""The twelve laws (docs/architecture.md), one noun to a file."""
