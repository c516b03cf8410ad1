"""What the doors for agents, MCP and HTTP, have in common."""
