// What becomes of pairs that touch wherever one looks, for pairs of which it is known; and every proof against brute force.
import { expect, test } from 'vitest'
import { box, cylinder, mesh, Random, Robot, sphere } from '../../../src/entries/robots.js'
import { isContained, TOUCH_DEPTH, touchVerdict } from '../../../src/robots/allow/always.js'
import { classifyPair } from '../../../src/robots/allow/classify-pair.js'
import { judgeAllowed } from '../../../src/robots/allow/judge-allowed.js'
import { PairProblem } from '../../../src/robots/allow/pair-problem.js'
import { searchPair } from '../../../src/robots/allow/pair-search.js'
import { AllowOracle, randomConfiguration } from '../../oracle/robots/allow.js'
import { boxMesh, joined, plantedPairs, randomRobot } from '../../oracle/robots/allow-cases.js'

function classOf(problem: PairProblem): string {
  const found = searchPair(problem, { samples: 150, descents: 6 })
  if (found.touching) return touchVerdict(problem, found).class
  if (!found.anyApart && found.nested === undefined) return 'touches'
  return isContained(problem, found.values) ? 'inside' : 'apart'
}

test.each(plantedPairs().map((planted) => [planted.name, planted] as const))('%s', (_, planted) => {
  const problem = new PairProblem(planted.robot, 'base', 'part')
  expect(classOf(problem)).toBe(planted.class)
  const found = searchPair(problem, { samples: 150, descents: 6 })
  if (planted.distance !== undefined) expect(found.distance).toBeCloseTo(planted.distance, 9)
  const oracle = new AllowOracle(planted.robot, 'base', 'part')
  if (found.touching) {
    const { values, depth } = touchVerdict(problem, found)
    const q = problem.configuration(values)
    const truth = oracle.at(q)
    expect(truth.nested || truth.upper < 1e-9).toBe(true)
    if (depth > 0) expect(oracle.separatedBy(q, 0.999 * depth, 1, 6)).toEqual([])
    if (planted.class === 'touches') expect(depth).toBeLessThan(TOUCH_DEPTH)
  }
  // Wherever else one looks.
  const random = new Random(5)
  for (let k = 0; k < 8; k++) {
    const { touching, nested, lower } = oracle.at(randomConfiguration(planted.robot, random))
    if (planted.class === 'always') expect(touching || nested).toBe(true)
    if (planted.class === 'touches') expect(lower).toBeLessThan(1e-6)
    if (planted.class === 'inside') expect({ touching, nested }).toEqual({ touching: false, nested: true })
    if (planted.class === 'apart') expect({ touching, nested }).toEqual({ touching: false, nested: false })
  }
})

test('a deep hole with a pin in it takes one cell; a rod that slides takes some', () => {
  const cells = plantedPairs()
    .filter((planted) => planted.class === 'always')
    .map(({ robot }) => {
      const problem = new PairProblem(robot, 'base', 'part')
      return touchVerdict(problem, searchPair(problem, { samples: 60, descents: 2 })).cells
    })
  expect(Math.min(...cells)).toBe(1)
  expect(Math.max(...cells)).toBeGreaterThan(1)
  expect(Math.max(...cells)).toBeLessThan(50)
})

test('a rod that leaves by a hair is not always there, though no sample shows it', () => {
  // From −0.2 to 0.4 the rod is in; at the very end it is out, or, within a micrometre, bears on the block.
  for (const [end, expected] of [
    [0.4 - 1e-6, 'always'],
    [0.4 + 1e-9, 'touches'],
    [0.4 + 2e-6, 'sometimes'],
  ] as const) {
    const robot = joined('prismatic', [{ shape: boxMesh([0.2, 0.2, 0.2]) }], [{ shape: boxMesh([0.1, 0.1, 0.6]) }], {
      limits: { lower: -0.2, upper: end },
    })
    const problem = new PairProblem(robot, 'base', 'part')
    // No corners of the box among the samples: with them it would be seen.
    const found = { ...searchPair(problem), anyApart: false }
    expect(touchVerdict(problem, found).class).toBe(expected)
  }
})

test('random robots: what is proved to touch always touches at random configurations', () => {
  let proved = 0
  for (let seed = 100; seed < 112; seed++) {
    const robot = randomRobot(seed)
    const random = new Random(seed)
    for (const [a, b] of pairsOf(robot)) {
      const problem = new PairProblem(robot, a, b)
      const found = searchPair(problem, { samples: 60, descents: 2 })
      if (!found.touching || found.anyApart) continue
      const verdict = touchVerdict(problem, found)
      if (verdict.class !== 'always') continue
      proved++
      const oracle = new AllowOracle(robot, a, b)
      for (let k = 0; k < 5; k++) {
        const q = randomConfiguration(robot, random)
        const { touching, nested } = oracle.at(q)
        expect(touching || nested, JSON.stringify({ seed, a, b, q: [...q] })).toBe(true)
      }
    }
  }
  expect(proved).toBeGreaterThan(3)
})

