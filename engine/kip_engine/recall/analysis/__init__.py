"""What a question asks: its intent, the names in it, its stretch of time, and how sure an answer must be."""
