// Cage trees against the definition, and the necklaces and motions they are tried on. A case is a seed, a family and a list of
// motions: plain data that can be pasted back.
import { Random } from '../../../src/base/math/random.js'
import { TINY_LENGTH, U } from '../../../src/base/math/rounding.js'
import { cosine, sine } from '../../../src/base/math/trigonometry.js'
import { CageKeeper, type CageRepair } from '../../../src/chains/necklace/cage-keeper.js'
import { CAGE_VERIFICATIONS } from '../../../src/chains/necklace/cage-settle.js'
import { buildCages, type CageTree } from '../../../src/chains/necklace/cage-tree.js'
import { validateCages } from '../../../src/chains/necklace/cage-validate.js'
import { encloseBalls } from '../../../src/geometry/balls/enclosing-ball.js'
import { add, type Dyadic, exact, multiply } from '../exact.js'

const negative = (a: Dyadic): Dyadic => ({ m: -a.m, e: a.e })
const difference = (a: number, b: number): Dyadic => add(exact(a), negative(exact(b)))

/** Whether the ball `inner` is in the ball `outer`, both x, y, z, r, in exact arithmetic. */
export function ballContains(outer: ArrayLike<number>, o: number, inner: ArrayLike<number>, i: number): boolean {
  const room = difference(outer[o + 3]!, inner[i + 3]!)
  if (room.m < 0n) return false
  let apart: Dyadic = { m: 0n, e: 0 }
  for (let k = 0; k < 3; k++) {
    const d = difference(outer[o + k]!, inner[i + k]!)
    apart = add(apart, multiply(d, d))
  }
  return add(multiply(room, room), negative(apart)).m >= 0n
}

/** Every cage contains its beads, a layered one its children's cages as well: exactly. */
export function checkContainment(tree: CageTree): void {
  for (let k = 0; k < tree.nodes; k++) {
    for (let i = tree.first[k]!; i < tree.end[k]!; i++) {
      if (!ballContains(tree.cage, 4 * k, tree.balls, 4 * i)) throw new Error(`bead ${i} sticks out of cage ${k}`)
    }
    if (tree.wrapped || tree.child[k]! < 0) continue
    for (const child of [k + 1, tree.second[k]!]) {
      if (!ballContains(tree.cage, 4 * k, tree.cage, 4 * child))
        throw new Error(`cage ${child} sticks out of cage ${k}`)
    }
  }
}

const cold = new Float64Array(4)
const coldBasis = new Int32Array(4)

/**
 * Two radii are the same if they differ by less than 1e-12 of them, and by what a centre's coordinates are rounded by. Two
 * centres, if by less than that, or where two different bases serve as well, by what balls of almost the same size allow: if
 * one of radius R is the smallest and another of R + e contains the same, the centres are within √(e(2R + e)) of each other.
 */
function near(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number, sameBasis: boolean): boolean {
  const size = Math.max(a[i + 3]!, b[j + 3]!)
  const far = Math.max(Math.abs(a[i]!), Math.abs(a[i + 1]!), Math.abs(a[i + 2]!))
  const close = 1e-12 * size + 64 * U * far + TINY_LENGTH
  if (!(Math.abs(a[i + 3]! - b[j + 3]!) <= close)) return false
  const slack = 2e-13 * size + 64 * U * far
  const apart = sameBasis ? close : close + 2 * Math.sqrt(slack * (2 * size + slack))
  return [0, 1, 2].every((k) => Math.abs(a[i + k]! - b[j + k]!) <= apart)
}

