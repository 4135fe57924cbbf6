// The checker of separating sets: what the search finds is accepted, and what anybody else makes up is not.
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { buildCages } from '../../src/chains/necklace/cage-tree.js'
import { necklaceDocument } from '../../src/chains/necklace/necklace-document.js'
import { CageSearch } from '../../src/chains/necklace/necklace-search.js'
import { findSeparatingSet, type SeparatingSet } from '../../src/chains/necklace/necklace-separating.js'
import type { BeadRule } from '../../src/chains/power/bead-rule.js'
import { verifySeparatingSet } from '../../src/verify/index.js'
import { checkedPair, checkedPairs, gapSign, pairsWithin, randomNecklace } from '../oracle/chains/necklace-search.js'

const PLAIN: BeadRule = { neighbours: 1, closed: false, exclude: undefined }

interface Data {
  beads: unknown
  cages: unknown
  balls: unknown
  pairs: unknown
}

function parts(balls: Float64Array): { centres: number[]; radii: number[] } {
  const n = balls.length / 4
  return {
    centres: Array.from({ length: 3 * n }, (_, k) => balls[4 * Math.floor(k / 3) + (k % 3)]!),
    radii: Array.from({ length: n }, (_, i) => balls[4 * i + 3]!),
  }
}

function verdict(balls: Float64Array, rule: BeadRule, set: unknown): ReturnType<typeof verifySeparatingSet> {
  const { centres, radii } = parts(balls)
  const given = set instanceof Object && 'toJSON' in set ? (set as SeparatingSet).toJSON() : set
  const isBare = given instanceof Object && 'beads' in given && !('limber' in given)
  const plain = isBare ? { limber: 2, kind: 'separating-set', ...given } : given
  return verifySeparatingSet(necklaceDocument(centres, radii, rule), plain)
}

function reasonOf(balls: Float64Array, rule: BeadRule, set: unknown): string {
  const found = verdict(balls, rule, set)
  return found.valid ? 'valid' : found.reason
}

/** Beads of a random walk, shrunk until none that are checked touch; and their separating set. */
function freeNecklace(random: Random, n: number, rule: BeadRule): { balls: Float64Array; set: SeparatingSet } {
  const balls = randomNecklace(random, n, 3, 25, random.integer(2) === 0 ? 2 : 3)
  for (;;) {
    const { set } = findSeparatingSet(new CageSearch(), buildCages(balls), rule)
    if (set !== undefined) return { balls, set }
    for (let i = 3; i < balls.length; i += 4) balls[i]! *= 0.7
  }
}

/** The beads of an element of a set. */
function beadsOf(set: { beads: number; cages: ArrayLike<number> }, e: number): number[] {
  if (e < set.beads) return [e]
  const at = 2 * (e - set.beads)
  return Array.from({ length: set.cages[at + 1]! }, (_, k) => set.cages[at]! + k)
}

function copy(set: SeparatingSet): { beads: number; cages: number[]; balls: number[]; pairs: number[] } {
  return JSON.parse(JSON.stringify(set)) as ReturnType<typeof copy>
}

test('a set exists where no beads touch, and nowhere else; the checker accepts it, as arrays and as JSON', () => {
  const random = new Random(21)
  let none = 0
  for (let k = 0; k < 150; k++) {
    const n = 1 + random.integer(50)
    const rule: BeadRule = {
      neighbours: random.integer(4),
      closed: random.integer(2) === 0,
      exclude: k % 3 === 0 ? (i, j) => (i + j) % 4 === 0 : undefined,
    }
    const balls = randomNecklace(random, n, 3, 30, 3)
    const shrink = random.range(0.05, 1)
    for (let i = 3; i < balls.length; i += 4) balls[i]! *= shrink
    const touching = pairsWithin(balls, rule)
    const { outcome, set, a, b } = findSeparatingSet(new CageSearch(), buildCages(balls), rule)
    if (touching.length > 0) {
      none++
      expect([outcome, set]).toEqual(['stopped', undefined])
      expect(touching).toContainEqual([a, b])
      continue
    }
    expect(outcome).toBe('done')
    expect(verdict(balls, rule, set)).toMatchObject({ valid: true })
    expect(verdict(balls, rule, JSON.parse(JSON.stringify(set)))).toMatchObject({ valid: true })
  }
  expect(none).toBeGreaterThan(20)
  expect(none).toBeLessThan(130)
})

