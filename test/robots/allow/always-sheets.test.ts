// Surfaces without an inside that go through each other: `always` by triangles that hold each other, against brute force.
import { expect, test } from 'vitest'
import { classifyPair, type GeometryInput, mesh, Random, Robot } from '../../../src/entries/robots.js'
import { AllowOracle, randomConfiguration } from '../../oracle/robots/allow.js'
import { joined } from '../../oracle/robots/allow-cases.js'

const sheet = (positions: readonly number[], triangles: readonly number[]): GeometryInput => ({
  shape: mesh({ positions, triangles, open: 'surface' }),
})

/** In the plane z = 0, and upright in the plane y = 0, from z = −0.5 to 0.5. */
const GROUND = sheet([-1, -1, 0, 1, -1, 0, 0, 1, 0], [0, 1, 2])
const UPRIGHT = sheet([-0.2, 0, -0.5, 0.2, 0, -0.5, 0, 0, 0.5], [0, 1, 2])

test('[allow-never] a sheet that slides out is not always there, though no sample shows it', () => {
  for (const [upper, expected] of [
    [0.45, 'always'],
    [0.499, 'always'],
    [0.5 + 1e-9, 'touches'],
    [0.5 + 1e-5, 'sometimes'],
    [0.6, 'sometimes'],
  ] as const) {
    const robot = joined('prismatic', [GROUND], [UPRIGHT], { limits: { lower: -0.2, upper } })
    expect(classifyPair(robot, 'base', 'part', { samples: 30, descents: 2 }).class, `${upper}`).toBe(expected)
  }
})

/** Some triangles about the origin, none of them joined to another. */
function scraps(random: Random): GeometryInput {
  const count = 1 + random.integer(4)
  const positions = Array.from({ length: 9 * count }, () => random.range(-1, 1))
  return sheet(
    positions,
    Array.from({ length: 3 * count }, (_, k) => k),
  )
}

function robotOf(random: Random): Robot {
  const joint = (name: string, parent: string, child: string) => {
    const turns = random.integer(3) > 0
    const half = turns ? random.range(0.02, 1) : random.range(0.01, 0.3)
    return {
      ...{ name, parent, child, kind: turns ? ('revolute' as const) : ('prismatic' as const) },
      origin: { at: [0, 1, 2].map(() => random.range(-0.3, 0.3)) },
      axis: [0, 1, 2].map(() => random.range(-1, 1)) as [number, number, number],
      limits: { lower: -half, upper: half },
    }
  }
  const two = random.integer(2) === 1
  return new Robot({
    name: 'scraps',
    links: [
      { name: 'base', geometry: [scraps(random)] },
      ...(two ? [{ name: 'between' }] : []),
      { name: 'part', geometry: [scraps(random)] },
    ],
    joints: two ? [joint('one', 'base', 'between'), joint('two', 'between', 'part')] : [joint('one', 'base', 'part')],
  })
}

test('[allow-never] what is proved to hold does so wherever one looks', () => {
  const random = new Random(17)
  const seen: Record<string, number> = {}
  for (let k = 0; k < 300; k++) {
    const robot = robotOf(random)
    const { class: found, cells } = classifyPair(robot, 'base', 'part', { samples: 60, descents: 2, maxCells: 200 })
    seen[found] = (seen[found] ?? 0) + 1
    if (found !== 'always') continue
    expect(cells).toBeGreaterThan(0)
    const oracle = new AllowOracle(robot, 'base', 'part')
    const corners = Array.from({ length: 2 ** robot.dof }, (_, c) =>
      robot.lower.map((low, v) => ((c >> v) & 1 ? robot.upper[v]! : low)),
    )
    const others = Array.from({ length: 60 }, () => randomConfiguration(robot, random))
    for (const q of [...corners, ...others]) expect(oracle.at(q).touching, `${k}: ${Array.from(q)}`).toBe(true)
  }
  // Both kinds are among them.
  expect(seen.always).toBeGreaterThan(30)
  expect(seen.sometimes).toBeGreaterThan(30)
})
