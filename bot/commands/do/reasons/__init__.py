"""Why a line cannot be carried out: the rule against it, whose the thing is, when it can be done, which word fits nothing."""
