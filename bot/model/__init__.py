"""Plain values and policies without any input or output: rows, orders, quiet hours, who must agree to an undo."""
