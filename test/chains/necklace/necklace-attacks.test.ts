// Necklaces of every kind, moved in every way, asked everything by every method; brute force and exact arithmetic answer first.
import { describe, expect, test } from 'vitest'
import { coiledRope, looseRope, packedRope } from '../../../scenes/index.js'
import { Random } from '../../../src/base/math/random.js'
import { U } from '../../../src/base/math/rounding.js'
import {
  box,
  ChainBusyError,
  InvalidInputError,
  Necklace,
  NothingToUndoError,
  PowerDiagram,
  sphere,
} from '../../../src/entries/chains.js'
import { BALL_GAP_ROUNDING, ballGap, ballsTouch } from '../../../src/geometry/balls/ball-pair.js'
import { ballsOf, closestOf, gapIsRight, pairsOf, withinExactly } from '../../oracle/chains/necklaces.js'
import { type CaseAction, FAMILIES, type NecklaceCase, necklaceCase } from '../../oracle/chains/necklaces-cases.js'
import { type Played, playNecklace } from '../../oracle/chains/necklaces-drive.js'
import { demandCase } from '../../oracle/chains/necklaces-shrink.js'
import { necklaceOf, WAYS } from '../../oracle/chains/necklaces-ways.js'

/** Every lie of a case: the first, and after each step. */
function liesOf(seed: number, beads: number): Float64Array[] {
  const { dimension, centres, radii, actions } = necklaceCase(seed, { beads, actions: 8 })
  const lies = [ballsOf(dimension, centres, radii)]
  let sizes = radii
  for (const action of actions) {
    if (action.do !== 'step') continue
    sizes = action.radii ?? sizes
    lies.push(ballsOf(dimension, action.centres, sizes))
  }
  return lies
}

test('[necklace-exact] two beads touch if they do in exact arithmetic, and their gap is as good as it says', () => {
  let [touching, exactly] = [0, 0]
  for (let seed = 1; seed <= 250; seed++) {
    for (const balls of liesOf(seed, 12)) {
      const n = balls.length / 4
      for (let i = 0; i < n; i++) {
        for (let j = i + 1; j < n; j++) {
          const touch = withinExactly(balls, i, j, 0)
          if (ballsTouch(balls, i, balls, j) !== touch) throw new Error(`touch: ${[...balls].join(', ')}; ${i}, ${j}`)
          const gap = ballGap(balls, i, balls, j)
          if (!gapIsRight(balls, i, j, gap, BALL_GAP_ROUNDING / U)) {
            throw new Error(`a gap of ${gap}: ${[...balls].join(', ')}; ${i}, ${j}`)
          }
          if (touch) touching++
          if (gap === 0) exactly++
        }
      }
    }
  }
  expect(touching).toBeGreaterThan(1000)
  expect(exactly).toBeGreaterThan(100)
})

test('the cases are what they should be: of every family, some that touch, some that do not', () => {
  let [free, not] = [0, 0]
  const rule = { neighbours: 1, closed: false, exclude: undefined }
  for (const [name, family] of Object.entries(FAMILIES)) {
    for (const dimension of [2, 3] as const) {
      for (const n of [1, 2, 3, 4, 7, 40]) {
        const { centres, radii } = family(new Random(n), n, dimension)
        expect([name, centres.length, radii.length]).toEqual([name, n * dimension, n])
        expect([...centres, ...radii].every(Number.isFinite), name).toBe(true)
        expect(
          radii.every((r) => r >= 0),
          name,
        ).toBe(true)
        if (n === 40) pairsOf(ballsOf(dimension, centres, radii), rule).pairs.length > 0 ? not++ : free++
      }
    }
  }
  expect(Math.min(free, not)).toBeGreaterThan(5)
})

const ASK_ALL: readonly CaseAction[] = [
  { do: 'ask', what: 'collides' },
  { do: 'ask', what: 'pairs' },
  { do: 'ask', what: 'within', distance: 0.5 },
  { do: 'ask', what: 'closest' },
  { do: 'ask', what: 'set' },
]

