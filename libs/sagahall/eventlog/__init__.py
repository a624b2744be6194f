"""The log of all matches, in Redis.

Guaranteed: a record is either appended to its match and to the feed of its partition, or to neither; of several
writers of one version exactly one wins; the feed holds every record once, and each match's in the order of its
versions. Not guaranteed: that a caller hears of the append it made (a lost reply), that a wake-up arrives, or that a
tailer or a feed reader sees a record only once after it reconnected. The identity of a record is (match, version).

The log deals in bytes; what they mean is no business of this package.
"""