/** The tree against one built from nothing, and its cages against balls found from nothing. Returns bases that differ. */
export function checkTree(tree: CageTree): number {
  validateCages(tree)
  checkContainment(tree)
  const other = buildCages(tree.balls, { cages: tree.wrapped ? 'wrapped' : 'layered' })
  let differ = 0
  for (let k = 0; k < tree.nodes; k++) {
    const basis = tree.basis.subarray(4 * k, 4 * k + 4)
    const same = basis.every((bead, i) => bead === other.basis[4 * k + i])
    if (!same) differ++
    if (!near(tree.cage, 4 * k, other.cage, 4 * k, same)) {
      throw new Error(
        `cage ${k} is ${tree.cage.subarray(4 * k, 4 * k + 4)} of ${basis}, and built from nothing ` +
          `${other.cage.subarray(4 * k, 4 * k + 4)} of ${other.basis.subarray(4 * k, 4 * k + 4)}`,
      )
    }
    // Squares of lengths below that underflow, and nothing but containment is promised.
    if (!tree.wrapped || tree.cage[4 * k + 3]! < TINY_LENGTH) continue
    encloseBalls(cold, 0, tree.balls, tree.first[k]!, tree.end[k]! - tree.first[k]!, coldBasis, 0, 0)
    const asCold = basis.every((bead, i) => bead === coldBasis[i])
    if (!near(tree.cage, 4 * k, cold, 0, asCold)) {
      throw new Error(`cage ${k} is ${tree.cage.subarray(4 * k, 4 * k + 4)}, and found from nothing ${cold}`)
    }
  }
  return differ
}

type Family = (random: Random, n: number) => Float64Array
type Motion = (random: Random, balls: Float64Array, family: Family) => Float64Array

/** Beads by centre and radius. */
function beads(n: number, centre: (i: number) => readonly number[], radius: (i: number) => number): Float64Array {
  const balls = new Float64Array(4 * n)
  for (let i = 0; i < n; i++) {
    balls.set(centre(i), 4 * i)
    balls[4 * i + 3] = radius(i)
  }
  return balls
}

function walk(random: Random, n: number, radius: (i: number) => number, flat = false): Float64Array {
  const at = [0, 0, 0]
  const step = new Float64Array(3)
  return beads(
    n,
    () => {
      random.direction(step)
      for (let k = 0; k < (flat ? 2 : 3); k++) at[k]! += step[k]!
      return at
    },
    radius,
  )
}

const direction = (random: Random): Float64Array => random.direction(new Float64Array(3))

/** In general position: every basis is unique. */
export const GENERAL_FAMILIES: Record<string, Family> = {
  walk: (random, n) => walk(random, n, () => 0.6),
  plane: (random, n) => walk(random, n, () => 0.6, true),
  points: (random, n) => walk(random, n, () => 0),
  unequal: (random, n) => walk(random, n, () => random.range(0.1, 1) ** 3),
  scattered: (random, n) =>
    beads(
      n,
      () => [random.range(-5, 5), random.range(-5, 5), random.range(-5, 5)],
      () => random.range(0, 2),
    ),
  curve: (_, n) =>
    beads(
      n,
      (i) => [9 * sine(0.07 * i), 8 * cosine(0.11 * i), 5 * sine(0.03 * i + 1)],
      () => 0.4,
    ),
}