describe.each(WAYS)('$name', ({ name, options, drive }) => {
  const check = (c: NecklaceCase, played?: Played): void =>
    demandCase(c, (one) => playNecklace(one, (d) => necklaceOf(d, options), played, drive), name)

  test('[necklace-exact] random and degenerate necklaces, moved and asked, say what brute force says', () => {
    const played = { steps: 0, questions: 0, touching: 0, pairs: 0 }
    for (let seed = 1; seed <= 100; seed++) check(necklaceCase(seed, { beads: 30, actions: 10 }), played)
    for (let seed = 1; seed <= 4; seed++) check(necklaceCase(1000 + seed, { beads: 300, actions: 10 }), played)
    expect(played.steps).toBeGreaterThan(300)
    expect(played.touching).toBeGreaterThan(60)
    expect(played.pairs).toBeGreaterThan(1000)
  })

  test('one, two and three beads, open and closed, with more neighbours than beads', () => {
    for (let n = 1; n <= 4; n++) {
      for (const closed of [false, true]) {
        for (const neighbours of [0, 1, 2, 3, 100]) {
          for (const family of ['gas', 'heap', 'line', 'points']) {
            const { centres, radii } = FAMILIES[family]!(new Random(n), n, 3)
            check({ dimension: 3, closed, neighbours, exclude: 0, centres, radii, actions: ASK_ALL })
          }
        }
      }
    }
  })

  test('[necklace-step] undo brings back the beads and every answer, once', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const c = necklaceCase(seed, { beads: 60, actions: 12 })
      const necklace = necklaceOf(c, options)
      expect(() => necklace.undo()).toThrow(NothingToUndoError)
      const say = (): unknown => [
        necklace.centres(),
        necklace.radii(),
        necklace.selfCollides(),
        necklace.closestPair()?.signedDistance,
        necklace.selfCollisions().pairs,
      ]
      for (const action of c.actions) {
        if (action.do !== 'step') continue
        const before = say()
        necklace.step(action.centres, action.radii)
        // Half of them are asked in between.
        if (seed % 2 === 0) necklace.selfCollides()
        expect(necklace.canUndo).toBe(true)
        necklace.undo()
        expect(necklace.canUndo).toBe(false)
        expect(say()).toEqual(before)
        expect(() => necklace.undo()).toThrow(NothingToUndoError)
        necklace.step(action.centres, action.radii)
      }
    }
  })

  test('[necklace-step] what is refused leaves the necklace as it was, and what it can undo too', () => {
    const c = necklaceCase(5, { beads: 40, actions: 0, families: ['packed'], dimension: 3 })
    const necklace = necklaceOf(c, options)
    const moved = c.centres.map((x) => 1.1 * x)
    necklace.step(moved)
    const n = necklace.size
    const nan = [...c.centres]
    nan[3 * n - 1] = Number.NaN
    const large = [...c.centres]
    large[1] = 1e61
    const radii = [...c.radii]
    radii[n - 1] = -1e-9
    for (const [centres, radius] of [
      [nan],
      [large],
      [c.centres.slice(3)],
      [[...c.centres, 0, 0, 0]],
      [[]],
      [undefined],
      [c.centres, radii],
      [c.centres, -1],
      [c.centres, Number.NaN],
      [c.centres, c.radii.slice(1)],
      [c.centres, 'wide'],
    ] as unknown as [number[], number[]][]) {
      expect(() => necklace.step(centres, radius)).toThrow(InvalidInputError)
      expect([...necklace.centres()]).toEqual(moved)
      expect([...necklace.radii()]).toEqual(c.radii)
      expect(necklace.canUndo).toBe(true)
    }
    for (const distance of [-1, Number.NaN, '1' as unknown as number]) {
      expect(() => necklace.pairsWithin(distance)).toThrow(InvalidInputError)
    }
    necklace.undo()
    expect([...necklace.centres()]).toEqual([...c.centres])
    necklace.validate()
  })

  test('[necklace-step] a rule that uses the necklace is stopped by name; one that throws is heard, and does no harm', () => {
    for (const n of [40, 300]) {
      const { centres } = FAMILIES.packed!(new Random(1), n, 3)
      let inner: () => unknown = () => undefined
      const necklace: Necklace = new Necklace(centres, 0.7, {
        ...options,
        exclude: (i, j) => {
          inner()
          return (i + j) % 2 === 0
        },
      })
      const expected = necklace.selfCollisions()
      const calls: (() => unknown)[] = [
        () => necklace.selfCollides(),
        () => necklace.selfCollisions(),
        () => necklace.pairsWithin(1),
        () => necklace.closestPair(),
        () => necklace.separatingSet(),
        () => necklace.step(centres),
        () => necklace.undo(),
        () => necklace.repairCages(),
        () => necklace.cages(),
        () => necklace.validate(),
      ]
      for (const call of calls) {
        inner = call
        expect(() => necklace.selfCollides()).toThrow(ChainBusyError)
        inner = () => {
          throw new Error('my own')
        }
        for (const question of calls.slice(0, 5)) expect(question).toThrow('my own')
        inner = () => undefined
        expect(necklace.selfCollisions().pairs).toEqual(expected.pairs)
      }
      necklace.step(centres.map((x) => 3 * x))
      expect(necklace.selfCollides()).toBe(false)
      necklace.validate()
    }
  })

  test('nothing that was returned changes later, and nothing that was given is kept', () => {
    const { centres, radii } = FAMILIES.packed!(new Random(2), 50, 3)
    const [given, sizes] = [Float64Array.from(centres), Float64Array.from(radii, (r) => r + 0.1)]
    const necklace = new Necklace(given, sizes, options)
    const say = (): unknown[] => [
      necklace.centres(),
      necklace.radii(),
      necklace.cages(),
      necklace.selfCollisions(),
      necklace.pairsWithin(0.3),
      necklace.closestPair(),
    ]
    const first = say()
    const copy = structuredClone(first)
    given.fill(7)
    sizes.fill(7)
    // What it cost may depend on what was asked before.
    const answers = (said: unknown[]): unknown[] =>
      said.map((one) => (one !== undefined && 'stats' in (one as object) ? { ...(one as object), stats: 0 } : one))
    expect(answers(say())).toEqual(answers(copy))
    for (const array of [necklace.centres(), necklace.radii(), necklace.cages().balls]) array.fill(9)
    necklace.step(centres.map((x) => 2 * x))
    necklace.selfCollisions()
    necklace.step(centres)
    expect(first).toEqual(copy)
    expect(answers(say())).toEqual(answers(copy))
  })
})

