"""Best routes: the board as a graph, the search, bounds, and the judge of typed runs."""
