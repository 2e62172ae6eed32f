"""What is stored, by subject: one module of statements for each."""