test.each([
  ['loose', looseRope],
  ['coiled', coiledRope],
  ['packed', packedRope],
] as const)('[necklace-methods] ropes of 500 beads, %s: all ways say the same of every frame', (_, make) => {
  const scene = make(500, 3)
  for (const radius of [scene.radius, 0.68]) {
    const all = WAYS.map(({ options }) => new Necklace(scene.centres, radius, options))
    for (let k = 1; k <= 3; k++) {
      const centres = scene.frame(5 * k)
      const said = all.map((necklace) => {
        necklace.step(centres)
        const { pairs, signedDistances } = necklace.selfCollisions()
        const { a, b, signedDistance } = necklace.closestPair()!
        return {
          collides: necklace.selfCollides(),
          pairs,
          signedDistances,
          closest: { a, b, signedDistance },
          free: necklace.separatingSet().free,
        }
      })
      for (const [w, one] of said.entries()) expect(one, WAYS[w]!.name).toEqual(said[1])
      expect(said[1]!.collides).toBe(said[1]!.pairs.length > 0)
      expect(said[1]!.free).toBe(!said[1]!.collides)
    }
  }
})

test('[cages] a rigid motion that rounds nothing changes no basis, whatever the verification', () => {
  for (const verification of ['naive', 'cascade', 'frontier'] as const) {
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed)
      // Multiples of 2⁻²⁰ below 2⁵: turned by quarters and slid by whole numbers without rounding.
      const centres = Float64Array.from({ length: 300 }, () => Math.round(random.range(-10, 10) * 2 ** 20) / 2 ** 20)
      const necklace = new Necklace(centres, 0.25, { method: 'cages', experimental: { verification } })
      necklace.repairCages()
      let at = centres
      for (let k = 0; k < 8; k++) {
        at = at.map((x, i) =>
          k % 2 === 0 ? x + (i % 3) - 1 : i % 3 === 0 ? -at[i + 1]! : i % 3 === 1 ? at[i - 1]! : x,
        )
        expect(necklace.step(at).repair?.basisChanges).toBe(0)
      }
    }
  }
})

test('[necklace-methods] auto goes from one method to another as it is moved and asked, by counts that are the same in every run', () => {
  const n = 600
  const [loose, packed] = [looseRope(n, 1), packedRope(n, 1)]
  const make = (method: 'auto' | 'cages'): Necklace => new Necklace(loose.centres, 0.6, { method })
  const [auto, twin, fixed] = [make('auto'), make('auto'), make('cages')]
  const used = new Set<string>()
  for (let phase = 0; phase < 4; phase++) {
    const scene = phase % 2 === 0 ? loose : packed
    for (let k = 0; k < 60; k++) {
      const centres = scene.frame(k)
      const radius = k % 20 === 19 ? 0.7 : 0.6
      for (const one of [auto, twin, fixed]) {
        one.step(centres, radius)
        // Somebody wants the cages of the loose rope anyway: then they are cheapest.
        if (phase % 2 === 0) one.repairCages()
      }
      expect(auto.selfCollides()).toBe(fixed.selfCollides())
      twin.selfCollides()
      expect(twin.stats).toEqual(auto.stats)
      used.add(auto.stats.method)
      if (k % 10 !== 0) continue
      expect(auto.selfCollisions().pairs).toEqual(fixed.selfCollisions().pairs)
      twin.selfCollisions()
    }
  }
  expect(used.size).toBeGreaterThan(1)
})

