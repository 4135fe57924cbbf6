// Checks a certificate of a motion anew. It shares no code with the checker that made it: kinematics, bounds, radii, pairs and
// insides are all its own, and it searches for nothing. What it takes from outside is the numbers of the world; the shape of the
// meshes' trees, which it checks; and Math.sin and Math.cos.
//
// What is accepted is proved: at every instant of the motion, in exact arithmetic on the numbers given, no two geometries that
// count come as near as the certificate's clearance, nor is one inside the other; given that pairs that the world was told never
// to touch within their joints' limits (`premises`) do not.
import type { World } from '../queries/world.js'
import { Anchors, fixGeometries } from './anchors.js'
import { Bodies } from './bodies.js'
import { readCertificate } from './certificate-reader.js'
import { Exclusions } from './exclusions.js'
import { type Chain, chainBetween, LeafCheck, type Pair } from './leaf.js'
import { Piece } from './pieces.js'
import { ProofWalk } from './proof-walk.js'
import { demand, Rejection, type VerifyPlace } from './rejection.js'
import { Sets } from './sets.js'
import { worldHash } from './world-hash.js'
import { type FlatGeometry, type VerifiedWorld, viewWorld } from './world-view.js'

export type Verification =
  | {
      readonly valid: true
      /** Pieces of the motion, pairs of geometries on each that were proved (in all), and planes that part them. */
      readonly segments: number
      readonly pairs: number
      readonly leaves: number
      readonly clearance: number
      /**
       * Pairs of objects that are left out because the world was told (`World.prove`) that they never touch within the limits of their
       * joints, which the motion does not leave. Only where there are any: what was told is checked by `verifyAllowedPairs`.
       */
      readonly premises?: number
    }
  | { readonly valid: false; readonly reason: string; readonly where: VerifyPlace }