export const DEGENERATE_FAMILIES: Record<string, Family> = {
  line: (_, n) =>
    beads(
      n,
      (i) => [i, 0, 0],
      () => 0.5,
    ),
  slope: (_, n) =>
    beads(
      n,
      (i) => [i / 3, i / 7, -i / 11],
      () => 0.1,
    ),
  grid: (_, n) =>
    beads(
      n,
      (i) => [i % 4, Math.floor(i / 4) % 4, Math.floor(i / 16)],
      () => 0.5,
    ),
  equal: (random, n) => {
    const at = [random.range(-1, 1), 2, 3]
    return beads(
      n,
      () => at,
      () => 1,
    )
  },
  nothing: (_, n) => new Float64Array(4 * n),
  duplicates: (random, n) => {
    const kinds = Array.from({ length: 5 }, () => [...direction(random)])
    return beads(
      n,
      () => kinds[random.integer(5)]!,
      () => 0.25,
    )
  },
  // Whole numbers with |c| = 9 exactly.
  cospherical: (random, n) => {
    const kinds = [
      [1, 4, 8],
      [4, 4, 7],
      [3, 6, 6],
      [0, 0, 9],
    ]
    return beads(
      n,
      () => {
        const c = kinds[random.integer(4)]!
        const turn = random.integer(3)
        return [0, 1, 2].map((k) => (random.bits() < 0 ? -1 : 1) * c[(k + turn) % 3]!)
      },
      () => 1,
    )
  },
  circle: (_, n) =>
    beads(
      n,
      (i) => [3 * cosine((6.283185307179586 * i) / n), 3 * sine((6.283185307179586 * i) / n), 0],
      () => 0.3,
    ),
  // All touch one ball from within.
  tangent: (random, n) => {
    const radii = Array.from({ length: n }, () => random.range(0, 4))
    return beads(
      n,
      (i) => [...direction(random)].map((x) => x * (4 - radii[i]!)),
      (i) => radii[i]!,
    )
  },
  contained: (random, n) =>
    beads(
      n,
      (i) => [random.range(0, 1) + (i >> 4), 0, random.range(0, 1)],
      (i) => (i % 5 === 0 ? 3 : 0.01),
    ),
  concentric: (_, n) =>
    beads(
      n,
      () => [1, 1, 1],
      (i) => (i * 7) % 11,
    ),
  needles: (random, n) =>
    beads(
      n,
      (i) => [i % 2 === 0 ? 0 : 1, 1e-9 * random.range(-1, 1), 1e-12 * random.range(-1, 1)],
      () => 0,
    ),
  vast: (random, n) => walk(random, n, () => 0.6).map((x) => x * 1e58),
  small: (random, n) => walk(random, n, () => random.range(0, 1)).map((x) => x * 1e-120),
  // Squares of these are all but nothing.
  tiny: (random, n) => walk(random, n, () => random.range(0, 1)).map((x) => x * 10 ** -random.range(150, 165)),
  nudged: (random, n) =>
    beads(
      n,
      (i) => [
        (i % 4) + 1e-15 * random.integer(5),
        Math.floor(i / 4) % 4,
        Math.floor(i / 16) + 1e-15 * random.integer(5),
      ],
      () => 0.5,
    ),
}

export const FAMILIES: Record<string, Family> = { ...GENERAL_FAMILIES, ...DEGENERATE_FAMILIES }

const moved = (balls: Float64Array, by: (x: number, i: number, k: number) => number): Float64Array =>
  balls.map((x, at) => (at % 4 === 3 ? x : by(x, at >> 2, at % 4)))

/** Turned about the origin and shifted, in doubles. */
export function rigid(random: Random, balls: Float64Array, far: number): Float64Array {
  const q = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)]
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0)) || 1
  const [x, y, z, w] = q.map((c) => c / length) as [number, number, number, number]
  const turn = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ]
  const shift = [0, 1, 2].map(() => far * random.range(-1, 1))
  const out = balls.slice()
  for (let i = 0; i < balls.length; i += 4) {
    for (let k = 0; k < 3; k++) {
      const row = turn[k]!
      out[i + k] = row[0]! * balls[i]! + row[1]! * balls[i + 1]! + row[2]! * balls[i + 2]! + shift[k]!
    }
  }
  return out
}

export const MOTIONS: Record<string, Motion> = {
  stay: (_, balls) => balls.slice(),
  breathe: (random, balls) => moved(balls, (x) => x + 1e-3 * random.range(-1, 1)),
  shiver: (random, balls) => moved(balls, (x) => x * (1 + 4 * U * random.range(-1, 1))),
  jump: (random, balls) => moved(balls, (x) => x + random.range(-3, 3)),
  bend: (random, balls) => {
    const at = random.integer(balls.length / 4)
    const by = direction(random)
    return moved(balls, (x, i, k) => (i > at ? x + 0.01 * (i - at) * by[k]! : x))
  },
  teleport: (random, balls) => {
    const out = balls.slice()
    for (let times = 0; times < 3; times++) {
      const at = 4 * random.integer(balls.length / 4)
      for (let k = 0; k < 3; k++) out[at + k] = random.range(-1, 1) * 10 ** random.range(-3, 6)
    }
    return out
  },
  reverse: (_, balls) => {
    const out = new Float64Array(balls.length)
    for (let i = 0; i < balls.length; i += 4) out.set(balls.subarray(i, i + 4), balls.length - 4 - i)
    return out
  },
  mirror: (_, balls) => moved(balls, (x) => -x),
  another: (random, balls, family) => family(random, balls.length / 4),
  swell: (random, balls) => balls.map((x, at) => (at % 4 === 3 ? x * random.range(0.2, 1.7) : x)),
  turn: (random, balls) => rigid(random, balls, 0),
  shift: (random, balls) => rigid(random, balls, 1e6),
  collapse: (random, balls) => {
    const at = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)]
    return moved(balls, (_, __, k) => at[k]!)
  },
  flatten: (_, balls) => moved(balls, (x, _i, k) => (k === 2 ? 0 : x)),
  shrink: (_, balls) => balls.map((x) => x * 2 ** -30),
  grow: (_, balls) => balls.map((x) => (Math.abs(x) < 1e40 ? x * 2 ** 30 : x)),
}

