// Whole steps of things that bend, beside the discrete query on the same frames: ropes, chains, meshes, the primitives that all rest on,
// and certificates. Counts are exact; times are ratios of one run. One core.
import type { Bench, Progress } from './bench.js'
import { measureStepCertificates, stepCertificateTable } from './bend/certificates.js'
import { chainMoveTable, measureChainMoves } from './bend/chains.js'
import { measureMeshSteps, meshStepTable } from './bend/meshes.js'
import { measurePrimitives, primitiveTable } from './bend/primitives.js'
import { measureRopeSteps, ropeStepTable } from './bend/ropes.js'

const JOINTS = [
  { joints: 1, angle: 0.1 },
  { joints: 1, angle: 1 },
  { joints: 10, angle: 0.1 },
]

interface Part {
  readonly name: string
  run(quick: boolean, progress: Progress): { readonly rows: readonly object[]; readonly table: string }
}

const PARTS: readonly Part[] = [
  {
    name: 'primitives',
    run(quick, progress) {
      const rows = measurePrimitives(quick ? 40 : 1000, progress)
      return { rows, table: primitiveTable(rows) }
    },
  },
  {
    name: 'chains',
    run(quick, progress) {
      const sizes = quick ? [1000] : [1000, 10_000, 100_000, 1_000_000]
      const rows = measureChainMoves({ sizes, cases: JOINTS, moves: quick ? 100 : 400 }, progress)
      return { rows, table: chainMoveTable(rows) }
    },
  },
  {
    name: 'ropes',
    run(quick, progress) {
      const sizes = quick ? [1000] : [1000, 10_000, 100_000]
      const motions = ['gentle', 'middle', 'turn', 'bend'] as const
      const rows = measureRopeSteps({ sizes, methods: ['auto'], motions, rounds: quick ? 2 : 5 }, progress)
      return { rows, table: ropeStepTable(rows) }
    },
  },
  {
    name: 'meshes',
    run(quick, progress) {
      const rows = measureMeshSteps({ triangles: quick ? 5000 : 20_000, rounds: quick ? 1 : 5 }, progress)
      return { rows, table: meshStepTable(rows) }
    },
  },
  {
    name: 'certificates',
    run(quick, progress) {
      const sizes = { beads: quick ? [1000] : [1000, 10_000, 100_000], triangles: quick ? [1000] : [20_000] }
      const rows = measureStepCertificates(sizes, progress)
      return { rows, table: stepCertificateTable(rows) }
    },
  },
]

export const bend: Bench = {
  name: 'bend',
  /** `--part=ropes` or another name of PARTS: a part of it, of which nothing is kept. */
  async run(quick, progress, { part } = {}) {
    const parts = PARTS.filter(({ name }) => part === undefined || part === name)
    const done = parts.map((one, k) =>
      one.run(quick, (share, label) => progress((k + share) / parts.length, `${one.name}: ${label}`)),
    )
    return {
      rows: done.flatMap(({ rows }, k) => rows.map((row) => ({ part: parts[k]!.name, ...row }))),
      keep: part === undefined,
      text: done.map(({ table }) => table).join('\n\n'),
    }
  },
}
