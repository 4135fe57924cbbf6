// Checks a certificate of a motion, given as two documents (docs/formats/certificate.md says what is in them and what must hold). It shares no
// code with the checker that made it and searches for nothing.
//
// What is accepted is proved: at every instant of the exact motion no two geometries that count come within the certificate's
// clearance, nor is one inside the other; given that the world's `proved` pairs (`premises`) never touch within their limits.
import { BendingCheck } from './bending.js'
import { Groups } from './groups.js'
import { Anchor, type Bodies, type Chain, chainBetween } from './kinematics.js'
import { Leaf } from './leaf.js'
import { Piece } from './piece.js'
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
  progressOf,
  type Rejected,
  Rejection,
  records,
  verdict,
  whole,
} from './plain.js'
import { dot, length, minus, placed, scaled, shift, U } from './poses.js'
import { Scene, type VerifiedSurface } from './scene.js'
import type { LinkSet } from './sets.js'
import { walkProof } from './walk.js'
import { pairKey, readWorld } from './world.js'

/** A certificate that holds, and how much it proves. */
export interface Verified {
  readonly valid: true
  readonly outcome: 'free'
  /** Pieces of the motion, pairs of geometries on each that were proved (in all), and planes that separate them. */
  readonly segments: number
  readonly pairs: number
  readonly leaves: number
  /** Pairs of blocks of geometries that were separated at once; their pairs have no proofs of their own. Left out where there are none. */
  readonly blocks?: number
  readonly clearance: number
  /** Pairs of objects that are left out because the world has them as proved: verifyAllowedPairs checks such claims. */
  readonly premises: number
  readonly limitTolerance: number
  readonly ignoreLimits: boolean
  readonly surfaces: readonly VerifiedSurface[]
  readonly unseen: readonly string[]
  /** What bends on the way, by name, in the frames that the certificate gives; left out where nothing does. */
  readonly deforming?: readonly string[]
}

/** What the verifier says of a certificate. */
export type Verification = Verified | Rejected

/** Reports of progress while a certificate is verified. */
export interface VerifyOptions {
  /** Called now and then with the share that is done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/** Does the certificate prove what it says, for this world? Never throws, whatever it is given. */
export function verifyCertificate(world: unknown, certificate: unknown, options: VerifyOptions = {}): Verification {
  return verdict(() => {
    const scene = new Scene(readWorld(world))
    return new MotionCheck(scene, copyPlain(certificate, 'the certificate')).run(progressOf(options))
  })
}

/** No more anchors of a piece are kept than this. */
const MOST_ANCHORS = 4096

/** Rounding of a sphere, a joint, in u of all lengths on the way, besides that of its pose: sums, a root and a product. */
const SPHERE_ROUNDING = 128

/** The anchors of one piece, by interval: most pairs have intervals in common. */
export class Anchors {
  private readonly kept = new Map<number, Anchor>()
  private readonly all: readonly number[]

  constructor(
    private readonly bodies: Bodies,
    private readonly piece: Piece,
  ) {
    this.all = Array.from({ length: bodies.count - 1 }, (_, b) => b + 1)
  }

  /** Of the interval from index/2^level to (index + 1)/2^level. */
  at(level: number, index: number): Anchor {
    // As in a heap: no two intervals have the same number.
    const key = 2 ** level + index
    let anchor = this.kept.get(key)
    if (anchor === undefined) {
      if (this.kept.size >= MOST_ANCHORS) this.kept.clear()
      const h = 2 ** -(level + 1)
      anchor = this.placed((2 * index + 1) * h, h)
      this.kept.set(key, anchor)
    }
    return anchor
  }

  placed(t: number, h: number): Anchor {
    const anchor = new Anchor(this.bodies)
    this.piece.fill(anchor, t, h)
    this.bodies.place(anchor, this.all, this.piece.turns)
    return anchor
  }
}

export class MotionCheck {
  private readonly bodies: Bodies
  private readonly clearance: number
  private readonly sets = new Map<number, LinkSet>()
  /** By object: the sphere that it has in the frame of its body. */
  private readonly balls = new Map<number, Ball | undefined>()
  private readonly chains = new Map<number, Chain>()
  /** Every mover's variable is the first of a cell's: time. */
  private readonly time: Int32Array
  private readonly premises = new Set<number>()
  private neverMeeting = 0
  private groups: Groups | undefined