export interface VerifyOptions {
  /** Told now and then how much is done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/** Does the certificate prove what it says, for this world? Never throws for what is in the certificate. */
export function verifyCertificate(world: World, certificate: unknown, options: VerifyOptions = {}): Verification {
  try {
    return verify(world, certificate, options)
  } catch (error) {
    if (error instanceof Rejection) return { valid: false, reason: error.reason, where: error.where }
    throw error
  }
}

function verify(world: World, given: unknown, { onProgress }: VerifyOptions): Verification {
  const certificate = readCertificate(given)
  const view = viewWorld(world)
  const pairs = world.pairs()
  demand(certificate.world === worldHash(view, pairs), 'it is about another world: the hashes differ')
  checkNames(certificate.variables, view.variables)
  checkGeometries(certificate.geometries, view)
  const { clearance } = certificate
  const bodies = new Bodies(view.robots)
  const fixed = fixGeometries(bodies, view)
  const sets = new Sets(view)
  const exclusions = new Exclusions(view, bodies, clearance, certificate.excluded, pairs)
  const pieces = certificate.pieces.map((piece, segment) => new Piece(bodies, piece, segment))
  pieces.forEach((piece, segment) => {
    const follows = segment === 0 || piece.follows(pieces[segment - 1]!)
    demand(follows, 'the piece does not begin where the one before it ends', { segment })
  })

  const chains = new Map<number, Chain>()
  const between = (a: number, b: number): Chain => {
    const key = a * bodies.count + b
    const chain = chains.get(key) ?? chainBetween(bodies, a, b)
    chains.set(key, chain)
    return chain
  }
  const walk = new ProofWalk()
  const total = certificate.proofs.reduce((sum, list) => sum + list.length, 0)
  let done = 0
  let leaves = 0
  certificate.proofs.forEach((proofs, segment) => {
    const piece = pieces[segment]!
    const anchors = new Anchors(bodies, fixed, piece)
    const leaf = new LeafCheck(bodies, piece, clearance)
    const proved = new Set<number>()
    for (const { a, b, bytes } of proofs) {
      demand(a < b && b < view.geometries.length, `there is no pair of geometries ${a} and ${b}`, { segment })
      const key = a * view.geometries.length + b
      demand(!proved.has(key), `geometries ${a} and ${b} have two proofs`, { segment })
      proved.add(key)
      const pair = { a, b, setA: sets.of(a), setB: sets.of(b), chain: between(fixed[a]!.body, fixed[b]!.body) }
      const where = { segment, a: view.geometries[a]!.objectName, b: view.geometries[b]!.objectName }
      const walked = walk.run(bytes, pair, anchors, leaf, where)
      leaves += walked.leaves
      if (!walked.parted) checkInsides(pair, anchors, view, sets, where)
      onProgress?.(++done / total)
    }
    checkAllPairs(view, exclusions, proved, piece, segment)
  })
  const { premises } = exclusions
  const rest = premises > 0 ? { premises } : {}
  return { valid: true, segments: pieces.length, pairs: total, leaves, clearance, ...rest }
}

function checkNames(given: readonly string[], own: readonly string[]): void {
  const same = given.length === own.length && given.every((name, i) => name === own[i])
  demand(same, `it is about other variables than the world's: ${own.slice(0, 10).join(', ')}`)
}

function checkGeometries(
  given: readonly { readonly object: string; readonly geometry: string; readonly part: number }[],
  { geometries }: VerifiedWorld,
): void {
  demand(given.length === geometries.length, `it has ${given.length} geometries and the world ${geometries.length}`)
  given.forEach(({ object, geometry, part }, i) => {
    const own = geometries[i]!
    const same = own.objectName === object && own.name === geometry && own.part === part
    demand(same, `geometry ${i} is ${own.objectName}/${own.name}, not ${object}/${geometry}`)
  })
}

/** Every two geometries of different objects, one of them no obstacle, have a proof or are rightly left out. */
function checkAllPairs(
  { objects, geometries }: VerifiedWorld,
  exclusions: Exclusions,
  proved: ReadonlySet<number>,
  piece: Piece,
  segment: number,
): void {
  const firstOf = firstGeometries(geometries, objects.length)
  for (let i = 0; i < objects.length; i++) {
    if (objects[i]!.kind === 'obstacle') continue
    for (let j = i + 1; j < objects.length; j++) {
      const unproved = hasUnproved(firstOf, i, j, (a, b) => proved.has(a * geometries.length + b))
      if (!unproved || exclusions.isLeftOut(i, j, piece, segment)) continue
      const where = { segment, a: objects[i]!.name, b: objects[j]!.name }
      throw new Rejection('there is no proof for this pair, and it is not left out', where)
    }
  }
}

function hasUnproved(firstOf: Int32Array, i: number, j: number, proved: (a: number, b: number) => boolean): boolean {
  for (let a = firstOf[i]!; a < firstOf[i + 1]!; a++) {
    for (let b = firstOf[j]!; b < firstOf[j + 1]!; b++) if (!proved(a, b)) return true
  }
  return false
}

/** First geometry of each object; one more at the end. */
function firstGeometries(geometries: readonly FlatGeometry[], objects: number): Int32Array {
  const first = new Int32Array(objects + 1)
  for (const { object } of geometries) first[object + 1]!++
  for (let o = 0; o < objects; o++) first[o + 1]! += first[o]!
  return first
}

/** Neither is inside the other at the start of the piece. */
function checkInsides(pair: Pair, anchors: Anchors, view: VerifiedWorld, sets: Sets, where: VerifyPlace): void {
  const start = anchors.atStart()
  for (const [outer, inner] of [
    [pair.a, pair.b],
    [pair.b, pair.a],
  ] as const) {
    if (!sets.isInside(inner, start.pose(inner), outer, start.pose(outer))) continue
    const [a, b] = [inner, outer].map((g) => view.geometries[g]!.objectName)
    throw new Rejection(`${a} is inside ${b} at the start`, where)
  }
}