test('[necklace-methods] closest pairs that share no edge of the power diagram are found all the same', () => {
  let away = 0
  for (let seed = 1; seed <= 600; seed++) {
    const random = new Random(seed)
    const { centres, radii } = FAMILIES.studs!(random, 4 + random.integer(4), 2)
    const balls = ballsOf(2, centres, radii)
    const necklace = new Necklace(centres, radii, { dimension: 2, method: 'power-diagram' })
    const { a, b, gap } = closestOf(balls, { neighbours: 1, closed: false, exclude: undefined })!
    const found = necklace.closestPair()!
    if (!gapIsRight(balls, a, b, found.signedDistance, 32))
      throw new Error(`${centres.join(', ')}; ${radii.join(', ')}: ${gap}`)
    const edges = new PowerDiagram(centres, radii, { dimension: 2 }).edges()
    const shared = edges.some((e, k) => k % 2 === 0 && e === a && edges[k + 1] === b)
    if (!shared && necklace.stats.method === 'power-diagram') away++
  }
  expect(away).toBeGreaterThan(10)
})

/** Both in one list: the oracle compares balls of one. */
function joined(a: Float64Array, b: Float64Array): Float64Array {
  const all = new Float64Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

test('[necklace-exact] two necklaces touch if two of their beads do, exactly, and are as far apart as the nearest two', () => {
  let touching = 0
  for (let seed = 1; seed <= 250; seed++) {
    const [c, d] = [seed, 5000 + seed].map((s) => necklaceCase(s, { beads: 40, actions: 4, dimension: 3 }))
    const [a, b] = [c!, d!].map((one) =>
      necklaceOf(one, seed % 2 === 0 ? {} : { method: 'cages', experimental: { cages: 'layered' } }),
    )
    const [p, q] = [c!, d!].map((one) => ballsOf(3, one.centres, one.radii))
    const [n, m] = [a!.size, b!.size]
    const all = joined(p!, q!)
    let touch = false
    let least = Infinity
    for (let i = 0; i < n; i++) {
      for (let j = n; j < n + m; j++) {
        touch ||= withinExactly(all, i, j, 0)
        least = Math.min(least, ballGap(all, i, all, j))
      }
    }
    const label = `seeds ${seed} and ${5000 + seed}`
    expect(a!.collidesWith(b!), label).toBe(touch)
    expect(b!.collidesWith(a!), label).toBe(touch)
    const { distance, error, a: i, b: j } = a!.distanceTo(b!)
    expect(distance === 0, label).toBe(touch)
    if (touch) touching++
    if (touch) expect(withinExactly(all, i, n + j, 0), label).toBe(true)
    else expect(Math.abs(distance - least), label).toBeLessThanOrEqual(error)
    expect(b!.distanceTo(a!).distance, label).toBe(distance)
  }
  expect(touching).toBeGreaterThan(40)
})

test('[never-misses] a necklace touches a box or a ball if a bead does, and is as far from it as the nearest bead', () => {
  let [touching, apart] = [0, 0]
  for (let seed = 1; seed <= 300; seed++) {
    const c = necklaceCase(seed, { beads: 60, actions: 0, dimension: 3, families: [...ROUND] })
    const random = new Random(seed)
    const balls = ballsOf(3, c.centres, c.radii)
    // Whole sizes at whole places: exact touching is common.
    const half = [0, 1, 2].map(() => 1 + random.integer(3))
    const at = [0, 1, 2].map(() => random.integer(25) - 12)
    const radius = 1 + random.integer(4)
    const [toBox, toBall] = [Infinity, Infinity].map((_, kind) => {
      let least = Infinity
      for (let i = 0; i < balls.length; i += 4) {
        const d = [0, 1, 2].map((k) => Math.abs(balls[i + k]! - at[k]!) - (kind === 0 ? half[k]! : 0))
        const away = Math.sqrt(d.reduce((sum, x) => sum + Math.max(0, x) ** 2, 0)) - (kind === 0 ? 0 : radius)
        least = Math.min(least, away - balls[i + 3]!)
      }
      return least
    })
    const necklace = necklaceOf(c, {})
    const size = half.map((h) => 2 * h)
    for (const [shape, pose, truth] of [
      [box({ size, at }), undefined, toBox!],
      [box({ size }), { at }, toBox!],
      [sphere({ radius, at }), undefined, toBall!],
    ] as const) {
      const { distance, error } = necklace.distanceTo(shape, pose)
      const label = `seed ${seed}, ${shape.kind}`
      expect(Math.abs(distance - Math.max(0, truth)), label).toBeLessThanOrEqual(error + 1e-12)
      // What touches is never called free; what is apart by more than rounding is.
      if (truth <= 0) expect(necklace.collidesWith(shape, pose), label).toBe(true)
      if (truth > 1e-9) expect(necklace.collidesWith(shape, pose), label).toBe(false)
      if (truth <= 0) touching++
      else apart++
    }
  }
  expect(Math.min(touching, apart)).toBeGreaterThan(50)
})

/** Families about the size of one, near the origin. */
const ROUND = [
  'gas',
  'lattice',
  'walk',
  'rope',
  'snake',
  'points',
  'heap',
  'line',
  'sphere',
  'dolls',
  'unequal',
] as const
