"""What of typed words fits nothing that is possible, and what they may have been meant for."""
