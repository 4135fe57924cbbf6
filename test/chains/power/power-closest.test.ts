// Self-collision and the closest pair by the power diagram (Theorem 5.2 of necklaces-2002, as power-closest.ts has it). A million
// more in test/deep/power-closest.test.ts.
import { describe, expect, test } from 'vitest'
import { coiledRope, looseRope, packedRope } from '../../../scenes/index.js'
import { Random } from '../../../src/base/math/random.js'
import { closestByPower, touchByPower } from '../../../src/chains/power/power-closest.js'
import { diagramOfBalls, PowerDiagram } from '../../../src/chains/power/power-diagram.js'
import { closestOf } from '../../oracle/chains/necklaces.js'
import { checkPowerCase, POWER_FAMILIES, powerCase, SEVEN, Tally } from '../../oracle/chains/power-closest.js'

const OPEN = { neighbours: 1, closed: false, exclude: undefined }

test.each(POWER_FAMILIES)('equals brute force or is handed back: %s', (family) => {
  const random = new Random(520)
  const tally = new Tally()
  for (let k = 0; k < 100; k++) {
    const { touch, closest } = checkPowerCase(powerCase(family, random))
    tally.add(touch)
    tally.add(closest)
  }
  expect(tally.of('proved')).toBeGreaterThan(0)
})

describe('the counterexample of mixed necklaces', () => {
  const view = diagramOfBalls(Float64Array.from(SEVEN), 2).view()

  test('the closest pair shares no edge, has no common neighbour and no end of the necklace for a neighbour', () => {
    const { a, b, gap } = closestOf(view.balls, OPEN)!
    expect([a, b]).toEqual([2, 6])
    expect(gap).toBeCloseTo(0.8238, 4)
    const edges = Array.from({ length: view.edges.length / 2 }, (_, k) => [view.edges[2 * k], view.edges[2 * k + 1]])
    expect(edges).not.toContainEqual([2, 6])
  })

  test('edges and common neighbours alone do not pass the condition', () => {
    expect(closestByPower(view, OPEN, 0).refused).toBe('improper')
  })

  test('with improper beads tested against all, it is found', () => {
    expect(closestByPower(view, OPEN)).toMatchObject({ i: 2, j: 6, refused: undefined })
  })
})

describe('the inequality behind improper beads', () => {
  /** How far ball k is from being orthogonal to O, by Stewart's theorem: γ² − c² − ρ². */
  const excess = (a: number, b: number, c: number, gap: number, deltaSq: number, sigma: number): number => {
    const x = a + b + gap
    const alpha = (x * x + a * a - b * b) / (2 * x)
    const beta = x - alpha
    return (beta * deltaSq + alpha * sigma * sigma) / x - alpha * beta - c * c - (alpha * alpha - a * a)
  }

  test('a proper neighbour that is not closer to the other ball leaves the edge alone', () => {
    const random = new Random(523)
    let least = Infinity
    for (let k = 0; k < 100_000; k++) {
      const [a, b, c, gap] = [0, 0, 0, 0].map(() => 10 ** random.range(-2.5, 1)) as [number, number, number, number]
      const x = a + b + gap
      // As near to the other ball as may be; and to its own as it may be and still be proper, or by the triangle inequality.
      const sigma = x - a + c
      const e = a - c
      const deltaSq = e >= 0 ? e * e + (1 + Math.SQRT2) * e * gap : e * e
      least = Math.min(least, excess(a, b, c, gap, deltaSq, sigma) / (x * x))
    }
    expect(least).toBeGreaterThan(-1e-12)
  })

  test('a little nearer, and it may not', () => {
    const deltaSq = 0.5 ** 2 + 1.9 * 0.5 * 0.1
    expect(Math.sqrt(deltaSq) + 1.6).toBeGreaterThan(2.1)
    expect(excess(1, 1, 0.5, 0.1, deltaSq, 1.6)).toBeLessThan(0)
  })
})

const ROPES = { loose: looseRope, coiled: coiledRope, packed: packedRope }

test.each(Object.entries(ROPES))('ropes that move, beads of one size and of many: %s', (_, scene) => {
  const n = 250
  const rope = scene(n, 3)
  const random = new Random(524)
  for (const uneven of [false, true]) {
    const radii = Array.from({ length: n }, () => (uneven ? rope.radius * random.range(0.1, 1) : rope.radius))
    const diagram = new PowerDiagram(rope.centres, radii)
    let proved = 0
    for (const frame of [0, 1, 2, 40]) {
      diagram.move(rope.frame(frame))
      const view = diagram.view()
      const truth = closestOf(view.balls, OPEN)!
      expect(touchByPower(view, OPEN)).toMatchObject({ touching: truth.gap <= 0, refused: undefined })
      const { gap, refused } = closestByPower(view, OPEN)
      if (refused !== undefined) continue
      expect(gap).toBeCloseTo(truth.gap, 13)
      proved++
    }
    if (!uneven) expect(proved).toBe(4)
  }
})

