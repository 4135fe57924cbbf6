// Whole steps of things that bend, beside the discrete query on the same frames: ropes, chains, snakes, meshes, the primitives that all rest
// on, and certificates. Counts are exact; times are ratios of one run. One core. Ends with what was asked for and what came out.
import { type ChainMoveRow, looseChain, measureChainMoves } from '../lab/bend/chain-moves.js'
import { type MeshStepCase, measureMeshStep } from '../lab/bend/mesh-steps.js'
import { chainMoveTable, meshStepTable, ropeStepTable } from '../lab/bend/print.js'
import type { Bench, Progress } from './bench.js'
import { measureStepCertificates, stepCertificateTable } from './bend/certificates.js'
import { measurePrimitives, primitiveTable } from './bend/primitives.js'
import { measureRopeSteps } from './bend/ropes.js'
import { measureSnake, snakeTable } from './bend/snake.js'
import { chainVerdicts, meshVerdicts, primitiveVerdicts, ropeVerdicts, snakeVerdicts } from './bend/verdicts.js'

const JOINTS = [
  { joints: 1, angle: 0.1 },
  { joints: 1, angle: 1 },
  { joints: 10, angle: 0.1 },
]

const SNAKE = [
  { joints: 1, angle: 0.1 },
  { joints: 10, angle: 0.03 },
  { joints: 100, angle: 0.01 },
  { joints: 1000, angle: 0.003 },
]

const CLOTH: readonly MeshStepCase[] = [
  { scene: 'wave', angle: 0.4, slabs: 'auto' },
  { scene: 'fold', angle: 0.4, slabs: 'auto' },
  { scene: 'gentle', angle: 0.4, slabs: 'auto' },
  { scene: 'roll', angle: 0.4, slabs: 'auto' },
  { scene: 'roll', angle: 1, slabs: 'auto' },
  { scene: 'roll', angle: 2.5, slabs: 'auto' },
  { scene: 'roll', angle: 2.5, slabs: 4 },
  { scene: 'roll', angle: 2.5, slabs: 1 },
]

interface PartResult {
  readonly rows: readonly object[]
  readonly table: string
  readonly verdicts: readonly string[]
}

interface Part {
  readonly name: string
  run(quick: boolean, progress: Progress): PartResult
}

const PARTS: readonly Part[] = [
  {
    name: 'primitives',
    run(quick, progress) {
      const rows = measurePrimitives(quick ? 40 : 1000, progress)
      return { rows, table: primitiveTable(rows), verdicts: primitiveVerdicts(rows) }
    },
  },
  {
    name: 'chains',
    run(quick, progress) {
      const sizes = quick ? [1000] : [1000, 10_000, 100_000, 1_000_000]
      const rows = sizes.flatMap((links, k): ChainMoveRow[] => {
        progress(k / sizes.length, `${links} links`)
        const chain = looseChain(links)
        return JOINTS.map((one) => measureChainMoves(chain, one, quick ? 100 : 400))
      })
      return { rows, table: chainMoveTable(rows), verdicts: chainVerdicts(rows) }
    },
  },
  {
    name: 'snake',
    run(quick, progress) {
      const rows = measureSnake({ links: 1000, cases: SNAKE, rounds: quick ? 1 : 9 }, progress)
      return { rows, table: snakeTable(rows), verdicts: snakeVerdicts(rows) }
    },
  },
  {
    name: 'ropes',
    run(quick, progress) {
      const sizes = quick ? [1000] : [1000, 10_000, 100_000]
      const rows = measureRopeSteps(
        { sizes, motions: ['gentle', 'middle', 'turn 1', 'bend 1'], rounds: quick ? 2 : 5 },
        progress,
      )
      return { rows, table: ropeStepTable(rows), verdicts: ropeVerdicts(rows) }
    },
  },
  {
    name: 'meshes',
    run(quick, progress) {
      const rows = CLOTH.map((one, k) => {
        progress(k / CLOTH.length, `${one.scene} ${one.angle}`)
        // Slabs that nobody would choose are there for their counts.
        return measureMeshStep(one, quick ? 5000 : 20_000, quick || one.slabs !== 'auto' ? 1 : 5)
      })
      return { rows, table: meshStepTable(rows), verdicts: meshVerdicts(rows) }
    },
  },
  {
    name: 'certificates',
    run(quick, progress) {
      const sizes = { beads: quick ? [1000] : [1000, 10_000, 100_000], triangles: quick ? [1000] : [20_000] }
      const rows = measureStepCertificates(sizes, progress)
      return { rows, table: stepCertificateTable(rows), verdicts: [] }
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
      text: [...done.map(({ table }) => table), done.flatMap(({ verdicts }) => verdicts).join('\n')]
        .join('\n\n')
        .trimEnd(),
    }
  },
}