test('what is accepted covers every checked pair with balls that are apart, exactly', () => {
  const random = new Random(22)
  for (let k = 0; k < 20; k++) {
    const rule: BeadRule = { ...PLAIN, closed: k % 2 === 0, neighbours: random.integer(3) }
    const { balls, set } = freeNecklace(random, 2 + random.integer(40), rule)
    const covered = new Set<string>()
    for (let p = 0; p < set.pairs.length; p += 2) {
      for (const i of beadsOf(set, set.pairs[p]!)) {
        for (const j of beadsOf(set, set.pairs[p + 1]!)) {
          expect(gapSign(balls, i, balls, j)).toBe(1)
          covered.add(`${Math.min(i, j)} ${Math.max(i, j)}`)
        }
      }
    }
    for (const [i, j] of checkedPairs(rule, set.beads)) expect(covered).toContain(`${i} ${j}`)
  }
})

test('a pair left out is missed, unless another one holds its beads', () => {
  const random = new Random(23)
  const { balls, set } = freeNecklace(random, 40, PLAIN)
  let refused = 0
  for (let p = 0; p < set.pairs.length; p += 2) {
    const forged = copy(set)
    forged.pairs.splice(p, 2)
    const lost = beadsOf(set, set.pairs[p]!).flatMap((i) => beadsOf(set, set.pairs[p + 1]!).map((j) => [i, j] as const))
    // A search never shows two beads twice.
    const needed = lost.some(([i, j]) => checkedPair(PLAIN, 40, i, j))
    expect(verdict(balls, PLAIN, forged).valid).toBe(!needed)
    if (needed) {
      refused++
      expect(reasonOf(balls, PLAIN, forged)).toMatch(/^no pair holds beads \d+ and \d+$/)
    }
  }
  expect(refused).toBeGreaterThan(40)
})

/** The next double towards zero. */
function stepDown(x: number): number {
  const words = new BigInt64Array(new Float64Array([x]).buffer)
  words[0]! -= 1n
  return new Float64Array(words.buffer)[0]!
}

test('a cage that is too small by one step of a double is refused', () => {
  // Beads along a line with whole numbers: the cage around three of them is exactly as large as said.
  const balls = new Float64Array(16)
  for (const [i, x] of [0, 3, 6, 40].entries()) balls.set([x, 0, 0, 1], 4 * i)
  const set = { beads: 4, cages: [0, 3], balls: [3, 0, 0, 4], pairs: [4, 3, 0, 2] }
  const rule = { ...PLAIN }
  expect(verdict(balls, rule, set)).toMatchObject({ valid: true })
  expect(reasonOf(balls, rule, { ...set, balls: [3, 0, 0, stepDown(4)] })).toBe('cage 0 does not contain bead 0')
  expect(reasonOf(balls, rule, { ...set, balls: [3, Number.MIN_VALUE, 0, 4] })).toBe('cage 0 does not contain bead 0')
  expect(reasonOf(balls, rule, { ...set, balls: [3 + 2 ** -51, 0, 0, 4] })).toBe('cage 0 does not contain bead 0')
  expect(reasonOf(balls, rule, { ...set, balls: [3, 0, 0, -4] })).toBe('cage 0 does not contain bead 0')
})

test('a cage around nothing but a part of its bead is refused, and one that is too small where squares underflow', () => {
  const balls = new Float64Array(12)
  for (const [i, x] of [0, 3, 40].entries()) balls.set([x, 0, 0, 1], 4 * i)
  const set = { beads: 3, cages: [0, 1], balls: [0, 0, 0, 1], pairs: [3, 2] }
  expect(verdict(balls, PLAIN, set)).toMatchObject({ valid: true })
  expect(reasonOf(balls, PLAIN, { ...set, balls: [0, 0, 0, 0.5] })).toBe('cage 0 does not contain bead 0')
  const scale = 2 ** -600
  const tiny = balls.map((x) => x * scale)
  const both = { beads: 3, cages: [0, 2], balls: [1.5 * scale, 0, 0, 2.5 * scale], pairs: [3, 2] }
  expect(verdict(tiny, PLAIN, both)).toMatchObject({ valid: true })
  const small = { ...both, balls: [1.5 * scale, 0, 0, stepDown(2.5 * scale)] }
  expect(reasonOf(tiny, PLAIN, small)).toBe('cage 0 does not contain bead 0')
})

