"""Pictures as files to send: how they are drawn and kept, those of a table, and which of them a post shows."""
