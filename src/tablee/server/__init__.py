"""The house: tables people sit down at, over HTTP and WebSocket, kept by a store that loses nothing it was told."""
