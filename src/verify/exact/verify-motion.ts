// Checks a certificate of a motion in exact arithmetic, by the rules of docs/formats/certificate.md ("A motion"), whose numbers label the steps here.
import type { Verified } from '../motion.js'
import {
  bytesOf,
  copyPlain,
  demand,
  demandKind,
  demandNamed,
  type Fields,
  hashWithout,
  list,
  number,
  numbers,
  type Plain,
  Rejection,
  records,
  type VerifyPlace,
  whole,
} from '../plain.js'
import { readBendingProofs, verifyBending, verifyOthers } from './bending.js'
import { GroupCheck } from './groups.js'
import { type Chain, type FreeTurn, quaternionPose, rotation, unitAxis } from './kinematics.js'
import type { Mover } from './leaf.js'
import { ExactMotion } from './motion.js'
import { Envelopes, Placing } from './placing.js'
import { type Cell, walkProof } from './proof.js'
import { Real } from './real.js'
import {
  dot,
  inFrame,
  length,
  minus,
  type Pose,
  placed,
  plus,
  product,
  scaled,
  type Vector,
  vector,
} from './vectors.js'
import { type ExactWorld, readWorld, surfacesOf } from './world.js'

/** Highest power of t, and what a turn of a floating joint may be off at its end, in radians. */
const HIGHEST = 16
const LARGEST_DRIFT = 1e-6

/** One piece of the motion. */
export interface Piece {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly motion: ExactMotion
  /** By mover of a floating joint's turn: how far a point at distance 1 may be off. */
  readonly drifts: ReadonlyMap<number, Real>
}

export function verifyMotion(
  givenWorld: unknown,
  given: unknown,
  bits: bigint,
  onProgress: (done: number) => void,
): Verified {
  const fields = copyPlain(given, 'the certificate')
  demandKind(fields, 'motion', 'the certificate')
  const world = readWorld(givenWorld, bits)
  demand(fields.world === world.hash, 'the certificate is about another world: the hashes differ')
  demand(fields.digest === hashWithout(fields, 'digest'), 'the digest of the certificate is not that of its contents')
  const clearance = Real.of(number(fields.clearance, 'clearance', 0), bits)
  const pieces = records(fields.pieces, 'pieces').map((own, i) => readPiece(world, own, i))
  demand(pieces.length > 0, 'there is no piece of motion')
  checkPieces(world, pieces, fields)
  const proofs = list(fields.proofs, 'proofs')
  demand(proofs.length === pieces.length, `there are ${proofs.length} lists of proofs for ${pieces.length} pieces`)
  const lists = proofs.map((own, i) => records(own, `proofs[${i}]`))
  const groups = fields.groups === undefined ? lists.map(() => null) : list(fields.groups, 'groups')
  demand(groups.length === pieces.length, `there are ${groups.length} proofs by groups for ${pieces.length} pieces`)
  const check = new MotionCheck(world, clearance, fields.centres)
  const rigidProofs = lists.reduce((sum, own) => sum + own.length, 0)
  const bending = readBendingProofs(world, fields, pieces.length)
  const total = rigidProofs + bending.reduce((sum, { count }) => sum + count, 0)
  let done = 0
  let unproved = 0
  lists.forEach((own, segment) => {
    check.run(pieces[segment]!, own, groups[segment]!, segment, () => onProgress(++done / total))
  })
  check.leaves += verifyOthers(world, bending, clearance, () => onProgress(++done / total))
  for (const own of bending) {
    const placeAt = (segment: number, t: Real, h: Real): Placing => check.place(pieces[segment]!, t, h)
    const { planes, empty } = verifyBending(world, own, clearance, placeAt, () => onProgress(++done / total))
    check.leaves += planes
    unproved += empty
  }
  if (total - unproved + check.blocks + check.never + check.premises.size === 0) {
    throw new Rejection('no pair was examined: there is nothing to check', {}, 'nothing-to-check')
  }
  const surfaces = surfacesOf(world)
  demandNamed(fields, surfaces, world.unseen)
  return {
    valid: true,
    outcome: 'free',
    segments: pieces.length,
    pairs: total,
    leaves: check.leaves,
    ...(check.blocks > 0 ? { blocks: check.blocks } : {}),
    clearance: fields.clearance as number,
    premises: check.premises.size,
    limitTolerance: fields.limitTolerance as number,
    ignoreLimits: fields.ignoreLimits as boolean,
    surfaces,
    unseen: world.unseen,
    ...(bending.length === 0 ? {} : { deforming: bending.map(({ thing }) => thing.name) }),
  }
}

