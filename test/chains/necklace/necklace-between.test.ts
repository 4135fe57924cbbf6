// Straight steps of necklaces against brute force over all pairs and against sampling; what `between` and proved steps promise.
import { expect, test } from 'vitest'
import {
  closedTrefoil,
  looseRope,
  mirroredTrefoil,
  packedRope,
  polymerMelt,
  swellingTrefoil,
  untiedTrefoil,
} from '../../../scenes/index.js'
import { ChainBusyError, InvalidInputError, Necklace, Random } from '../../../src/entries/chains.js'
import { betweenCase, checkStep, meetingsOf, nothingPlayed } from '../../oracle/chains/between.js'
import { deformByProvedSteps, randomClosedCurve } from '../../oracle/chains/knot-steps.js'

test('[straight-step] steps of up to 8 beads: all ways say what brute force says, and sampling does not contradict', () => {
  const played = nothingPlayed()
  for (let seed = 1; seed <= 200; seed++) checkStep(betweenCase(seed, 8), played, 24, 3)
  expect(played.steps).toBe(200)
  expect(played.free).toBeGreaterThan(25)
  expect(played.empty).toBeGreaterThan(25)
  expect(played.colliding).toBeGreaterThan(50)
  expect(played.contacts).toBeGreaterThan(500)
})

test('[straight-step] steps of up to 24 beads', () => {
  const played = nothingPlayed()
  for (let seed = 1; seed <= 8; seed++) checkStep(betweenCase(1e6 + seed, 24), played, 6, 2)
  expect(played.pairs).toBeGreaterThan(20)
})

test('[straight-step] two beads that exchange places meet on the way, though both frames are free', () => {
  const rope = new Necklace([0, 0, 0, 0, 5, 0, 4, 5, 0, 4, 0, 0], 1)
  const next = [4, 0, 0, 0, 5, 0, 4, 5, 0, 0, 0, 0]
  const step = rope.between(next)
  expect(step).toMatchObject({ outcome: 'collision', at: 0.25, complete: true, keepsKnot: false })
  // 4 − 8 t = 2 at a quarter: exact.
  expect(step.pairs).toEqual([{ a: 0, b: 3, lower: 0.25, upper: 0.25 }])
  expect(rope.selfCollides()).toBe(false)
  rope.step(next)
  expect(rope.selfCollides()).toBe(false)
})

test('[straight-step] strands pass through each other where beads do not meet; at a corner they touch exactly', () => {
  const centres = [-1, 0, 0, 1, 0, 0, 5, -5, 0, 0, -1, 1, 0, 1, 1]
  const below = [...centres.slice(0, 9), 0, -1, -1, 0, 1, -1]
  const rope = new Necklace(centres, 0.01)
  expect(rope.between(below).outcome).toBe('free')
  expect(rope.between(below, { strands: 0 })).toMatchObject({ outcome: 'collision', at: 0.5 })
  expect(rope.between(below, { strands: 0 }).pairs).toEqual([{ a: 0, b: 3, lower: 0.5, upper: 0.5 }])
  // Only as far as they touch: |z| = 1 − 2 t, and 2 r = 0.5.
  expect(rope.between(below, { strands: 0.25 }).pairs[0]).toMatchObject({ a: 0, b: 3, lower: 0.25 })
  // The end of one strand grazes the other, and a double farther it does not.
  const graze = (y: number): string => {
    const at = [-1, 0, 0, 1, 0, 0, 5, 5, 5, 0, y, 1, 0, 1 + y, 1]
    const to = [...at.slice(0, 9), 0, y, -1, 0, 1 + y, -1]
    return new Necklace(at, 0).between(to, { strands: 0 }).outcome
  }
  expect(graze(0)).toBe('collision')
  expect(graze(Number.MIN_VALUE)).toBe('free')
  expect(graze(2 ** -52)).toBe('free')
})

test('[straight-step] a pair is left out by its places or by `exclude`, strands only if all four pairs of their beads are', () => {
  const zigzag = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
  // The last strand comes down onto the first.
  const folded = [0, 0, 0, 1, 0, 0, 1, -1, 0, 0, -1, 0]
  const asked = (options: object, between: object): string =>
    new Necklace(zigzag, 0.1, options).between(folded, between).outcome
  expect(asked({}, { strands: 0 })).toBe('collision')
  expect(asked({ neighbours: 0 }, { strands: 0 })).toBe('collision')
  expect(asked({ neighbours: 2 }, { strands: 0 })).toBe('nothing-to-check')
  expect(asked({ neighbours: 3 }, {})).toBe('nothing-to-check')
  expect(asked({ exclude: (i: number, j: number) => i === 0 && j === 2 }, { strands: 0 })).toBe('collision')
  expect(asked({ exclude: (i: number, j: number) => i < 2 && j > 1 }, { strands: 0 })).toBe('nothing-to-check')
  expect(asked({}, { strands: 0, cuts: [2] })).toBe('nothing-to-check')
})

