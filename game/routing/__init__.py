"""Track, reach and routes: the network of a board, what a company reaches, its best runs, and the checker of runs.

Words of this package:

- *node*: a stop (city, town, off-map place) that a train can come to, by number; *segment*: plain track between two stops.
- *track mask* (`used`): hexsides as bits of an int; two trains are disjoint where these have no bit in common.
- *visit mask* (`visits`): nodes as bits of an int, and above them the groups of which a route may use one.
- *key*: what a route or a set of routes is worth as one int: dollars, then the title's tie-break, then less track.
- *arm*: a route grows from a station, its root, in two directions: first one arm, then the other; *tip*: where an arm ends.
- *bound*: a key that nothing that has not been looked at exceeds; *floor*: a key that must be exceeded to be of use.
- *cap*: the length of a train, in what its stops cost; *state*: one partial route looked at, the unit of `Effort`.
"""