export function readPiece(world: ExactWorld, own: Fields, segment: number): Piece {
  const { bits, kinematics } = world
  const field = `pieces[${segment}]`
  const dof = world.variables.length
  const [from, to] = [numbers(own.from, `${field}.from`, dof), numbers(own.to, `${field}.to`, dof)]
  const higher = own.higher === undefined ? from.map(() => []) : list(own.higher, `${field}.higher`)
  demand(higher.length === dof, `${field}.higher is not a list for every variable`, { segment })
  const powers = higher.map((row: Plain) => numbers(row, `${field}.higher`))
  demand(
    powers.every((row) => row.length < HIGHEST),
    `${field}.higher goes too high`,
    { segment },
  )
  const real = (value: number): Real => Real.of(value, bits)
  const coefficients = from.map((a, v) => {
    const rest = powers[v]!.map(real)
    return [real(a), rest.reduce((sum, c) => sum.minus(c), real(to[v]!).minus(real(a))), ...rest]
  })
  const turns = new Map<number, FreeTurn>()
  const turned = new Map<number, Real>()
  const drifts = new Map<number, Real>()
  const given = own.turns === undefined ? [] : records(own.turns, `${field}.turns`)
  kinematics.freedoms.forEach(({ floats, variable }, mover) => {
    if (!floats) return
    const ways = given.filter((turn) => turn.variable === variable)
    demand(ways.length === 1, 'the rotation of a floating joint is not given exactly once', { segment })
    const straight = powers.slice(variable, variable + 4).every((row) => row.length === 0)
    demand(straight, 'a quaternion has powers of time', { segment })
    const axis = unitAxis(numbers(ways[0]!.axis, `${field}.turns.axis`, 3), bits)
    const angle = real(number(ways[0]!.angle, `${field}.turns.angle`, 0))
    const start = quaternionPose(from.slice(variable, variable + 4), bits)
    const end = quaternionPose(to.slice(variable, variable + 4), bits)
    const drift = distanceOf(product(start, rotation(axis, angle)), end)
    const most = real(LARGEST_DRIFT).halved().sine().timesWhole(2n)
    demand(most.isAtLeast(drift), 'a floating joint does not turn to its stated end', { segment })
    turns.set(mover, { start, axis })
    turned.set(mover, angle)
    drifts.set(mover, drift)
  })
  demand(turns.size === given.length, 'a rotation belongs to no floating joint', { segment })
  return { from, to, motion: new ExactMotion(kinematics, coefficients, turns, turned), drifts }
}

/**
 * How far a point at distance 1 gets by the rotation D that takes one to the other: 2 sin(γ/2), γ its angle. All numbers of D − I squared add up to
 * twice the square of that, and are those of the difference of the two.
 */
function distanceOf(x: Pose, y: Pose): Real {
  const squares = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((k) => x[k]!.minus(y[k]!).square())
  return squares
    .reduce((a, b) => a.plus(b))
    .halved()
    .root()
}

