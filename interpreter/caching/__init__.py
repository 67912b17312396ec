"""What has been worked out before, kept between runs in the user's cache folder.

In: what an answer depends on (files by content, the engine, what was asked), and plain values. Out: the same values, or
None. Nothing here can make an answer wrong: an entry is found by everything that it depends on, one that is damaged or
of somebody else is passed over, and where nothing can be written nothing is kept. See docs/caches.md.
"""