function pairsOf(robot: Robot): [string, string][] {
  return robot.links.flatMap((a, i) => robot.links.slice(i + 1).map((b): [string, string] => [a.name, b.name]))
}

test('links of some micrometres that touch here and there do not bear on each other', () => {
  const micro = 1e-7
  const ball = sphere({ radius: micro })
  const robot = new Robot({
    name: 'micro',
    links: [
      { name: 'base', geometry: [{ shape: ball, pose: { at: [3 * micro, 0, 0] } }] },
      { name: 'part', geometry: [{ shape: ball, pose: { at: [3 * micro, 0, 0] } }] },
    ],
    joints: [
      {
        ...{ name: 'turn', kind: 'revolute', parent: 'base', child: 'part', axis: [0, 0, 1] },
        limits: { lower: 0.5, upper: 3 },
      },
    ],
  })
  expect(classOf(new PairProblem(robot, 'base', 'part'))).toBe('sometimes')
})

test('a knuckle that is flush in the middle of its way, and deeper to either side, touches', () => {
  const robot = joined(
    'revolute',
    [{ shape: boxMesh([0.2, 0.2, 0.2]), pose: { at: [0, 0.2, 0] } }],
    [{ shape: boxMesh([0.2, 0.2, 0.2]) }],
    { limits: { lower: -0.35, upper: 0.35 } },
  )
  const problem = new PairProblem(robot, 'base', 'part')
  const verdict = touchVerdict(problem, searchPair(problem, { samples: 150, descents: 6 }))
  expect(verdict.class).toBe('touches')
  expect(verdict.depth).toBeGreaterThan(TOUCH_DEPTH)
  const oracle = new AllowOracle(robot, 'base', 'part')
  expect(oracle.at([0]).lower).toBeLessThan(1e-9)
  expect(oracle.separatedBy(problem.configuration(verdict.values), 0.999 * verdict.depth, 1, 6)).toEqual([])
})

test('links that overlap deeply in every sample, without a proof, are undecided', () => {
  const robot = slidingRod(60)
  const problem = new PairProblem(robot, 'base', 'part')
  const verdict = touchVerdict(problem, searchPair(problem, { samples: 150, descents: 6 }))
  expect(verdict.class).toBe('undecided')
  expect(verdict.left).toBeGreaterThan(0)
  expect(verdict.left).toBeLessThanOrEqual(1)
  const { touching, nested } = new AllowOracle(robot, 'base', 'part').at(problem.configuration(verdict.values))
  expect(touching || nested).toBe(true)
  const result = classifyPair(robot, 'base', 'part')
  expect(result).toMatchObject({ class: 'undecided', left: verdict.left })
  expect(result.witness).toHaveLength(1)
  expect(result.depth).toBeGreaterThan(TOUCH_DEPTH)
  expect(judgeAllowed([result], [{ a: 'base', b: 'part', reason: 'Always' }])[0]!.judgement).toBeUndefined()
})

test('a thin rod that slides through a block for two metres always overlaps it', () => {
  const problem = new PairProblem(slidingRod(1.4), 'base', 'part')
  const verdict = touchVerdict(problem, searchPair(problem, { samples: 150, descents: 6 }))
  expect(verdict.class).toBe('always')
  expect(verdict.cells).toBeGreaterThan(256)
})

/** Thin, and through a block, as far as it slides to either side. */
function slidingRod(far: number): Robot {
  return new Robot({
    name: 'rod',
    links: [
      { name: 'base', geometry: [{ shape: box({ size: [0.01, 0.01, 0.01] }) }] },
      { name: 'part', geometry: [{ shape: cylinder({ radius: 0.001, length: 2 * far + 0.2 }) }] },
    ],
    joints: [
      {
        ...{ name: 'slide', kind: 'prismatic', parent: 'base', child: 'part', axis: [0, 0, 1] },
        limits: { lower: -far, upper: far },
      },
    ],
  })
}

test('[allow-witness] a block that is inside a long bar or half out of its end is nowhere at a depth near zero', () => {
  // Wholly inside, surfaces do not meet: that is no depth of nothing. It is too long for a proof.
  for (const part of [boxMesh([0.01, 0.01, 0.01]), sphere({ radius: 0.005 })]) {
    const robot = joined('prismatic', [{ shape: boxMesh([0.02, 0.02, 100]) }], [{ shape: part }], {
      limits: { lower: -50, upper: 50 },
    })
    const oracle = new AllowOracle(robot, 'base', 'part')
    for (const q of [-50, -49.9, 0, 49.99, 50]) expect(oracle.separatedBy([q], 0.0045, 1, 6)).toEqual([])
    const result = classifyPair(robot, 'base', 'part')
    expect(result.class).toBe('undecided')
    expect(result.depth).toBeGreaterThan(0.0045)
  }
})

