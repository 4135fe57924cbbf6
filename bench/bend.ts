// Whole steps of things that bend, beside the discrete query on the same frames: ropes, chains, meshes, and the primitives that all rest on.
// Counts are exact; times are ratios of one run. One core.
import type { Bench } from './bench.js'
import { chainMoveTable, measureChainMoves } from './bend/chains.js'
import { measureMeshSteps, meshStepTable } from './bend/meshes.js'
import { measurePrimitives, primitiveTable } from './bend/primitives.js'
import { measureRopeSteps, ropeStepTable } from './bend/ropes.js'

const JOINTS = [
  { joints: 1, angle: 0.1 },
  { joints: 1, angle: 1 },
  { joints: 10, angle: 0.1 },
]

export const bend: Bench = {
  name: 'bend',
  /** `--part=ropes`, `chains`, `meshes` or `primitives`: a part of it, of which nothing is kept. */
  async run(quick, progress, { part } = {}) {
    const wants = (name: string): boolean => part === undefined || part === name
    const within = (from: number, to: number) => (share: number, label: string) =>
      progress(from + (to - from) * share, label)
    const primitives = wants('primitives') ? measurePrimitives(quick ? 40 : 1000, within(0, 0.1)) : []
    const chains = wants('chains')
      ? measureChainMoves(
          { sizes: quick ? [1000] : [1000, 10_000, 100_000, 1_000_000], cases: JOINTS, moves: quick ? 100 : 400 },
          within(0.1, 0.3),
        )
      : []
    const ropes = wants('ropes')
      ? measureRopeSteps(
          {
            sizes: quick ? [1000] : [1000, 10_000, 100_000],
            methods: ['auto'],
            motions: ['gentle', 'middle', 'turn', 'bend'],
            rounds: quick ? 2 : 5,
          },
          within(0.3, 0.8),
        )
      : []
    const meshes = wants('meshes')
      ? measureMeshSteps({ triangles: quick ? 5000 : 20_000, rounds: quick ? 1 : 5 }, within(0.8, 1))
      : []
    const tables = [
      primitives.length > 0 ? primitiveTable(primitives) : '',
      chains.length > 0 ? chainMoveTable(chains) : '',
      ropes.length > 0 ? ropeStepTable(ropes) : '',
      meshes.length > 0 ? meshStepTable(meshes) : '',
    ]
    return {
      rows: [...primitives, ...chains, ...ropes, ...meshes],
      keep: part === undefined,
      text: tables.filter((text) => text !== '').join('\n\n'),
    }
  },
}
