"""KIP over HTTP: `POST /kip`, plain or as JSON-RPC 2.0."""