/** Rule 2. */
export function checkPieces({ variables, bits }: ExactWorld, pieces: readonly Piece[], fields: Fields): void {
  pieces.slice(1).forEach(({ from }, i) => {
    const joins = from.every((value, v) => value === pieces[i]!.to[v])
    demand(joins, 'the piece does not begin where the one before it ends', { segment: i + 1 })
  })
  const tolerance = number(fields.limitTolerance, 'limitTolerance', 0)
  demand(typeof fields.ignoreLimits === 'boolean', 'ignoreLimits is neither true nor false')
  if (fields.ignoreLimits) return
  pieces.forEach((piece, segment) => {
    variables.forEach(({ name, lower, upper }, v) => {
      if (staysWithin(piece, v, lower, upper, tolerance, bits)) return
      throw new Rejection(`${name} leaves its limits`, { segment }, 'outside-limits')
    })
  })
}

/** Lines are within by their ends, doubles as they are; curves by a sure bound. */
function staysWithin(
  { from, to, motion }: Piece,
  variable: number,
  lower: number | undefined,
  upper: number | undefined,
  tolerance: number,
  bits: bigint,
): boolean {
  const ends = [from[variable]!, to[variable]!]
  const above = lower === undefined || ends.every((value) => value >= lower || lower - value <= tolerance)
  const below = upper === undefined || ends.every((value) => value <= upper || value - upper <= tolerance)
  if (!above || !below) return false
  if (motion.coefficients[variable]!.length <= 2) return true
  const end = (limit: number | undefined, by: number): Real | undefined =>
    limit === undefined ? undefined : Real.of(limit, bits).plus(Real.of(by, bits))
  return motion.staysBetween(variable, end(lower, -tolerance), end(upper, tolerance))
}

/** Where links are at t, and how movers move within h of it, all of them on one clock. */
export function placePiece(
  { kinematics }: ExactWorld,
  { motion, drifts }: Piece,
  t: Real,
  h: Real,
): { poses: Pose[]; movers: Mover[] } {
  const { poses, lines } = kinematics.place(motion.values(t), motion.turns)
  const movers = motion.movements(t, h).map(({ velocity, ...rest }, k) => ({
    ...rest,
    turns: kinematics.freedoms[k]!.turns,
    line: lines[k]!,
    variable: 0,
    rate: velocity,
    drift: drifts.get(k),
  }))
  return { poses, movers }
}

/** Two obstacles, a pair that may touch, or two things that never move against each other. */
export function isExempt({ objects, links, allowed, bending, kinematics }: ExactWorld, i: number, j: number): boolean {
  const [a, b] = [objects[i]!.link, objects[j]!.link]
  // What bends is proved elsewhere.
  if (bending.some((thing) => thing.objects.has(i) || thing.objects.has(j))) return true
  if (allowed.has(`${i},${j}`) || (a < 0 && b < 0)) return true
  return a >= 0 && b >= 0 && links[a]!.robot === links[b]!.robot && kinematics.chain(a, b).movers.length === 0
}

class MotionCheck {
  leaves = 0
  blocks = 0
  /** Pairs left out because spheres around them never meet, and those that the world's word is taken for. */
  never = 0
  readonly premises = new Set<string>()
  private readonly chains = new Map<string, Chain>()
  private groups: GroupCheck | undefined

  constructor(
    private readonly world: ExactWorld,
    private readonly clearance: Real,
    private readonly centres: Plain | undefined,
  ) {}