test('every pair that is checked is needed, and no other, around the end too', () => {
  // Beads so small that all are apart, and nothing but beads in the set.
  const n = 7
  const balls = new Float64Array(4 * n)
  for (let i = 0; i < n; i++) balls.set([i, i * i, 0, 0.01], 4 * i)
  for (const closed of [false, true]) {
    for (const neighbours of [0, 1, 2, 3, 6, 9]) {
      const rule: BeadRule = { neighbours, closed, exclude: undefined }
      const pairs = checkedPairs(rule, n)
      const of = (kept: readonly (readonly [number, number])[]): object => ({
        beads: n,
        cages: [],
        balls: [],
        pairs: kept.flatMap(([i, j]) => [j, i]),
      })
      expect(verdict(balls, rule, of(pairs))).toMatchObject({ valid: true })
      for (const dropped of pairs) {
        const reason = reasonOf(balls, rule, of(pairs.filter((pair) => pair !== dropped)))
        expect(reason).toBe(`no pair holds beads ${dropped[0]} and ${dropped[1]}`)
      }
    }
  }
})

test('balls that touch in one point are not apart; by one step of a double they are', () => {
  const balls = new Float64Array(12)
  balls.set([0, 0, 0, 2, 50, 50, 0, 1, 3, 4, 0, 3])
  const set = { beads: 3, cages: [], balls: [], pairs: [0, 2] }
  expect(reasonOf(balls, PLAIN, set)).toBe('pair 0, of elements 0 and 2, is not apart')
  balls[3] = stepDown(2)
  expect(verdict(balls, PLAIN, set)).toMatchObject({ valid: true })
  // Where squares underflow, too.
  const tiny = balls.map((x) => x * 2 ** -1000)
  expect(verdict(tiny, PLAIN, set)).toMatchObject({ valid: true })
  tiny[3] = 2 * 2 ** -1000
  expect(verdict(tiny, PLAIN, set).valid).toBe(false)
})

/** A ring of sixty beads, each of which touches the next three on either side; bead 0 touches the next six. */
function ring(): Float64Array {
  const balls = new Float64Array(240)
  const chord = (places: number): number => 2 * Math.sin((Math.PI * places) / 60)
  for (let i = 0; i < 60; i++) {
    const angle = (2 * Math.PI * i) / 60
    balls.set([Math.cos(angle), Math.sin(angle), 0, i === 0 ? chord(6.5) - chord(3.5) / 2 : chord(3.5) / 2], 4 * i)
  }
  return balls
}

test('a set for another necklace or another rule is refused', () => {
  const balls = ring()
  const loose: BeadRule = { neighbours: 3, closed: true, exclude: (i) => i === 0 }
  const { set } = findSeparatingSet(new CageSearch(), buildCages(balls), loose)
  expect(verdict(balls, loose, set)).toMatchObject({ valid: true })
  expect(verdict(balls, { ...loose, neighbours: 5 }, set)).toMatchObject({ valid: true })
  expect(reasonOf(balls, { ...loose, closed: false }, set)).toMatch(/^no pair holds beads/)
  expect(reasonOf(balls, { ...loose, neighbours: 2 }, set)).toMatch(/^no pair holds beads/)
  expect(reasonOf(balls, { ...loose, exclude: undefined }, set)).toMatch(/^no pair holds beads 0 and/)
  const other = balls.slice()
  other[0]! += 1000
  expect(verdict(other, loose, set).valid).toBe(false)
  expect(reasonOf(balls.slice(0, -4), loose, set)).toBe('it is about another number of beads than 59')
})

