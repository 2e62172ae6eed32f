"""Questions to others at a table: undo or redo, the end, a handover."""
