// The numbers of a ChainTree, all of them, in flat arrays allocated in one place.
//
// Levels. The links are cut into leaves of `linksPerLeaf` consecutive links. Level 0 holds the leaves; a node of level
// l + 1 holds nodes 2k and 2k + 1 of level l (the last node of an odd level is an only child). Nodes are numbered level
// by level, siblings side by side, the root last. There are ⌈log2(leaves)⌉ levels above the leaves, for any N.
//
// Frames. Link i has a frame F_i; joint i is X_{F_i,F_i+1}. Every node n has a box, and the box has a frame B_n (origin
// at its centre, axes its own). A node keeps
//   box   X_{P,B_n}: its box in its parent's box, so that a descent costs one product; half extents; surface area
//   ends  X_{B_n,In} and X_{B_n,Out}: the frame of its first link, and of the first link after it, seen from its box.
// The ends are the paper's shortcut transformations cut in two at the box: J_{i,i+2^l} = In⁻¹·Out. Two neighbours are
// joined by one product, X_{B_L,B_R} = Out_L·In_R⁻¹, where a box kept in its first link's frame would need two more.

import { POSE } from '../../base/math/pose.js'
import type { TreeShape } from '../../base/work/tree-shape.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { BOX } from '../../volumes/node-box.js'
import { allocateChainBuffer, type ChainWasm } from './chain-wasm.js'

/** What bounds the links below a node: oriented boxes, or rectangle-swept spheres (chain-rss.ts). */
export type ChainVolume = 'obb' | 'rss'

/** Numbers a node has in `ends`: In (12), Out (12). */
export const ENDS = 24
export const OUT = 12

/** Items of the tree are links; its leaves come first, its root last. */
export interface ChainArrays extends TreeShape {
  readonly volume: ChainVolume
  readonly links: number
  readonly linksPerLeaf: number
  readonly leaves: number
  readonly root: number
  /** First node of each level; one entry more than there are levels. */
  readonly levelStart: Int32Array
  /**
   * BOX numbers a node. Of a swept rectangle, which lies in the plane z = 0 of its frame: half lengths (2) and radius (1) for half
   * extents, and the size of the box around it.
   */
  readonly box: Float64Array
  readonly ends: Float64Array
  /** Upper bound of the rounding error of positions within a node; docs/spec.md, "Rounding". */
  readonly slack: Float64Array
  /** 1 where the rotation of X_PB is exactly the identity (the parent took this child's axes). */
  readonly aligned: Uint8Array
  readonly parent: Int32Array
  /** 1 for the last node above an odd level; 0 for a leaf. */
  readonly children: Uint8Array
  /** X_{F_i,F_i+1}, twelve numbers a link; the last one is the identity and unused. */
  readonly joints: Float64Array
  /** Bounding ball of every link (for a sphere: the sphere) in its leaf's box frame. */
  readonly balls: Float64Array
  /** Bounding ball of every link in the link's own frame. */
  readonly localBalls: Float64Array
  /** X_{B_leaf,F_i}, twelve numbers a link; empty while every link is a sphere. */
  frames: Float64Array
  /** The WebAssembly twin that works on these arrays, if there is one. */
  readonly wasm: ChainWasm | undefined
}

/** Lays out the arrays of a chain. `plain`: every link is a sphere, so no link frames are kept. */
export function allocateChain(links: number, linksPerLeaf: number, plain: boolean, volume: ChainVolume): ChainArrays {
  const leaves = Math.ceil(links / linksPerLeaf)
  const starts = [0]
  for (let count = leaves; ; count = (count + 1) >> 1) {
    starts.push(starts[starts.length - 1]! + count)
    if (count === 1) break
  }
  const levelStart = Int32Array.from(starts)
  const nodes = levelStart[levelStart.length - 1]!
  const doubles = [nodes * BOX, nodes * ENDS, nodes, links * POSE, links * BALL, links * BALL, plain ? 0 : links * POSE]
  const total = doubles.reduce((sum, n) => sum + n, 0)
  const size = { links, leaves, nodes, linksPerLeaf, levels: levelStart.length - 1 }
  const { buffer, wasm } = allocateChainBuffer(total * 8 + nodes * 18, size, volume === 'obb')
  let at = 0
  const take = (count: number): Float64Array => {
    const view = new Float64Array(buffer, at, count)
    at += count * 8
    return view
  }
  const takeInts = (): Int32Array => {
    const view = new Int32Array(buffer, at, nodes)
    at += nodes * 4
    return view
  }
  const [box, ends, slack, joints, balls, localBalls, frames] = doubles.map(take) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const parent = takeInts()
  const child = takeInts()
  const first = takeInts()
  const end = takeInts()
  const aligned = new Uint8Array(buffer, at, nodes)
  const children = new Uint8Array(buffer, at + nodes, nodes)
  const root = nodes - 1
  const views = [box, ends, slack, joints, balls, localBalls, parent, child, first, end, aligned, children] as const
  wasm?.bind(views.map((view) => view.byteOffset))

  for (let level = 0; level + 1 < levelStart.length; level++) {
    const start = levelStart[level]!
    const above = levelStart[level + 1]!
    for (let k = 0; start + k < above; k++) {
      const n = start + k
      parent[n] = n === root ? -1 : above + (k >> 1)
      if (level === 0) {
        child[n] = -1
        first[n] = k * linksPerLeaf
        end[n] = Math.min(links, (k + 1) * linksPerLeaf)
      } else {
        const c = levelStart[level - 1]! + 2 * k
        const both = c + 1 < start
        child[n] = c
        children[n] = both ? 2 : 1
        first[n] = first[c]!
        end[n] = end[both ? c + 1 : c]!
      }
    }
  }
  return {
    volume,
    links,
    linksPerLeaf,
    leaves,
    nodes,
    root,
    levelStart,
    box,
    ends,
    slack,
    aligned,
    parent,
    child,
    children,
    first,
    end,
    joints,
    balls,
    localBalls,
    frames,
    wasm,
  }
}