test('forged sets of every kind are refused, and each by what is wrong with it', () => {
  const { balls, set } = freeNecklace(new Random(25), 30, PLAIN)
  const forge = (change: (data: Data) => void): string => {
    const data: Data = copy(set)
    change(data)
    return reasonOf(balls, PLAIN, data)
  }
  const cages = set.cages.length / 2
  const put = (list: unknown, at: number, value: unknown): void => {
    ;(list as unknown[])[at] = value
  }
  expect(forge(() => {})).toBe('valid')
  for (const value of [30 + cages, 2 ** 40, -1, 0.5, null, '3']) {
    expect(forge((d) => put(d.pairs, 0, value))).toMatch(/^pairs is not a whole number/)
  }
  expect(forge((d) => put(d.pairs, 0, Number.NaN))).toMatch(/values that JSON does not have/)
  expect(forge((d) => put(d.pairs, 1, set.pairs[0]))).toMatch(/is not apart$/)
  expect(forge((d) => (d.pairs as number[]).pop())).toMatch(/not a list of pairs/)
  expect(forge((d) => put(d.cages, 1, -1))).toMatch(/^cages is not a whole number/)
  for (const value of [0, 30]) expect(forge((d) => put(d.cages, 1, value))).not.toBe('valid')
  expect(forge((d) => put(d.cages, 1, 31))).toMatch(/^cages is not a whole number/)
  expect(forge((d) => put(d.cages, 0, 30))).toMatch(/^cage 0 has beads that there are not/)
  expect(forge((d) => put(d.cages, 1, set.cages[1]! + 1))).not.toBe('valid')
  expect(forge((d) => put(d.cages, 1, set.cages[1]! - 1))).not.toBe('valid')
  expect(forge((d) => (d.cages as number[]).pop())).toMatch(/^balls is a list of/)
  expect(forge((d) => (d.cages as number[]).push(0, 1))).toMatch(/^balls is a list of/)
  expect(forge((d) => (d.balls as number[]).pop())).toMatch(/^balls is a list of/)
  for (let k = 0; k < 4; k++) expect(forge((d) => put(d.balls, k, 1e300))).toMatch(/^balls is not a number/)
  expect(forge((d) => put(d.balls, 3, set.balls[3]! * 0.99))).toMatch(/^cage 0 does not contain bead/)
  expect(forge((d) => put(d.balls, 3, 1e9))).toMatch(/is not apart$/)
  for (const beads of [29, 31, '30', null, {}]) {
    expect(forge((d) => Object.assign(d, { beads }))).toBe('it is about another number of beads than 30')
  }
  for (const field of ['cages', 'balls', 'pairs'] as const) {
    for (const value of [null, 7, 'text', {}, { length: 4 }]) {
      expect(forge((d) => Object.assign(d, { [field]: value }))).toBe(`${field} is not a list`)
    }
    for (const value of [undefined, new DataView(new ArrayBuffer(8)), new Array(4), []]) {
      expect(forge((d) => Object.assign(d, { [field]: value }))).not.toBe('valid')
    }
  }
  for (const version of [1, 3, '2', undefined])
    expect(forge((d) => Object.assign(d, { limber: version }))).not.toBe('valid')
  for (const other of [undefined, null, 5, 'text', true, [], {}, [set], { beads: 30 }]) {
    expect(reasonOf(balls, PLAIN, other)).not.toBe('valid')
  }
})

test('numbers changed at random are refused, or the set is still a proof', () => {
  const random = new Random(26)
  const { balls, set } = freeNecklace(random, 24, PLAIN)
  const values = [0, -0, 1, 2, 3, 23, 24, 25, 60, -1, 0.5, 1e-300, 1e60, Number.NaN, Infinity, null, '1', [], {}]
  let valid = 0
  for (let k = 0; k < 1500; k++) {
    const forged = copy(set)
    const list = [forged.cages, forged.balls, forged.pairs][random.integer(3)]! as unknown[]
    const at = random.integer(list.length)
    if (k % 2 === 0) list[at] = values[random.integer(values.length)]
    else list[at] = (list[at] as number) + (random.integer(2) * 2 - 1)
    if (!verdict(balls, PLAIN, forged).valid) continue
    valid++
    for (const [i, j] of checkedPairs(PLAIN, 24)) {
      const held = Array.from({ length: forged.pairs.length / 2 }, (_, p) => 2 * p).some((p) => {
        const [a, b] = [beadsOf(forged, forged.pairs[p]!), beadsOf(forged, forged.pairs[p + 1]!)]
        return (a.includes(i) && b.includes(j)) || (a.includes(j) && b.includes(i))
      })
      expect(held && gapSign(balls, i, balls, j) > 0, JSON.stringify(forged)).toBe(true)
    }
  }
  expect(valid).toBeGreaterThan(0)
})

