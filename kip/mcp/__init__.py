"""KIP's two tools for agents, over the Model Context Protocol."""
