"""Reading what has been played: the archive of all records, and the read models that are made from it.

Guaranteed: what is archived, what the projections say of it and how far the feed has been read change together or not
at all; no version of a match is passed over in silence. Not guaranteed: that a record is archived by the time that its
move is acknowledged; whoever needs that asks with ``min_version``.
"""