  constructor(
    private readonly scene: Scene,
    private readonly certificate: Fields,
  ) {
    demandKind(certificate, 'motion', 'the certificate')
    const isWhole = certificate.digest === hashWithout(certificate, 'digest')
    demand(isWhole, 'the digest is not that of the contents: something was changed since it was made')
    demand(certificate.world === scene.world.hash, 'it is about another world: the hashes differ')
    this.clearance = number(certificate.clearance, 'clearance', 0)
    this.bodies = scene.bodies
    this.time = new Int32Array(this.bodies.movers.length)
  }

  run(onProgress: (done: number) => void): Verified {
    const { certificate, clearance, scene } = this
    const { variables, unseen } = scene.world
    const pieces = records(certificate.pieces, 'pieces').map(
      (own, i) => new Piece(this.bodies, own, i, variables.length),
    )
    const proofs = list(certificate.proofs, 'proofs').map((own, i) => records(own, `proofs[${i}]`))
    demand(pieces.length > 0, 'there is no piece of motion')
    demand(proofs.length === pieces.length, `there are ${proofs.length} lists of proofs for ${pieces.length} pieces`)
    const limitTolerance = number(certificate.limitTolerance, 'limitTolerance', 0)
    const { ignoreLimits } = certificate
    demand(typeof ignoreLimits === 'boolean', '"ignoreLimits" is neither true nor false')
    const groups = certificate.groups === undefined ? proofs.map(() => null) : list(certificate.groups, 'groups')
    demand(groups.length === pieces.length, `there are ${groups.length} proofs by groups for ${pieces.length} pieces`)
    let blocks = 0
    const rigid = proofs.reduce((sum, own) => sum + own.length, 0)
    const bending = new BendingCheck(scene, certificate, pieces, clearance)
    const pairs = rigid + bending.pairs
    let leaves = 0
    let done = 0
    pieces.forEach((piece, segment) => {
      const joins = segment === 0 || piece.from.every((q, v) => q === pieces[segment - 1]!.to[v])
      demand(joins, 'the piece does not begin where the one before it ends', { segment })
      if (!ignoreLimits) this.checkLimits(piece, limitTolerance)
      const anchors = new Anchors(this.bodies, piece)
      const proved = new Set<number>()
      for (const proof of proofs[segment]!) {
        const { a, b, planes } = this.checkProof(proof, anchors, segment)
        demand(!proved.has(pairKey(a, b)), `geometries ${a} and ${b} have two proofs`, { segment })
        proved.add(pairKey(a, b))
        leaves += planes
        onProgress(++done / pairs)
      }
      if (groups[segment] === null) this.checkPairs(proved, piece)
      else blocks += this.checkGroups(bytesOf(groups[segment], `groups[${segment}]`), anchors, proved, piece)
    })
    leaves += bending.run(() => onProgress(++done / pairs))
    if (pairs - bending.empty + blocks + this.premises.size + this.neverMeeting === 0) {
      throw new Rejection('there is no pair to check, so nothing is proved', {}, 'nothing-to-check')
    }
    const surfaces = scene.surfaces()
    demandNamed(certificate, surfaces, unseen)
    const counts = {
      segments: pieces.length,
      pairs,
      leaves,
      ...(blocks > 0 ? { blocks } : {}),
      clearance,
      premises: this.premises.size,
    }
    const named = bending.names.length === 0 ? {} : { deforming: bending.names }
    return { valid: true, outcome: 'free', ...counts, limitTolerance, ignoreLimits, surfaces, unseen, ...named }
  }

  private checkLimits(piece: Piece, tolerance: number): void {
    const { segment } = piece
    this.scene.world.variables.forEach((variable, v) => {
      if (piece.staysWithin(v, variable, tolerance)) return
      const { name, lower, upper } = variable
      const reason = `${name} leaves its limits, ${lower} to ${upper}, by more than ${tolerance}, or cannot be shown not to`
      throw new Rejection(reason, { segment }, 'outside-limits')
    })
  }

