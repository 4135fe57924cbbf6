// How trees of oriented boxes keep them: the boxes of a mesh, of a group of shapes, of a chain.

/** Numbers a node has: X_PB (12), its pose in its parent's box; half extents (3); size (1). */
export const BOX = 16
export const BOX_HALF = 12
/** What two nodes are compared by when one must be opened: an eighth of the box's surface. */
export const BOX_SIZE = 15
