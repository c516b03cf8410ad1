"""Claims, the evidence for and against them, and how far they are believed (specification of beliefs)."""
