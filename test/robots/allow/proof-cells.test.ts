// The cells of a proof, as they are drawn: they cover the box of joint values, and none reaches out of it.
import { expect, test } from 'vitest'
import { hand, meshArm } from '../../../scenes/robots.js'
import { InvalidInputError, type PairResult, proofCells, Random, type Robot } from '../../../src/entries/robots.js'
import { CellProof } from '../../../src/robots/allow/cell-proof.js'
import { PairProblem } from '../../../src/robots/allow/pair-problem.js'

type Proved = Required<Pick<PairResult, 'a' | 'b' | 'joints' | 'proof'>>

/** Pairs that are soon proved never to touch. */
function proved(robot: Robot, most: number): Proved[] {
  const names = robot.links.filter(({ geometry }) => geometry.length > 0).map(({ name }) => name)
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const))
  const out: Proved[] = []
  for (const [a, b] of pairs) {
    if (out.length === most) break
    const problem = new PairProblem(robot, a, b)
    const proof = new CellProof(problem, { record: true })
    proof.step(200)
    const bytes = proof.proof()
    if (bytes !== undefined) out.push({ a, b, joints: problem.joints, proof: bytes })
  }
  return out
}

for (const [name, robot] of [
  ['an arm of meshes', meshArm()],
  ['a hand', hand()],
] as const) {
  test(`${name}: every point of the box is in a cell`, () => {
    const results = proved(robot, 12)
    expect(results.length).toBeGreaterThan(5)
    const random = new Random(1)
    for (const result of results) {
      const { variables, lower, upper, cells } = proofCells(robot, result)
      expect(new Set(variables)).toEqual(new Set(result.joints))
      variables.forEach((variable, v) => {
        const at = robot.variables.indexOf(variable)
        expect(lower[v]).toBeLessThanOrEqual(robot.lower[at]!)
        expect(upper[v]).toBeGreaterThanOrEqual(robot.upper[at]!)
      })
      const stride = 2 * variables.length
      for (const x of cells) expect(x >= 0 && x <= 1).toBe(true)
      for (let k = 0; k < 200; k++) {
        const point = variables.map(() => random.unit())
        let inside = 0
        for (let o = 0; o < cells.length || stride === 0; o += stride) {
          if (point.every((x, v) => cells[o + 2 * v]! <= x && x <= cells[o + 2 * v + 1]!)) inside++
          if (stride === 0) break
        }
        expect(inside, JSON.stringify({ a: result.a, b: result.b, point })).toBeGreaterThan(0)
      }
    }
  })
}

test('bytes that are not a proof of these two links are refused', () => {
  const robot = meshArm()
  const [one] = proved(robot, 1)
  const { a, b, proof } = one!
  expect(() => proofCells(robot, { a, b, proof: proof.slice(0, -1) })).toThrow(InvalidInputError)
  expect(() => proofCells(robot, { a, b, proof: Uint8Array.of(...proof, 1) })).toThrow(InvalidInputError)
  expect(() => proofCells(robot, { a, b })).toThrow(/bytes of a proof/)
})
