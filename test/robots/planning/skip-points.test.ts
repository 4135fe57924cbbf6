// Points that a straight line goes past: only where samples say so, and only where it is shorter.
import { expect, test } from 'vitest'
import { Random } from '../../../src/entries/robots.js'
import { EdgeSampler } from '../../../src/robots/planning/edge-sampler.js'
import { PlanCounts, type PlannerInput } from '../../../src/robots/planning/plan-problem.js'
import { PlanningSpace } from '../../../src/robots/planning/planning-space.js'
import { edgesThrough, skipPoints } from '../../../src/robots/planning/skip-points.js'
import { chambers } from './plan-worlds.js'

const start = Float64Array.of(0, 0, 0)
const space = new PlanningSpace(chambers(undefined), start, [start])

function sampler(isFree: (q: Float64Array) => boolean): EdgeSampler {
  return new EdgeSampler({ space, isFree, counts: new PlanCounts() } as unknown as PlannerInput, 0.01)
}

function walk(random: Random, count: number): Float64Array[] {
  const out = [start]
  for (let k = 1; k < count; k++) out.push(out[k - 1]!.map((x) => x + random.range(-0.2, 0.25)))
  return out
}

test('all are passed over where nothing is in the way, none where all is', () => {
  const points = walk(new Random(1), 20)
  expect(
    skipPoints(
      space,
      sampler(() => true),
      points,
    ),
  ).toEqual([0, 19])
  expect(
    skipPoints(
      space,
      sampler(() => false),
      points,
    ),
  ).toEqual(points.map((_, k) => k))
  expect(
    skipPoints(
      space,
      sampler(() => true),
      points.slice(0, 2),
    ),
  ).toEqual([0, 1])
})

test('a path past a ball: shorter, its ends as they were, its lines free by samples', () => {
  const random = new Random(2)
  for (let round = 0; round < 50; round++) {
    const points = walk(random, 3 + random.integer(30))
    const ball = points[0]!.map((x, i) => (x + points.at(-1)![i]!) / 2)
    const isFree = (q: Float64Array): boolean => space.distance(q, ball) > 0.3
    const kept = skipPoints(space, sampler(isFree), points)
    expect(kept[0]).toBe(0)
    expect(kept.at(-1)).toBe(points.length - 1)
    for (let k = 1; k < kept.length; k++) {
      expect(kept[k]).toBeGreaterThan(kept[k - 1]!)
      if (kept[k] === kept[k - 1]! + 1) continue
      const q = new Float64Array(3)
      space.between(q, points[kept[k - 1]!]!, points[kept[k]!]!, 0.5)
      expect(isFree(q)).toBe(true)
    }
    const path = edgesThrough(space, points, kept, 0.1)
    expect(path.points.length).toBe(path.from.length + 1)
    path.from.forEach((k, e) => {
      const own = kept[k + 1] === kept[k]! + 1
      if (!own) expect(space.distance(path.points[e]!, path.points[e + 1]!)).toBeLessThan(0.1 + 1e-12)
    })
    for (const k of kept) expect(path.points).toContain(points[k])
  }
})