test('beads of one size have no improper neighbours: edges and common neighbours are enough, however they lie', () => {
  const random = new Random(521)
  let proved = 0
  for (let k = 0; k < 300; k++) {
    const c = powerCase(['apart', 'mixed', 'sparse', 'touching'][k % 4]!, random)
    const balls = c.balls.map((x, at) => (at % 4 === 3 ? 0.4 : x))
    if (checkPowerCase({ ...c, balls, neighbours: 1 }, 0).closest === 'proved') proved++
  }
  expect(proved).toBeGreaterThan(100)
})

test('a necklace inside a large bead of another part: found, or handed back where it is long, never denied', () => {
  // Beads from 3 on lie inside bead 0, overlapping nobody else, and 3 does not touch 2.
  for (const length of [3, 70]) {
    const inner = Array.from({ length }, (_, k) => [k / 10, 0, 0]).flat()
    const radii = [9, 1, 1, ...Array.from({ length }, () => 0.06)]
    const view = new PowerDiagram([0, 0, 0, 10, 0, 0, 13, 0, 0, ...inner], radii).view()
    expect(view.hidden.length).toBe(length)
    const answer = touchByPower(view, OPEN)
    if (length > 64) expect(answer.refused).toBe('covered')
    else expect(answer).toMatchObject({ touching: true, refused: undefined })
    expect(closestByPower(view, OPEN).refused).toBe(length > 64 ? 'covered' : 'touching')
  }
})

test('a bead inside its neighbour collides with nothing', () => {
  const centres = [0.2, 0, 0, 0.1, 0, 0, 3, 0, 0, 5.5, 0.1, 0]
  const view = new PowerDiagram(centres, [0.2, 1.5, 1.4, 1]).view()
  expect([...view.hidden]).toEqual([0])
  expect(touchByPower(view, OPEN)).toMatchObject({ touching: false, refused: undefined })
  expect(closestByPower(view, OPEN)).toMatchObject({ i: 0, j: 2, refused: undefined })
})

test('a pair that touches has no closest pair here: handed back', () => {
  const view = new PowerDiagram([0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0], 1).view()
  expect(touchByPower(view, OPEN)).toMatchObject({ touching: true, refused: undefined })
  expect(closestByPower(view, OPEN).refused).toBe('touching')
  // Closed, the ends are neighbours, and the diagonals apart.
  const closed = { ...OPEN, closed: true }
  expect(touchByPower(view, closed)).toMatchObject({ touching: false, refused: undefined })
  expect(closestByPower(view, closed)).toMatchObject({ i: 0, j: 2, refused: undefined })
})

test('excluded pairs that touch or are closest make way for the next', () => {
  const centres = [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0]
  const rule = { ...OPEN, exclude: (i: number, j: number): boolean => i === 0 && j === 3 }
  for (const radius of [1, 0.9]) {
    const view = new PowerDiagram(centres, radius).view()
    expect(touchByPower(view, rule)).toMatchObject({ touching: false, refused: undefined })
    expect(closestByPower(view, rule)).toMatchObject({ i: 0, j: 2, refused: undefined })
  }
})

test('hardly anything is checked: handed back', () => {
  const random = new Random(522)
  const centres = Array.from({ length: 300 }, () => random.range(-3, 3))
  const view = new PowerDiagram(centres, 1.5).view()
  const rule = { ...OPEN, exclude: (i: number, j: number): boolean => i !== 20 || j !== 70 }
  expect(touchByPower(view, rule).refused).toBe('excluded')
  expect(closestByPower(view, rule).refused).toBe('excluded')
})

test('many neighbours: handed back', () => {
  const centres = Array.from({ length: 600 }, (_, k) => (k % 3 === 0 ? k : (k * k) % 7))
  const view = new PowerDiagram(centres, 0.1).view()
  expect(touchByPower(view, { ...OPEN, neighbours: 65 }).refused).toBe('neighbours')
  expect(closestByPower(view, { ...OPEN, neighbours: 65 }).refused).toBe('neighbours')
  expect(closestByPower(view, { ...OPEN, neighbours: 64 }).refused).toBeUndefined()
})

test('no pair to check', () => {
  const view = new PowerDiagram([0, 0, 0, 1, 0, 0], 1).view()
  expect(touchByPower(view, OPEN)).toMatchObject({ touching: false, refused: undefined })
  expect(closestByPower(view, OPEN)).toMatchObject({ i: -1, j: -1, gap: Infinity, refused: undefined })
})
