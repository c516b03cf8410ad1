"""The demo: a small memory (`memory.kip`) and questions to ask it (`questions.toml`)."""
