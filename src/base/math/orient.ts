// The signs of determinants, exact, by robust-predicates. Bundlers keep that package wherever a file that imports it is used, since it
// does not say that it has no side effects: so a file of its own imports it, in the built package too (scripts/build-bundles.mjs).
import * as predicates from 'robust-predicates'

export const orient2d = predicates.orient2d
export const orient3d = predicates.orient3d
