// Pairs of the PR2's arms that touch in every sample, at a millimetre or two, were given up after one or two cells as `touches`: at the
// centre of the box no ball fits into what their thin walls share. Their triangles go through each other there, and prove it. The
// same for a pin that is a tube of thin walls in a hole of thin walls.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRobot } from '../../node/index.js'
import { classifyPair, mesh, Robot, type Shape } from '../../src/entries/robots.js'
import { AllowOracle } from '../oracle/robots/allow.js'

/** The side of a cylinder about z, without ends: a surface. */
function tube(radius: number, bottom: number, top: number, corners = 16): Shape {
  const rings = [bottom, top].flatMap((z) =>
    Array.from({ length: corners }, (_, k) => {
      const angle = (2 * Math.PI * k) / corners
      return [radius * Math.cos(angle), radius * Math.sin(angle), z]
    }),
  )
  const triangles = Array.from({ length: corners }, (_, k) => {
    const next = (k + 1) % corners
    return [k, next, corners + k, next, corners + next, corners + k]
  })
  return mesh({ positions: rings.flat(), triangles: triangles.flat(), open: 'surface' })
}

test('[allow-never] a tube through a plate turns in it: always, by cells of triangles', () => {
  const plate = mesh({
    positions: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
    triangles: [0, 1, 2, 0, 2, 3],
    open: 'surface',
  })
  const robot = new Robot({
    name: 'pin',
    links: [
      { name: 'plate', geometry: [{ shape: plate }] },
      { name: 'pin', geometry: [{ shape: tube(0.05, -0.1, 0.1) }] },
    ],
    joints: [
      {
        name: 'turn',
        kind: 'revolute',
        parent: 'plate',
        child: 'pin',
        axis: [0.1, 0, 1],
        limits: { lower: -2, upper: 2 },
      },
    ],
  })
  const found = classifyPair(robot, 'plate', 'pin', { samples: 60, descents: 2 })
  expect(found.class).toBe('always')
  expect(found.cells).toBeGreaterThan(1)
  const oracle = new AllowOracle(robot, 'plate', 'pin')
  for (let q = -2; q <= 2; q += 1 / 16) expect(oracle.at([q]).touching).toBe(true)
})

const folder = process.env.LIMBER_DATA

describe.skipIf(folder === undefined)('PR2 (LIMBER_DATA)', () => {
  test.each(['r', 'l'])('%s_upper_arm_link and its elbow', async (side) => {
    const path = 'robots/Gepetto+example-robot-data/robots/pr2_description/urdf/pr2.urdf'
    const robot = await readRobot(join(folder!, path))
    const found = classifyPair(robot, `${side}_upper_arm_link`, `${side}_elbow_flex_link`)
    expect(found.class).toBe('always')
    const oracle = new AllowOracle(robot, found.a, found.b)
    const at = robot.variables.indexOf(found.joints[0]!)
    for (let k = 0; k <= 20; k++) {
      const q = robot.neutral()
      q[at] = robot.lower[at]! + (k / 20) * (robot.upper[at]! - robot.lower[at]!)
      expect(oracle.at(q).touching).toBe(true)
    }
  })
})
