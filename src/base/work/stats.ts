// What queries cost, in the same words for every structure.

/** What a query cost. Counts, not times: they are the same on every machine. */
export interface Stats {
  /** Pairs of bounding volumes tested: boxes, cages, k-DOPs, spheres. */
  readonly volumeTests: number
  /** Pairs tested of what the leaves hold: triangles, links, beads, convex shapes. */
  readonly leafTests: number
}

/** Of a structure that is kept under change. */
export interface KeptStats extends Stats {
  /** Nodes whose volumes were fitted again by the last change. */
  readonly nodesUpdated: number
}
