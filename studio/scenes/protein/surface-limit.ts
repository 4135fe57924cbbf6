// How large the grid of a surface may be: known to the page, which says it, without what finds surfaces.

/** Points of the grid at most: 12 bytes each. */
export const MOST_POINTS = 6_000_000