/**
 * Steps through the motions with all three verifications, which must agree to the bit, and checks the tree after each one;
 * after undo, too. Throws with a case to paste. Returns the reports of 'naive' and the bases that were not as from nothing.
 */
export function checkCase(
  familyName: string,
  n: number,
  seed: number,
  motions: readonly string[],
): { reports: CageRepair[]; differ: number } {
  const random = new Random(seed)
  const family = FAMILIES[familyName]!
  let balls = family(random, n)
  const reports: CageRepair[] = []
  let differ = 0
  let at = 'building'
  try {
    const keepers = CAGE_VERIFICATIONS.map((verification) => new CageKeeper(balls, { verification }))
    const layered = new CageKeeper(balls, { cages: 'layered' })
    differ += checkTree(keepers[0]!.tree)
    checkTree(layered.tree)
    for (const [step, name] of motions.entries()) {
      at = `step ${step}`
      balls = MOTIONS[name]!(random, balls, family)
      const [naive, ...others] = keepers.map((keeper) => keeper.step(balls)) as [CageRepair, ...CageRepair[]]
      for (const other of others) {
        if (other.basisChanges !== naive.basisChanges || other.updates !== naive.updates) {
          throw new Error(`${other.basisChanges} bases changed in one way, ${naive.basisChanges} naively`)
        }
      }
      sameTrees(keepers.map((keeper) => keeper.tree))
      differ += checkTree(keepers[0]!.tree)
      layered.step(balls)
      checkTree(layered.tree)
      if (random.integer(4) === 0) {
        for (const keeper of [...keepers, layered]) keeper.undo()
        sameTrees(keepers.map((keeper) => keeper.tree))
        checkTree(keepers[0]!.tree)
        for (const keeper of [...keepers, layered]) keeper.step(balls)
        sameTrees(keepers.map((keeper) => keeper.tree))
      }
      reports.push(naive)
    }
  } catch (error) {
    throw new Error(
      `checkCase(${JSON.stringify(familyName)}, ${n}, ${seed}, ${JSON.stringify(motions)}), ${at}: ${(error as Error).message}`,
      { cause: error },
    )
  }
  return { reports, differ }
}

/** Frame after frame, flat x, y, z, beads of one radius: as checkCase. Returns all basis changes. */
export function checkFrames(frames: readonly Float64Array[], radius: number): number {
  const all = frames.map((centres) =>
    beads(
      centres.length / 3,
      (i) => [centres[3 * i]!, centres[3 * i + 1]!, centres[3 * i + 2]!],
      () => radius,
    ),
  )
  const keepers = CAGE_VERIFICATIONS.map((verification) => new CageKeeper(all[0]!, { verification }))
  let changes = 0
  for (const [frame, balls] of all.entries()) {
    try {
      const reports = keepers.map((keeper) => keeper.step(balls))
      sameTrees(keepers.map((keeper) => keeper.tree))
      checkTree(keepers[0]!.tree)
      changes += reports[0]!.basisChanges
    } catch (error) {
      throw new Error(`frame ${frame}: ${(error as Error).message}`, { cause: error })
    }
  }
  return changes
}

function sameTrees([one, ...others]: readonly CageTree[]): void {
  for (const other of others) {
    for (const array of ['cage', 'basis', 'basisSize'] as const) {
      const at = one![array].findIndex((x, i) => !Object.is(x, other[array][i]))
      if (at >= 0) throw new Error(`${array}[${at}] is ${one![array][at]} naively, and ${other[array][at]} otherwise`)
    }
  }
}