  private checkProof(fields: Fields, anchors: Anchors, segment: number): { a: number; b: number; planes: number } {
    const { scene, bodies } = this
    const { geometries } = scene.world
    const b = whole(fields.b, `proofs[${segment}].b`, geometries.length)
    const a = whole(fields.a, `proofs[${segment}].a`, b)
    const place = { segment, a: scene.nameOf(a), b: scene.nameOf(b) }
    const [i, j] = [geometries[a]!.object, geometries[b]!.object].sort((x, y) => x - y) as [number, number]
    demand(i !== j && !scene.isExempt(i, j), 'there is a proof for a pair that does not count', place)
    const [bodyA, bodyB] = [a, b].map((g) => scene.bodyOf(geometries[g]!.object)) as [number, number]
    const chain = kept(this.chains, pairKey(bodyA, bodyB), () => chainBetween(bodies, bodyA, bodyB))
    const [setA, setB] = [a, b].map((g) => kept(this.sets, g, () => scene.setOf(geometries[g]!.object, [g])))
    const { planes, apart } = walkProof<LinkSet>({
      bytes: bytesOf(fields.proof, `proofs[${segment}].proof`),
      ...{ at: 0, variables: 1, movers: chain.movers.length, a: setA!, b: setB! },
      ...{ envelopeA: undefined, envelopeB: undefined },
      leaf: new Leaf(bodies, chain, this.time, this.clearance),
      anchorOf: ({ levels, indices }) => anchors.at(levels[0]!, indices[0]!),
      where: ({ levels, indices }) => {
        const width = 2 ** -levels[0]!
        return { ...place, from: indices[0]! * width, to: (indices[0]! + 1) * width }
      },
    })
    if (!apart) {
      const start = anchors.placed(0, 0)
      demand(!scene.isInside(b, a, start), `${place.b} is inside ${place.a} at the start`, place)
      demand(!scene.isInside(a, b, start), `${place.a} is inside ${place.b} at the start`, place)
    }
    return { a, b, planes }
  }

  /** Every two geometries of different objects, one of them no obstacle, have a proof or are left out rightly. */
  private checkPairs(proved: ReadonlySet<number>, piece: Piece): void {
    const { world, own } = this.scene
    world.objects.forEach((_, i) => {
      for (let j = i + 1; j < world.objects.length; j++) {
        const hasProof = (g: number): boolean =>
          own[j]!.every((k) => proved.has(pairKey(Math.min(g, k), Math.max(g, k))))
        if (!own[i]!.every(hasProof) && !this.scene.isExempt(i, j)) this.demandLeftOut(i, j, piece)
      }
    })
  }

  /** Every pair that groups leave has a proof or is left out rightly. How many pairs of blocks they separate. */
  private checkGroups(bytes: Uint8Array, anchors: Anchors, proved: ReadonlySet<number>, piece: Piece): number {
    const { world } = this.scene
    this.groups ??= new Groups(this.scene, this.clearance)
    const { row } = this.groups
    const { blocks, left } = this.groups.walk(bytes, (level, index) => anchors.at(level, index), piece.segment)
    const rightly = new Set<number>()
    for (const [a, aEnd, b, bEnd] of left) {
      for (let p = a; p < aEnd; p++) {
        for (let q = b; q < bEnd; q++) {
          const [g, h] = [Math.min(row[p]!, row[q]!), Math.max(row[p]!, row[q]!)]
          const [i, j] = [world.geometries[g]!.object, world.geometries[h]!.object].sort((x, y) => x - y) as [
            number,
            number,
          ]
          if (i === j || proved.has(pairKey(g, h)) || rightly.has(pairKey(i, j)) || this.scene.isExempt(i, j)) continue
          this.demandLeftOut(i, j, piece)
          rightly.add(pairKey(i, j))
        }
      }
    }
    return blocks
  }

  /** Two objects without a proof never meet, or rest on a premise. */
  private demandLeftOut(i: number, j: number, piece: Piece): void {
    if (this.neverMeet(i, j, piece)) this.neverMeeting++
    else if (this.restsOnPremise(i, j, piece)) this.premises.add(pairKey(i, j))
    else {
      const [a, b] = [i, j].map((o) => this.scene.world.objects[o]!.name) as [string, string]
      throw new Rejection('there is no proof for this pair, and it may not be left out', {
        segment: piece.segment,
        a,
        b,
      })
    }
  }

