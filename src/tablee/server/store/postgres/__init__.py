"""The store that many houses share: one PostgreSQL."""