const SET = { limber: 2, kind: 'separating-set', cages: [], balls: [] }

test('beads in the plane, one radius for all, and a rule given as the options of a necklace', () => {
  const set = { ...SET, beads: 3, pairs: [2, 0] }
  const options = { dimension: 2, method: 'grid', neighbours: 1 } as const
  const three = (radius: number): unknown => necklaceDocument([0, 0, 2, 0, 4, 0], radius, options)
  expect(verifySeparatingSet(three(1), set)).toEqual({ valid: true, beads: 3 })
  expect(verifySeparatingSet(three(2), set).valid).toBe(false)
  expect(verifySeparatingSet(necklaceDocument([0, 0, 0], 1), { ...SET, beads: 1, pairs: [] }).valid).toBe(true)
})

test('[separating-set] whatever is given instead of a necklace is refused, and nothing is thrown', () => {
  const set = { ...SET, beads: 1, pairs: [] }
  const good = necklaceDocument([0, 0, 0], 1)
  expect(verifySeparatingSet(good, set).valid).toBe(true)
  const strange = [
    ...[undefined, null, 5, [], {}].map((value) => value as unknown),
    ...[[], [1, 2], [1, 2, Number.NaN], new Array(3), ['0', 0, 0]].map((centres) => ({ ...good, centres })),
    ...[[-1], [1, 2], [Number.NaN], [], 1].map((radii) => ({ ...good, radii })),
    ...[-1, 0.5, null].map((neighbours) => ({ ...good, neighbours })),
    ...[{ closed: 1 }, { dimension: 4 }, { excluded: [[0]] }, { excluded: [[0, 5]] }, { limber: 1 }, { kind: 'x' }].map(
      (wrong) => ({ ...good, ...wrong }),
    ),
  ]
  for (const necklace of strange) expect(verifySeparatingSet(necklace, set)).toMatchObject({ valid: false })
})

test('[separating-set] whatever is given instead of a set is refused, and nothing is thrown', () => {
  const beads = necklaceDocument([0, 0, 0, 5, 0, 0, 10, 0, 0], 1)
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const strange: unknown[] = [
    JSON.parse('{"beads":{"toString":null}}'),
    JSON.parse(`{"beads":${'['.repeat(3000)}${']'.repeat(3000)}}`),
    { ...SET, beads: '3', pairs: [0, 2] },
    { ...SET, beads: 3, pairs: [0, { valueOf: () => 2 }] },
    {
      ...SET,
      get beads(): number {
        throw new Error('not to be seen')
      },
    },
    proxy,
  ]
  for (const set of strange) expect(verifySeparatingSet(beads, set)).toMatchObject({ valid: false })
})

test('[separating-set] a rule that answers with something true leaves a pair out, as it does for a necklace', () => {
  const rule = { exclude: () => 1 as unknown as boolean }
  const beads = necklaceDocument([0, 0, 0, 5, 0, 0, 10, 0, 0], 3, rule)
  expect(verifySeparatingSet(beads, { ...SET, beads: 3, pairs: [] })).toMatchObject({ valid: true })
})

test('[separating-set] cages that hold everything over and over are refused before they are work', () => {
  const beads = Float64Array.from({ length: 3 * 1000 }, (_, k) => 5 * k)
  const cages = Array.from({ length: 20_000 }, (_, k) => (k % 2 === 0 ? 0 : 1000))
  const balls = Array.from({ length: 40_000 }, (_, k) => (k % 4 === 3 ? 1e6 : 0))
  const reason = 'the cages hold every bead more than 64 times'
  const set = { ...SET, beads: 1000, cages, balls, pairs: [] }
  expect(verifySeparatingSet(necklaceDocument(beads, 1), set)).toMatchObject({ valid: false, reason })
})
