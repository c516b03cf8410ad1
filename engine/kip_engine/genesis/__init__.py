"""Genesis: the capsule that turns an empty space into a memory.

`genesis.kip` is data.  It holds the meta-types, the domains, the memory profile (types and predicates) and
the actors `$self` and `$system`; it is written once, when a space is created.
"""
