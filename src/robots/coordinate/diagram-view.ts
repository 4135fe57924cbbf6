// A coordination diagram for callers: which stretches of two paths exclude each other, to be drawn or asked.
import type { WorldModel } from '../world/world.js'
import { type Component, diagramComponents } from './components.js'
import type { Diagram, DiagramStats } from './diagram.js'

/** Two robots: where can both be at once? */
export interface DiagramView {
  readonly a: string
  readonly b: string
  /** Seconds at which the marks of A and B lie along their paths: one more than atoms. */
  readonly marksA: Float64Array
  readonly marksB: Float64Array
  /** Atoms of A times atoms of B, B's running fastest: 0 proved free, 1 not proved, 2 hulls overlap throughout. */
  readonly states: Uint8Array
  /** Regions that are not proved free, each as atoms of A and B, two numbers a cell. */
  readonly regions: readonly Int32Array[]
  /** Objects that were not proved apart where A is in this atom and B in that one; undefined where all are. */
  pairAt(atomA: number, atomB: number): readonly [string, string] | undefined
  readonly stats: DiagramStats
}

export function diagramView(
  { index }: WorldModel,
  diagram: Diagram,
  components: readonly Component[] = diagramComponents(diagram),
): DiagramView {
  const { a, b, states, stats } = diagram
  const nameOf = (leaf: number): string => index.objects[index.objectOf[leaf]!]!.name
  return {
    a: a.name,
    b: b.name,
    marksA: marksOf(a.durations),
    marksB: marksOf(b.durations),
    states,
    regions: components.map(({ cells }) => cells),
    pairAt: (atomA, atomB) => {
      const pair = diagram.pairAt(atomA, atomB)
      return pair === undefined ? undefined : [nameOf(pair[0]), nameOf(pair[1])]
    },
    stats,
  }
}

function marksOf(durations: Float64Array): Float64Array {
  const out = new Float64Array(durations.length + 1)
  for (let m = 0; m < durations.length; m++) out[m + 1] = out[m]! + durations[m]!
  return out
}