  run(piece: Piece, proofs: readonly Fields[], groups: Plain, segment: number, onProof: () => void): void {
    const { world, clearance } = this
    const { geometries, objects, bits } = world
    const placings = new Map<string, Placing>()
    const at = (t: Real, h: Real): Placing => this.place(piece, t, h)
    const ofCell = ({ parts }: Cell): Placing => ofInterval(parts[0]!.level, parts[0]!.index)
    const ofInterval = (level: number, index: bigint): Placing => {
      const key = `${level} ${index}`
      const unit = BigInt(level + 1)
      const found = placings.get(key) ?? at(Real.ofUnits(2n * index + 1n, unit, bits), Real.ofUnits(1n, unit, bits))
      if (placings.size > MOST_KEPT) placings.clear()
      placings.set(key, found)
      return found
    }
    const proved = new Set<string>()
    let start: Placing | undefined
    for (const [i, proof] of proofs.entries()) {
      const field = `proofs[${segment}][${i}]`
      const b = whole(proof.b, `${field}.b`, geometries.length)
      const a = whole(proof.a, `${field}.a`, b)
      const [objectA, objectB] = [geometries[a]!.object, geometries[b]!.object]
      const where: VerifyPlace = { segment, a: objects[objectA]!.name, b: objects[objectB]!.name }
      const exempt = isExempt(this.world, Math.min(objectA, objectB), Math.max(objectA, objectB))
      demand(objectA !== objectB && !exempt, 'there is a proof for a pair that does not count', where)
      demand(!proved.has(`${a},${b}`), 'two geometries have two proofs', where)
      proved.add(`${a},${b}`)
      const chain = this.chain(objects[objectA]!.link, objects[objectB]!.link)
      const known = new Envelopes()
      const first = { a: geometries[a]!.root, b: geometries[b]!.root, roundA: false, roundB: false }
      const { planes, separated } = walkProof(
        bytesOf(proof.proof, `${field}.proof`),
        0,
        1,
        first,
        (task, frame, n) => ofCell(task.cell).separates(task, chain, frame, n, clearance, known),
        bits,
        where,
      )
      this.leaves += planes
      if (!separated) {
        start ??= at(Real.of(0, bits), Real.of(0, bits))
        demand(!start.isInside(a, b), 'one is inside the other at the start of the piece', where)
      }
      onProof()
    }
    if (groups === null) this.checkOthers(piece, proved, segment)
    else this.checkGroups(piece, proved, bytesOf(groups, `groups[${segment}]`), ofInterval, segment)
  }

  /** Rule 3 where there are groups: whatever they leave has a proof or is rightly left out. */
  private checkGroups(
    piece: Piece,
    proved: ReadonlySet<string>,
    bytes: Uint8Array,
    at: (level: number, index: bigint) => Placing,
    segment: number,
  ): void {
    const { objects, geometries } = this.world
    this.groups ??= new GroupCheck(this.world, this.clearance)
    const { row } = this.groups
    const { separated, left } = this.groups.walk(bytes, at, { segment })
    this.blocks += separated
    const settled = new Set<string>()
    for (const [fromA, toA, fromB, toB] of left) {
      for (const one of row.slice(fromA, toA)) {
        for (const other of row.slice(fromB, toB)) {
          if (proved.has(`${Math.min(one, other)},${Math.max(one, other)}`)) continue
          const [p, q] = [geometries[one]!.object, geometries[other]!.object]
          const [i, j] = [Math.min(p, q), Math.max(p, q)]
          if (i === j || settled.has(`${i},${j}`)) continue
          const where = { segment, a: objects[i]!.name, b: objects[j]!.name }
          const rightly = isExempt(this.world, i, j) || this.isLeftOut(piece, i, j)
          demand(rightly, 'there is no proof for this pair, and it may not be left out', where)
          settled.add(`${i},${j}`)
        }
      }
    }
  }

  place(piece: Piece, t: Real, h: Real): Placing {
    const { poses, movers } = placePiece(this.world, piece, t, h)
    return new Placing(this.world, poses, movers)
  }

  private chain(a: number, b: number): Chain {
    const key = `${a},${b}`
    const found = this.chains.get(key) ?? this.world.kinematics.chain(a, b)
    this.chains.set(key, found)
    return found
  }

  /** Rule 3: whatever has no proof is rightly left out. */
  private checkOthers(piece: Piece, proved: ReadonlySet<string>, segment: number): void {
    const { objects } = this.world
    objects.forEach((a, i) => {
      objects.forEach((b, j) => {
        if (j <= i || isExempt(this.world, i, j)) return
        const all = a.geometries.every((g) =>
          b.geometries.every((h) => proved.has(`${Math.min(g, h)},${Math.max(g, h)}`)),
        )
        if (all) return
        const where = { segment, a: a.name, b: b.name }
        demand(this.isLeftOut(piece, i, j), 'there is no proof for this pair, and it may not be left out', where)
      })
    })
  }

