"""Claims, the evidence for and against them, and how far it makes them believed (specification of beliefs)."""