  /** Proved by the world within the limits of the joints between, which the piece keeps to. */
  private restsOnPremise(i: number, j: number, piece: Piece): boolean {
    const { scene, bodies } = this
    const { proved, variables } = scene.world
    if (!proved.has(pairKey(i, j)) || this.clearance > 0) return false
    return chainBetween(bodies, scene.bodyOf(i), scene.bodyOf(j)).below.every((body) => {
      const { link } = bodies.jointOf(body)
      if (link.kind === 'planar' || link.kind === 'floating') return false
      const variable = variables[link.variable]!
      const isFree = variable.lower === -Infinity && variable.upper === Infinity
      // A whole turn was proved then, of this joint alone.
      const isAlone = bodies.movers.filter((mover) => mover.variable === link.variable).length === 1
      if (isFree) return isAlone && link.kind !== 'prismatic' && link.factor === 1 && link.offset === 0
      return piece.staysWithin(link.variable, variable, 0)
    })
  }

  /** Spheres around all that the two can sweep are farther apart than the clearance. */
  private neverMeet(i: number, j: number, piece: Piece): boolean {
    const common = this.bodies.common(this.scene.bodyOf(i), this.scene.bodyOf(j))
    const [p, q] = [this.swept(i, common, piece), this.swept(j, common, piece)]
    if (p === undefined || q === undefined) return false
    const apart = length(minus(p.centre, q.centre))
    return apart * (1 - 16 * U) > (p.radius + q.radius + this.clearance) * (1 + 16 * U) + 1e-150
  }

  /** A sphere in the frame of a body above it, its radius with all rounding. Undefined if there is none. */
  private swept(object: number, ancestor: number, piece: Piece): { centre: number[]; radius: number } | undefined {
    const { scene, bodies } = this
    const { variables } = scene.world
    if (!this.balls.has(object)) this.balls.set(object, this.ballOf(object))
    const ball = this.balls.get(object)
    if (ball === undefined) return undefined
    let { centre, radius, size, rounding } = ball
    for (const body of bodies.path(scene.bodyOf(object), ancestor)) {
      const { link, origin, length: along } = bodies.jointOf(body)
      const { axis, kind, factor, offset } = link
      if (kind === 'prismatic') {
        const variable = variables[link.variable]!
        const ends = factor === 0 ? [offset] : [factor * variable.lower + offset, factor * variable.upper + offset]
        const [low, high] = [Math.min(...ends), Math.max(...ends)]
        if (!(high - low < 1e60) || (factor !== 0 && !piece.staysWithin(link.variable, variable, 0))) return undefined
        centre = centre.map((c, k) => c + (low / 2 + high / 2) * axis[k]!)
        radius += high / 2 - low / 2
        size += Math.abs(low) + Math.abs(high)
      } else if (kind === 'revolute' || kind === 'continuous') {
        const foot = scaled(axis, dot(axis, centre))
        radius += length(minus(centre, foot))
        centre = foot
      } else return undefined
      centre = placed(origin, centre)
      size += along + shift(origin) + radius + length(centre)
      rounding +=
        (bodies.jointOf(body).steps - bodies.stepsOf(bodies.jointOf(body).parent) + SPHERE_ROUNDING) * U * size
    }
    return { centre, radius: radius + rounding }
  }

  /** Undefined if no centre is given. */
  private ballOf(object: number): Ball | undefined {
    const { scene, bodies } = this
    const given = list(this.certificate.centres, 'centres')[object]
    if (given === null || given === undefined) return undefined
    const { pose, steps } = bodies.linkOf(scene.world.objects[object]!.link)
    const centre = placed(pose, numbers(given, 'centres', 3))
    const set = scene.setOf(object)
    const radius = set.radiusAbout(centre)
    const size = set.reach + radius + length(centre)
    return { centre, radius, size, rounding: (steps + SPHERE_ROUNDING) * U * size }
  }
}

/** A sphere; all lengths that went into it, and what rounding can do to it. */
interface Ball {
  readonly centre: number[]
  readonly radius: number
  readonly size: number
  readonly rounding: number
}

/** What a map has for a key, made where it has nothing. */
export function kept<T>(map: Map<number, T>, key: number, make: () => T): T {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}
