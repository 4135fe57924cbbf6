// Sizes that the page needs as well as the engine: apart, so that the page does not load the engine for them.

/** Ångström, about: beads 4 apart and 3.2 thick, as along a protein's backbone. */
export const SPACING = 4
export const RADIUS = 1.6
