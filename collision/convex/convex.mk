# coordinates are stored one by one; GCC would load two at once right behind, which waits until both stores are in the cache
convex_flags = -fno-tree-slp-vectorize