test('[straight-step] with `maxTests` it gives up and says so; without, it never does', () => {
  const scene = packedRope(3000, 3)
  for (const method of ['cages', 'grid', 'auto'] as const) {
    const rope = new Necklace(scene.frame(0), 0.6, { method })
    expect(rope.between(scene.frame(1))).toMatchObject({ outcome: 'free', complete: true })
    const given = rope.between(scene.frame(1), { maxTests: 100 })
    expect(given).toMatchObject({ outcome: 'undecided', complete: false, pairs: [], at: undefined, keepsKnot: false })
    const { volumeTests, leafTests } = given.stats
    expect(volumeTests + leafTests).toBeLessThan(600)
    expect(rope.step(scene.frame(1), { proved: true, maxTests: 100 }).moved).toBe(false)
    expect(rope.centres()).toEqual(scene.frame(0))
  }
})

test('[straight-step] a proved step moves only if it is free; its cages are those of a plain step', () => {
  const scene = looseRope(500, 2)
  const [plain, proved] = [0, 1].map(() => new Necklace(scene.frame(0), 0.45, { method: 'cages', neighbours: 2 })) as [
    Necklace,
    Necklace,
  ]
  for (const rope of [plain, proved]) rope.repairCages()
  for (let k = 1; k <= 5; k++) {
    const { repair } = plain.step(scene.frame(k))
    const step = proved.step(scene.frame(k), { proved: true })
    expect(step.moved).toBe(true)
    expect(step.repair).toEqual(repair)
    expect(proved.cages()).toEqual(plain.cages())
    proved.validate()
  }
  // The second half slides back through the first.
  const crossing = scene.frame(5).map((x, i) => (i < 750 ? x : x - scene.frame(5)[750 + (i % 3)]!))
  const refused = proved.step(crossing, { proved: true, strands: 0.2 })
  expect(refused).toMatchObject({ moved: false, repair: undefined })
  expect(refused.verdict!.outcome).toBe('collision')
  expect(proved.cages()).toEqual(plain.cages())
  proved.undo()
  expect(proved.centres()).toEqual(scene.frame(4))
})

test('[straight-step] input is checked before anything changes', () => {
  const rope = new Necklace(closedTrefoil(), 0.1, { closed: true })
  const next = closedTrefoil()
  const wrong: (() => unknown)[] = [
    () => rope.between(next.slice(3)),
    () => rope.between(next, { strands: -1 }),
    () => rope.between(next, { strands: Number.NaN }),
    () => rope.between(next, { first: 1 as never }),
    () => rope.between(next, { cuts: [1] }),
    () => rope.between(next, { strands: 0, cuts: [64] }),
    () => rope.between(next, { maxTests: -1 }),
    () => rope.between(next, { other: 1 } as never),
    () => rope.step(next, { proved: 1 as never }),
    () => rope.step(next, { proved: true, radius: 1 }),
    () => rope.step(next, { other: 1 } as never),
    () => rope.step(next, null as never),
  ]
  for (const call of wrong) expect(call).toThrow(InvalidInputError)
  expect(rope.centres()).toEqual(next)
  expect(rope.step(next, { radius: 0.2 }).moved).toBe(true)
  expect(rope.radii()[0]).toBe(0.2)
  const busy: Necklace = new Necklace(next, 2, { exclude: () => busy.between(next).outcome === 'free' })
  expect(() => busy.between(next)).toThrow(ChainBusyError)
})

test('[keeps-knot] a trefoil that swells: free in one step and in many, and the knot is kept', () => {
  const scene = swellingTrefoil()
  const rope = new Necklace(scene.centres, scene.radius, { closed: true })
  expect(rope.between(scene.frame(10), { strands: scene.radius })).toMatchObject({ outcome: 'free', keepsKnot: true })
  for (let k = 1; k < scene.frames; k++) {
    const { moved, verdict } = rope.step(scene.frame(k), { proved: true, strands: scene.radius })
    expect([moved, verdict!.keepsKnot]).toEqual([true, true])
  }
})

