// Necklaces for the closest pair by the power diagram, and its answers against every pair tested (oracle/chains/necklaces.ts). Besides the
// families of oracle/chains/necklaces-cases.ts there are those that the theorem is about: adjacent beads that touch, that overlap, that
// are apart, and mixtures of these, with radii of every ratio up to 20, in space, in a plane of it, and along a line.

import type { Random } from '../../../src/base/math/random.js'
import {
  closestByPower,
  MOST_IMPROPER,
  type PowerRefusal,
  touchByPower,
} from '../../../src/chains/power/power-closest.js'
import { diagramOfBalls } from '../../../src/chains/power/power-diagram.js'
import { BALL, BALL_GAP_ROUNDING, ballGap } from '../../../src/geometry/balls/ball-pair.js'
import { ballsOf, closestOf, isTested, type OracleRule, pairsOf } from './necklaces.js'
import { FAMILIES } from './necklaces-cases.js'

export interface PowerCase {
  readonly dimension: 2 | 3
  readonly neighbours: number
  readonly closed: boolean
  /** Pairs of which i + 3·j is a multiple of it are excluded; 0: none are. */
  readonly exclude: number
  /** x, y, z, r a bead. */
  readonly balls: readonly number[]
}

/** Distance of adjacent beads, as a share of the sum of their radii: from, to. */
const SPACINGS: Readonly<Record<string, readonly [number, number]>> = {
  touching: [1, 1],
  overlapping: [0.5, 1],
  apart: [1, 2],
  sparse: [1, 6],
  mixed: [0.5, 1.8],
  wild: [0.1, 4],
}

const RATIOS = [1, 1.2, 2, 5, 20]

function chain(random: Random, n: number, dimension: 2 | 3, spacing: readonly [number, number]): Float64Array {
  const balls = new Float64Array(BALL * n)
  const ratio = RATIOS[random.integer(RATIOS.length)]!
  const shape = random.integer(6)
  // 0: along a line; 1: in a plane of space; else free. Half of those bend back on themselves.
  const turn = new Float64Array(6)
  random.direction(turn)
  random.direction(turn, 3)
  const heading = new Float64Array(3)
  const bend = shape < 4 ? 4 : random.range(0.2, 1)
  // Large beads with small ones in between are what makes beads improper.
  const alternate = random.integer(3) === 0
  random.direction(heading)
  for (let i = 0; i < n; i++) {
    const share = alternate ? (i % 2 === 0 ? random.range(0, 0.2) : random.range(0.8, 1)) : random.unit()
    const r = ratio ** -share
    balls[BALL * i + 3] = r
    if (i === 0) continue
    const p = BALL * (i - 1)
    const step = (balls[p + 3]! + r) * random.range(spacing[0], spacing[1])
    const other = random.direction(new Float64Array(3))
    for (let k = 0; k < 3; k++) heading[k] = heading[k]! + bend * other[k]!
    if (dimension === 2) heading[2] = 0
    else if (shape === 1) heading[2] = heading[0]! - heading[1]!
    if (shape === 0) for (let k = 0; k < 3; k++) heading[k] = (other[0]! < 0.3 ? 1 : -1) * turn[k]!
    if (shape === 0 && dimension === 2) heading[2] = 0
    const length = Math.sqrt(heading[0]! ** 2 + heading[1]! ** 2 + heading[2]! ** 2)
    for (let k = 0; k < 3; k++) {
      heading[k] = heading[k]! / length
      balls[p + BALL + k] = balls[p + k]! + step * heading[k]!
    }
  }
  return balls
}

/**
 * A large bead with small neighbours on the side where the bead nearest to it is, so that they take its wall to that one away: what
 * the theorem needs improper beads for. The others are put where they are no nearer, as well as a few tries can.
 */
function stubs(random: Random, dimension: 2 | 3): Float64Array {
  const gap = random.range(0.05, 1.2)
  const b = 10 ** random.range(-1.5, 0.5)
  const side = (k: number): number => (k % 2 === 0 ? 1 : -1) * random.range(0.05, 0.9)
  const near = (k: number): number[] => {
    const r = 10 ** random.range(-2.5, -0.3)
    const at = [1, side(k), dimension === 2 ? 0 : side(k >> 1)]
    const length = Math.sqrt(at[0]! ** 2 + at[1]! ** 2 + at[2]! ** 2)
    const far = (1 + r * random.range(-1, 1.2)) / length
    return [...at.map((x) => x * far), r]
  }
  const beads: number[][] = [near(0), [0, 0, 0, 1], near(1)]
  if (random.integer(2) === 0) beads.unshift(near(2))
  if (random.integer(2) === 0) beads.push(near(3))
  const j = [1 + gap + b, 0, 0, b]
  const others: number[][] = []
  for (let k = random.integer(5); k > 0; k--) {
    for (let tries = 0; tries < 20; tries++) {
      const bead = [
        random.range(-1, 4),
        random.range(-3, 3),
        dimension === 2 ? 0 : random.range(-3, 3),
        10 ** random.range(-2, 0),
      ]
      const clear = [...beads, j, ...others].every(([x, y, z, r]) => {
        return Math.sqrt((x! - bead[0]!) ** 2 + (y! - bead[1]!) ** 2 + (z! - bead[2]!) ** 2) - r! - bead[3]! > gap
      })
      if (!clear) continue
      others.push(bead)
      break
    }
  }
  const at = random.integer(others.length + 1)
  // The gap along the necklace before the next bead, so that few have a common neighbour.
  const between = [
    [-9, 0, 0, 0.1],
    [-9, 3, 0, 0.1],
  ]
  return Float64Array.from([...beads, ...between, ...others.slice(0, at), j, ...others.slice(at)].flat())
}

