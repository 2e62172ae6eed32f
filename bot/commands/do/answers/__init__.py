"""Who answers a line of `/do` by what it says: of the question in which the console stands, or of what can be done."""