test.each([
  ['to its mirror image', mirroredTrefoil(), 3],
  ['to a circle', untiedTrefoil(), 5],
] as const)('[keeps-knot] a trefoil %s: its passages are found', (_, scene, passages) => {
  const rope = new Necklace(scene.centres, scene.radius, { closed: true })
  const step = rope.between(scene.frame(scene.frames - 1), { strands: 0 })
  expect(step).toMatchObject({ outcome: 'collision', keepsKnot: false })
  expect(step.pairs.length).toBe(passages)
  expect(rope.between(scene.frame(scene.frames - 1), { strands: 0, first: true }).pairs).toEqual(step.pairs.slice(0, 1))
})

test('[keeps-knot] what is not asked for everything that shares no bead keeps no knot', () => {
  const from = closedTrefoil()
  const to = from.map((x) => 1.5 * x)
  const kept = (options: object, between: object): boolean =>
    new Necklace(from, 0.05, options).between(to, between).keepsKnot
  expect(kept({ closed: true }, { strands: 0.1 })).toBe(true)
  expect(kept({ closed: true, neighbours: 0 }, { strands: 0 })).toBe(true)
  expect(kept({ closed: true }, {})).toBe(false)
  expect(kept({}, { strands: 0.1 })).toBe(false)
  expect(kept({ closed: true, neighbours: 2 }, { strands: 0.1 })).toBe(false)
  expect(kept({ closed: true, exclude: () => false }, { strands: 0.1 })).toBe(false)
  expect(kept({ closed: true }, { strands: 0.1, cuts: [3] })).toBe(false)
  const flat = [0, 0, 3, 0, 3, 3, 0, 3]
  expect(new Necklace(flat, 0, { closed: true, dimension: 2 }).between(flat, { strands: 0 })).toMatchObject({
    outcome: 'free',
    keepsKnot: false,
  })
  const triangle = [0, 0, 0, 3, 0, 0, 0, 3, 0]
  expect(new Necklace(triangle, 0, { closed: true }).between(triangle, { strands: 0 }).keepsKnot).toBe(false)
})

test('[keeps-knot] a closed rope of four beads or more cannot fold back, or lose a strand, without a meeting', () => {
  // A square whose bead 1 goes to the other side of bead 0, along the line to bead 3; one whose strand shrinks to a point.
  const square = [0, 0, 0, 0, 2, 0, 2, 2, 0, 2, 0, 0]
  const rope = new Necklace(square, 0, { closed: true })
  const folds = rope.between([0, 0, 0, 4, 0, 0, 2, 2, 0, 2, 0, 0], { strands: 0 })
  expect(folds.outcome).toBe('collision')
  const shrinks = rope.between([0, 2, 0, 0, 2, 0, 2, 2, 0, 2, 0, 0], { strands: 0 })
  expect(shrinks).toMatchObject({ outcome: 'collision' })
  expect(shrinks.pairs).toEqual([{ a: 1, b: 3, lower: 1, upper: 1 }])
})

test('[keeps-knot] thirty random closed curves deformed by proved steps: the invariant never changes', () => {
  const random = new Random(11)
  let [proved, changed] = [0, 0]
  for (let k = 0; k < 30; k++) {
    const result = deformByProvedSteps(randomClosedCurve(random), random, 12)
    proved += result.proved
    changed += result.changedByRefused
  }
  expect(proved).toBeGreaterThan(100)
  expect(changed).toBeGreaterThan(0)
})

test('[straight-step] a melt of soft polymers: every passage of strands is found, across chains', () => {
  const melt = polymerMelt({ chains: 4, length: 20, frames: 8 })
  let passages = 0
  for (let k = 1; k < melt.frames; k++) {
    const [centres, next] = [melt.frame(k - 1), melt.frame(k)]
    const rope = new Necklace(centres, 0)
    const { pairs } = rope.between(next, { strands: 0, cuts: melt.cuts })
    const plain = { dimension: 3, closed: false, neighbours: 1, exclude: 0, strands: 0, cuts: melt.cuts } as const
    const truth = meetingsOf({ ...plain, centres: [...centres], next: [...next], radii: Array(80).fill(0) })
    expect(pairs).toEqual(truth)
    passages += pairs.length
  }
  expect(passages).toBeGreaterThan(5)
})
