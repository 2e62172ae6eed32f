"""Who answers a line of `/do`, each where its docstring says: an answer, or None."""