/** The seven beads of a counterexample, shaken; in space, each a little out of the plane. */
function shakenSeven(random: Random, dimension: 2 | 3): Float64Array {
  const by = random.range(0, 0.4)
  return Float64Array.from(SEVEN, (x, k) => {
    if (k % 4 === 3) return x * random.range(0.7, 1.3)
    return k % 4 === 2 && (dimension === 2 || by < 0.1) ? 0 : x + random.range(-by, by)
  })
}

/** Mixed: the closest pair, third and seventh, shares no edge, and has no common neighbour and no end for a neighbour. */
export const SEVEN: readonly number[] = [
  0, 0, 0, 0.359, -0.658, -0.619, 0, 0.485, -3.016, 1.634, 0, 1.484, -3.224, 0.692, 0, 0.56, -7.665, 1.313, 0, 2.312,
  -5.101, -0.381, 0, 0.258, -4.286, -0.788, 0, 0.427,
]

export const POWER_FAMILIES: readonly string[] = [
  ...Object.keys(SPACINGS),
  'stubs',
  'seven',
  ...Object.keys(FAMILIES).filter((name) => name !== 'mixed'),
]

/** Small necklaces mostly: they are where exceptions are dense. */
export function powerCase(family: string, random: Random): PowerCase {
  const n = (random.integer(16) === 0 ? 1 : 4) + random.integer([5, 5, 5, 9, 9, 20][random.integer(6)]!)
  const dimension = random.integer(2) === 0 ? 2 : 3
  const spacing = SPACINGS[family]
  let balls: Float64Array
  if (spacing !== undefined) balls = chain(random, n, dimension, spacing)
  else if (family === 'stubs') balls = stubs(random, dimension)
  else if (family === 'seven') balls = shakenSeven(random, dimension)
  else {
    const lie = FAMILIES[family]!(random, n, dimension)
    balls = ballsOf(dimension, lie.centres, lie.radii)
  }
  return {
    dimension,
    neighbours: random.integer(4) === 0 ? random.integer(4) : 1,
    closed: random.integer(4) === 0,
    exclude: random.integer(8) === 0 ? 1 + random.integer(6) : 0,
    balls: [...balls],
  }
}

/** What became of a case: how the two questions were answered, and what the closest pair was. */
export interface PowerOutcome {
  readonly touch: PowerRefusal | 'proved'
  readonly closest: PowerRefusal | 'proved'
  readonly found: 'edge' | 'common' | 'improper' | 'none'
}

/** Throws where an answer that is not refused is wrong. `mostImproper` as closestByPower has it. */
export function checkPowerCase(c: PowerCase, mostImproper = MOST_IMPROPER): PowerOutcome {
  const balls = Float64Array.from(c.balls)
  const n = balls.length / BALL
  const exclude = c.exclude === 0 ? undefined : (i: number, j: number): boolean => (i + 3 * j) % c.exclude === 0
  const rule: OracleRule = { neighbours: c.neighbours, closed: c.closed, exclude }
  const fail = (what: string): never => {
    throw new Error(`${what}\nconst c: PowerCase = ${JSON.stringify(c)}`)
  }
  const view = diagramOfBalls(balls, c.dimension).view()
  const touch = touchByPower(view, rule)
  const touching = pairsOf(balls, rule).pairs.length > 0
  if (touch.refused === undefined && touch.touching !== touching) fail(`touching: ${touch.touching}`)
  const closest = closestByPower(view, rule, mostImproper)
  const { i, j, gap } = closest
  const truth = closestOf(balls, rule)
  let found: PowerOutcome['found'] = 'none'
  if (closest.refused === undefined) {
    if (truth === undefined) {
      if (i !== -1 || j !== -1 || gap !== Infinity) fail(`a pair ${i}, ${j} where none is checked`)
    } else {
      if (!(i >= 0 && i < j && j < n && isTested(n, rule, i, j))) fail(`${i}, ${j} is not checked`)
      if (gap !== ballGap(balls, i, balls, j)) fail(`${i}, ${j} is not ${gap} apart`)
      // Both gaps are rounded, and either may be the lesser.
      const reach =
        Math.abs(gap) +
        2 * (balls[BALL * i + 3]! + balls[BALL * j + 3]! + balls[BALL * truth.a + 3]! + balls[BALL * truth.b + 3]!)
      if (gap < truth.gap || gap - truth.gap > 2 * BALL_GAP_ROUNDING * reach) {
        fail(`${i}, ${j} at ${gap}; closest are ${truth.a}, ${truth.b} at ${truth.gap}`)
      }
      found = kindOf(view.edges, n, rule, i, j)
    }
  }
  return { touch: touch.refused ?? 'proved', closest: closest.refused ?? 'proved', found }
}

function kindOf(edges: Int32Array, n: number, rule: OracleRule, i: number, j: number): PowerOutcome['found'] {
  for (let k = 0; k < edges.length; k += 2) if (edges[k] === i && edges[k + 1] === j) return 'edge'
  const along = rule.closed ? Math.min(j - i, n - (j - i)) : j - i
  return along <= 2 * rule.neighbours ? 'common' : 'improper'
}

/** Counts by name. */
export class Tally {
  readonly counts = new Map<string, number>()

  add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0
  }

  toString(): string {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  }
}
