// A cloth that deforms, in the worker: is its straight step free, what proved it, and what had to be decided one by one?
import { clothStep } from '../../../scenes/index.js'
import { type DeformResult, type DeformStats, MeshTree } from '../../../src/entries/meshes.js'
import type { ClothName } from './state.js'

export interface ClothQuestion {
  readonly cloth: ClothName
  readonly triangles: number
  readonly bend: number
}

export interface ClothAnswer {
  readonly outcome: DeformResult['outcome']
  /** When the first two triangles touch, from 0 to 1, and which. */
  readonly at: number | undefined
  readonly first: readonly [number, number] | undefined
  /** Pairs that touch, and triangles that collapse. */
  readonly pairs: number
  readonly collapsed: number
  /** Pairs that were decided one by one. */
  readonly single: number
  readonly stats: DeformStats
  /** Vertices at both ends of the step, and corners. */
  readonly from: Float32Array
  readonly to: Float32Array
  readonly corners: Uint32Array
  /** Triangles of which a pair was decided by itself. */
  readonly opened: Uint32Array
  /** Triangles that touch another, the earliest first, and when. */
  readonly touching: Uint32Array
  readonly times: Float64Array
}

export function askCloth({ cloth, triangles, bend }: ClothQuestion): ClothAnswer {
  const made = clothStep(cloth, triangles, { angle: bend })
  // As they are drawn, and the same in every browser.
  const from = Float32Array.from(made.positions)
  const to = Float32Array.from(made.next)
  const tree = new MeshTree({ positions: Float64Array.from(from), triangles: made.triangles }, { open: 'surface' })
  const decided: number[] = []
  const { outcome, at, pairs, collapsed, stats } = tree.checkDeform(to, { decided })
  const times = new Map<number, number>()
  // Pairs come by time: the first is the earliest.
  for (const { a, b, lower } of pairs) for (const t of [a, b]) if (!times.has(t)) times.set(t, lower)
  const [first] = pairs
  return {
    outcome,
    at,
    first: first === undefined ? undefined : [first.a, first.b],
    pairs: pairs.length,
    collapsed: collapsed.length,
    single: decided.length / 2,
    stats,
    from,
    to,
    corners: Uint32Array.from(made.triangles),
    opened: Uint32Array.from(new Set(decided)),
    touching: Uint32Array.from(times.keys()),
    times: Float64Array.from(times.values()),
  }
}