test.each([
  ['found by the proof', { samples: 1, descents: 0 }, 0.46],
  ['found by nobody, since the cells are used up', { samples: 1, descents: 0, maxCells: 1 }, 0.46],
  ['nearer than a proof can tell', {}, 0.45 - 1e-13],
] as const)('[allow-never] a block inside another in all samples, and a touch %s: always', (_, options, upper) => {
  const robot = joined('prismatic', [{ shape: boxMesh([1, 1, 1]) }], [{ shape: boxMesh([0.1, 0.1, 0.1]) }], {
    limits: { lower: -0.3, upper },
  })
  const result = classifyPair(robot, 'base', 'part', options)
  expect(result.class).toBe('always')
  const { touching, nested } = new AllowOracle(robot, 'base', 'part').at(result.witness!)
  expect(touching || nested).toBe(true)
})

test('[allow-witness] inside in the one sample, and out of it by a descent: sometimes', () => {
  const robot = joined('prismatic', [{ shape: boxMesh([1, 1, 1]) }], [{ shape: boxMesh([0.1, 0.1, 0.1]) }], {
    limits: { lower: -0.3, upper: 0.7 },
  })
  for (const descents of [0, 1, 5]) {
    expect(classifyPair(robot, 'base', 'part', { samples: 1, descents }).class).toBe('sometimes')
  }
})

test('[allow-witness] where a proof of always stops because they are apart there, they sometimes touch', () => {
  // A block that ten joints slide along a bar; the bar has a gap a hair wider than the block, which no sample of the box hits.
  const names = ['bar', ...Array.from({ length: 9 }, (_, k) => `link${k}`), 'block']
  const gap = 0.0101
  const bar = [-1, 1].map((side) => ({ shape: box({ size: [0.1, 0.1, 4], at: [0, 0, 0.5 + side * (2 + gap / 2)] }) }))
  const block = [{ shape: box({ size: [0.01, 0.01, 0.01] }) }]
  const robot = new Robot({
    name: 'gapped',
    links: names.map((name) => ({ name, geometry: name === 'bar' ? bar : name === 'block' ? block : [] })),
    joints: names.slice(1).map((child, k) => ({
      ...{ name: `slide${k}`, kind: 'prismatic', parent: names[k]!, child, axis: [0, 0, 1] },
      limits: { lower: k === 0 ? -1 : -0.05, upper: k === 0 ? 1 : 0.05 },
    })),
  })
  const apart = [0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  expect(new AllowOracle(robot, 'bar', 'block').at(apart).touching).toBe(false)
  const problem = new PairProblem(robot, 'bar', 'block')
  const found = searchPair(problem)
  expect(found).toMatchObject({ touching: true, anyApart: false })
  expect(touchVerdict(problem, found).class).toBe('sometimes')
})

test('[allow-witness] sheets that go deep through each other are held by their triangles: they have no inside', () => {
  const robot = joined(
    'revolute',
    [{ shape: mesh({ positions: [-1, -1, 0, 1, -1, 0, 0, 1, 0], triangles: [0, 1, 2] }) }],
    [{ shape: mesh({ positions: [-0.2, 0, -0.5, 0.2, 0, -0.5, 0, 0, 0.5], triangles: [0, 1, 2] }) }],
  )
  const oracle = new AllowOracle(robot, 'base', 'part')
  for (const q of [-1, -0.5, 0, 0.3, 1]) expect(oracle.separatedBy([q], 0.1, 1, 20)).toEqual([])
  expect(classifyPair(robot, 'base', 'part').class).toBe('always')
})

test('[allow-witness] flush in the one sample, apart on one side of it and deep in on the other: sometimes', () => {
  // The one sample is the middle of the way, half a micrometre apart.
  for (const [lower, upper, expected] of [
    [-0.1, 0.1, 'sometimes'],
    [0, 4e-7, 'never'],
    [-4e-7, 4e-7, 'touches'],
  ] as const) {
    const robot = joined(
      'prismatic',
      [{ shape: boxMesh([1, 1, 1]) }],
      [{ shape: boxMesh([1, 1, 1]), pose: { at: [0, 0, 1 + (expected === 'touches' ? 1e-7 : 5e-7)] } }],
      { limits: { lower, upper } },
    )
    const result = classifyPair(robot, 'base', 'part', { samples: 1, descents: 0 })
    expect(result.class).toBe(expected)
    if (expected === 'sometimes') {
      expect(new AllowOracle(robot, 'base', 'part').at(result.witness!).touching).toBe(true)
      expect(result.depth).toBeGreaterThan(0.001)
    }
  }
})
