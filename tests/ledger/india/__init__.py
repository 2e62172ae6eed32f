"""18 India for the ledger: a title of its own kind, so that each subject has a module of its own here."""