  private isLeftOut(piece: Piece, i: number, j: number): boolean {
    const { objects, proved } = this.world
    const key = `${i},${j}`
    const chain = this.chain(objects[i]!.link, objects[j]!.link)
    if (this.neverMeet(piece, i, j)) {
      this.never++
      return true
    }
    if (!proved.has(key) || this.clearance.sign() !== 0) return false
    const within = chain.movers.every((mover) => this.keepsToLimits(piece, mover))
    if (within) this.premises.add(key)
    return within
  }

  /** What a proof within limits needs: a joint within them, with no tolerance; or one without, which turns alone. */
  private keepsToLimits(piece: Piece, mover: number): boolean {
    const { kinematics, links, variables, bits } = this.world
    const { link, variable, turns } = kinematics.freedoms[mover]!
    const { kind, factor, offset } = links[link]!
    if (kind === 'planar' || kind === 'floating') return false
    const { lower, upper } = variables[variable]!
    if (lower === undefined && upper === undefined) {
      const alone = kinematics.freedoms.filter((own) => own.variable === variable).length === 1
      return turns && factor === 1 && offset === 0 && alone
    }
    return staysWithin(piece, variable, lower, upper, 0, bits)
  }

  /** Spheres around all that two objects can sweep, as seen from what is above both. */
  private neverMeet(piece: Piece, i: number, j: number): boolean {
    const { objects, kinematics } = this.world
    const [up, down] = [kinematics.ancestors(objects[i]!.link), kinematics.ancestors(objects[j]!.link)]
    const a = this.swept(
      piece,
      i,
      up.filter((link) => !down.includes(link)),
    )
    const b = this.swept(
      piece,
      j,
      down.filter((link) => !up.includes(link)),
    )
    if (a === undefined || b === undefined) return false
    return length(minus(a.centre, b.centre)).minus(a.radius).minus(b.radius).isAbove(this.clearance)
  }

  private swept(piece: Piece, object: number, above: readonly number[]): { centre: Vector; radius: Real } | undefined {
    const { objects, geometries, kinematics, links, variables, bits } = this.world
    const given = list(this.centres, 'centres')[object] ?? null
    if (given === null || objects[object]!.geometries.length === 0) return undefined
    const own = vector(numbers(given, 'centres', 3), bits)
    let centre = own
    let radius = objects[object]!.geometries.flatMap((g) => {
      const { pose, root } = geometries[g]!
      return root.parts(false).map(({ set }) => set.reach(inFrame(pose, own)))
    }).reduce((a, b) => a.max(b))
    for (const link of above) {
      const { kind, origin, axis, first } = kinematics.jointOf(link)
      if (kind === 'planar' || kind === 'floating') return undefined
      if (kind === 'revolute' || kind === 'continuous') {
        const foot: Vector = scaled(axis, dot(axis, centre))
        radius = radius.plus(length(minus(centre, foot)))
        centre = foot
      } else if (kind === 'prismatic') {
        const { variable, factor, offset } = kinematics.freedoms[first]!
        const { lower, upper } = variables[links[link]!.variable]!
        if (lower === undefined || upper === undefined) return undefined
        if (!staysWithin(piece, variable, lower, upper, 0, bits)) return undefined
        const [low, high] = [Real.of(lower, bits), Real.of(upper, bits)]
        centre = plus(centre, scaled(axis, low.plus(high).halved().times(factor).plus(offset)))
        radius = radius.plus(high.minus(low).halved().times(factor).absolute())
      }
      centre = placed(origin, centre)
    }
    return { centre, radius }
  }
}

/** Places in the middle of cells that are kept, of one piece. */
const MOST_KEPT = 4000
