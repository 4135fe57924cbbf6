// Brings a ChainTree up to date after changes: each changed leaf once, then every node above them once, level by level,
// so that k changes cost O(k·log N) and never more than O(N) (chaintree-2002, section 3.1).
import type { ChainArrays } from './chain-arrays.js'
import { type LinkBounds, refitLeaf } from './chain-leaf.js'
import { type FitRules, refitNode } from './chain-refit.js'
import type { ChainWasm } from './chain-wasm.js'

/** Refits everything. Returns the number of nodes. */
export function refitAll(c: ChainArrays, rules: FitRules, bounds: LinkBounds | undefined): number {
  const wasm = twin(c, rules)
  const inTwin = wasm !== undefined && allSpheres(c, bounds)
  if (!inTwin) for (let n = 0; n < c.leaves; n++) refitLeaf(c, n, bounds)
  if (wasm !== undefined) wasm.refitAll(rules.boxes === 'snug', inTwin)
  else for (let n = c.leaves; n < c.nodes; n++) refitNode(c, n, rules, bounds)
  return c.nodes
}

/** The WebAssembly twin, if the chain has one and it knows these rules. */
function twin(c: ChainArrays, rules: FitRules): ChainWasm | undefined {
  return rules.merge === 'better-child' && rules.boxes !== 'tight' ? c.wasm : undefined
}

/** The same for a chain of spheres: it refits leaves and nodes alike. */
export function wholeTwin(c: ChainArrays, rules: FitRules, bounds: LinkBounds | undefined): ChainWasm | undefined {
  return allSpheres(c, bounds) ? twin(c, rules) : undefined
}

/** Leaves of other shapes are refitted here: their extents are the shapes' own. */
function allSpheres(c: ChainArrays, bounds: LinkBounds | undefined): boolean {
  return bounds === undefined && c.frames.length === 0
}

/**
 * Refits the leaves in nodes[0..count-1] (ascending, no repeats) and all that holds them. `nodes` is used up. Returns
 * the number of nodes refitted.
 */
export function refitAbove(
  c: ChainArrays,
  nodes: Int32Array,
  count: number,
  rules: FitRules,
  bounds: LinkBounds | undefined,
): number {
  const wasm = twin(c, rules)
  const inTwin = wasm !== undefined && allSpheres(c, bounds)
  if (!inTwin) for (let k = 0; k < count; k++) refitLeaf(c, nodes[k]!, bounds)
  if (wasm !== undefined) return wasm.refitAbove(nodes, count, rules.boxes === 'snug', inTwin)
  let updated = 0
  while (count > 0) {
    updated += count
    let above = 0
    for (let k = 0; k < count; k++) {
      const parent = c.parent[nodes[k]!]!
      if (parent >= 0 && (above === 0 || nodes[above - 1] !== parent)) {
        refitNode(c, parent, rules, bounds)
        nodes[above++] = parent
      }
    }
    count = above
  }
  return updated
}
