// Robots whose links are proved apart by the prover itself, and the reading of its bytes, to tamper with.

import { box, capsule, cylinder, mesh, Random, Robot, type Shape, sphere } from '../../src/entries/robots.js'
import { CellProof } from '../../src/robots/allow/cell-proof.js'
import { PairProblem } from '../../src/robots/allow/pair-problem.js'
import { blockMesh, roundMesh } from '../oracle/robots/motions-cases.js'
import { documentOf, randomRobot } from './allow-cases.js'
import { verifyAllowedPairs } from './documents.js'

/** The prover's bytes; throws where it finds no proof. */
export function prove(robot: Robot, a: string, b: string, clearance = 0): Uint8Array {
  const proof = new CellProof(new PairProblem(robot, a, b), { clearance, record: true })
  proof.step(20_000)
  const bytes = proof.proof()
  if (bytes === undefined) throw new Error(`${a} and ${b} are ${proof.state}`)
  return bytes
}

/** Several blocks as one mesh. */
function blocks(...list: readonly (readonly [at: readonly number[], half: readonly number[]])[]): Shape {
  const positions: number[] = []
  const triangles: number[] = []
  for (const [at, half] of list) {
    const made = blockMesh(half)
    const first = positions.length / 3
    positions.push(...made.positions.map((x, i) => x + at[i % 3]!))
    triangles.push(...made.triangles.map((v) => v + first))
  }
  return mesh({ positions, triangles })
}

export interface Changes {
  /** Half the range of the first joint; of the second. */
  readonly swing?: number
  readonly slide?: number
  /** How large the bar's mesh is. */
  readonly size?: number
  /** Where the far ball is, along x. */
  readonly far?: number
}

/**
 * A gate of two posts, one mesh, between which a bar turns about z and slides along it; on it a thumb of two parts and its tip, whose joint
 * mimics the thumb's; far off a mast, and a ball that turns about it. All of them stay apart.
 */
export function gate({ swing = 2.5, slide = 0.2, size = 1, far = 3 }: Changes = {}): Robot {
  const { positions, triangles } = roundMesh(6, 4, 0.2 * size)
  return new Robot({
    name: 'gate',
    links: [
      {
        name: 'posts',
        geometry: [
          {
            shape: blocks(
              [
                [0.5, 0, 0],
                [0.05, 0.05, 0.6],
              ],
              [
                [-0.5, 0, 0],
                [0.05, 0.05, 0.6],
              ],
            ),
          },
        ],
      },
      { name: 'carrier' },
      { name: 'bar', geometry: [{ shape: mesh({ positions, triangles }) }] },
      {
        name: 'thumb',
        geometry: [
          { shape: capsule({ radius: 0.03, from: [0, 0, 0], to: [0.05, 0, 0.1] }) },
          { shape: box({ size: [0.1, 0.04, 0.04], at: [0, 0, 0.15] }) },
        ],
      },
      { name: 'tip', geometry: [{ shape: box({ size: [0.04, 0.04, 0.1], at: [0, 0, 0.07] }) }] },
      { name: 'mast', geometry: [{ shape: cylinder({ radius: 0.1, length: 0.4 }) }] },
      { name: 'ball', geometry: [{ shape: sphere({ radius: 0.2, at: [0.7, 0, 0] }) }] },
    ],
    joints: [
      {
        name: 'lift',
        kind: 'prismatic',
        parent: 'posts',
        child: 'carrier',
        axis: [0, 0, 1],
        limits: { lower: -slide, upper: slide },
      },
      {
        name: 'swing',
        kind: 'revolute',
        parent: 'carrier',
        child: 'bar',
        axis: [0.1, 0, 1],
        limits: { lower: -swing, upper: swing },
      },
      {
        name: 'bend',
        kind: 'revolute',
        parent: 'bar',
        child: 'thumb',
        origin: { at: [0, 0, 0.26] },
        axis: [1, 0, 0],
        limits: { lower: -0.5, upper: 0.3 },
      },
      {
        name: 'curl',
        kind: 'revolute',
        parent: 'thumb',
        child: 'tip',
        origin: { at: [0, 0, 0.2] },
        axis: [1, 0, 0],
        mimic: { joint: 'bend', multiplier: 1.5, offset: 0.1 },
      },
      { name: 'far', kind: 'fixed', parent: 'posts', child: 'mast', origin: { at: [far, 0, 0] } },
      { name: 'spin', kind: 'continuous', parent: 'mast', child: 'ball', axis: [0, 1, 1] },
    ],
  })
}

export const GATE_PAIRS: readonly (readonly [string, string])[] = [
  ['posts', 'bar'],
  ['posts', 'thumb'],
  ['posts', 'ball'],
  ['bar', 'mast'],
  ['thumb', 'ball'],
  ['bar', 'tip'],
  ['tip', 'mast'],
  ['mast', 'ball'],
]

/** One step of a proof. */
export interface Op {
  readonly op: number
  /** Where its bytes begin and end. */
  readonly at: number
  readonly end: number
}

/** Steps of a proof in their order. */
export function opsOf(bytes: Uint8Array): Op[] {
  const sides = bytes[10]! + 256 * bytes[11]!
  const out: Op[] = []
  for (let at = 12 + 18 * sides; at < bytes.length; ) {
    const op = bytes[at]!
    const end = at + (op === 3 ? 7 : op === 4 ? 27 : 1)
    out.push({ op, at, end })
    at = end
  }
  return out
}

/** A copy with something changed. */
export function rewritten(bytes: Uint8Array, change: (list: number[]) => void): Uint8Array {
  const list = [...bytes]
  change(list)
  return Uint8Array.from(list)
}

/** A double written over eight bytes. */
export function setDouble(list: number[], at: number, value: number): void {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value, true)
  for (let k = 0; k < 8; k++) list[at + k] = view.getUint8(k)
}

export interface Agreement {
  /** Planes that both agree on; 0 if the prover found no proof. */
  readonly planes: number
  /** Why the verifier rejects what the prover proved. */
  readonly rejected: string | undefined
}

/** Does the verifier accept what the prover proves of a random robot, half of them with a clearance? */
export function agree(seed: number, cells: number): Agreement {
  const random = new Random(seed)
  const { robot, a, b } = randomRobot(random)
  const [first, second] = robot.link(a).index < robot.link(b).index ? [a, b] : [b, a]
  const problem = new PairProblem(robot, first, second)
  if (problem.unbounded !== undefined) return { planes: 0, rejected: undefined }
  const clearance = random.unit() < 0.5 ? 0 : random.range(0, 0.2)
  const proof = new CellProof(problem, { clearance, record: true })
  proof.step(cells)
  const bytes = proof.proof()
  if (bytes === undefined) return { planes: 0, rejected: undefined }
  const pair = { a: first, b: second, class: 'never', clearance: { least: clearance }, proof: bytes }
  const result = verifyAllowedPairs(robot, documentOf(robot, [pair]))
  if (result.valid) return { planes: result.proved[0]!.planes, rejected: undefined }
  // One link may be inside the other.
  const other = verifyAllowedPairs(robot, documentOf(robot, [{ ...pair, class: 'contained' }]))
  if (other.valid) return { planes: other.proved[0]!.planes, rejected: undefined }
  return { planes: 0, rejected: `seed ${seed}, ${proof.cells} cells: ${result.reason}` }
}
