// Checks a certificate of several robots, each on a path of its own (docs/formats/certificate.md, "Several robots"). It searches for
// nothing. What is accepted is proved: whenever each robot starts, however fast it is and however long it waits, no two geometries
// that count come within the clearance; as long as robots stay on their paths, never go back, and wait for their signals.
import { type CrossPair, DiagramWalk, type Path } from './diagram.js'
import { chainBetween } from './kinematics.js'
import { Leaf } from './leaf.js'
import { kept, MotionCheck, type VerifyOptions } from './motion.js'
import { Piece } from './piece.js'
import {
  about,
  assumptionsOf,
  bytesOf,
  canonical,
  copyPlain,
  demand,
  demandKind,
  demandNamed,
  type Fields,
  hashWithout,
  list,
  number,
  type Plain,
  progressOf,
  type Rejected,
  Rejection,
  record,
  records,
  verdict,
  whole,
} from './plain.js'
import { Scene, type VerifiedSurface } from './scene.js'
import type { LinkSet } from './sets.js'
import { checkRegions, demandNoCycle, readLag, readSignals } from './signals.js'
import { type Share, sharesOf, soloDocument } from './solo.js'
import { pairKey, readPlainWorld } from './world.js'

/** A schedule of several robots that holds, and how much it proves. */
export interface VerifiedCoordination {
  readonly valid: true
  readonly outcome: 'free'
  readonly robots: readonly string[]
  /** Pieces of all paths. */
  readonly segments: number
  /** Cells of diagrams that are proved free; pairs of geometries of different robots; planes, those of robots alone among them. */
  readonly cells: number
  readonly pairs: number
  readonly leaves: number
  /** Regions that are not proved free, which the signals keep the robots out of. */
  readonly regions: number
  readonly signals: number
  readonly clearance: number
  /** Seconds that robots may be late, each by itself, where they go by the clock and without signals. */
  readonly lag?: number
  readonly limitTolerance: number
  readonly ignoreLimits: boolean
  readonly surfaces: readonly VerifiedSurface[]
  readonly unseen: readonly string[]
  /** What the proof rests on: how robots must behave. */
  readonly assumptions: readonly string[]
}

/** What the verifier says of a certificate of several robots. */
export type CoordinationVerification = VerifiedCoordination | Rejected

/** Does the certificate prove what it says, for this world? Never throws, whatever it is given. */
export function verifyCoordination(
  world: unknown,
  certificate: unknown,
  options: VerifyOptions = {},
): CoordinationVerification {
  return verdict(() => {
    const fields = copyPlain(world, 'the world')
    return new CoordinationCheck(fields, copyPlain(certificate, 'the certificate')).run(progressOf(options))
  })
}

/** As docs/formats/certificate.md has them. */
const DEEPEST = 16
const MOST_ATOMS = 2 ** 16

class CoordinationCheck {
  private readonly scene: Scene
  private readonly clearance: number
  private readonly limitTolerance: number
  private readonly ignoreLimits: boolean
  private readonly sets = new Map<number, LinkSet>()
  /** By mover: its robot. */
  private readonly robotOf: Int32Array
  private cells = 0
  private pairs = 0
  private leaves = 0

  constructor(
    private readonly world: Fields,
    private readonly certificate: Fields,
  ) {
    demandKind(certificate, 'coordination', 'the certificate')
    const isWhole = certificate.digest === hashWithout(certificate, 'digest')
    demand(isWhole, 'the digest is not that of the contents: something was changed since it was made')
    const scene = new Scene(readPlainWorld(world))
    this.scene = scene
    demand(certificate.world === scene.world.hash, 'it is about another world: the hashes differ')
    const bending = scene.world.bending.map(({ name }) => name)
    demand(bending.length === 0, `schedules of several robots do not cover what bends: ${bending.join(', ')}`)
    this.clearance = number(certificate.clearance, 'clearance', 0)
    this.limitTolerance = number(certificate.limitTolerance, 'limitTolerance', 0)
    const { ignoreLimits } = certificate
    demand(typeof ignoreLimits === 'boolean', '"ignoreLimits" is neither true nor false')
    this.ignoreLimits = ignoreLimits
    this.robotOf = Int32Array.from(scene.bodies.movers, ({ body }) => scene.bodies.jointOf(body).link.robot)
  }

  run(onProgress: (done: number) => void): VerifiedCoordination {
    const { certificate, scene, clearance, limitTolerance, ignoreLimits } = this
    const paths = this.readPaths()
    const atoms = paths.map((path) => path.atoms)
    const names = paths.map(({ name }) => name)
    const signals = readSignals(certificate.signals, atoms)
    demandNoCycle(signals, atoms, names)
    const lag = certificate.lag === undefined ? undefined : readLag(certificate.lag, atoms, signals)
    const diagrams = records(certificate.diagrams, 'diagrams')
    const seen = new Set<number>()
    let regions = 0
    diagrams.forEach((own, i) => {
      const b = whole(own.b, `diagrams[${i}].b`, paths.length)
      const a = whole(own.a, `diagrams[${i}].a`, b)
      const robots = [names[a]!, names[b]!] as const
      demand(!seen.has(pairKey(a, b)), 'two robots have two diagrams', { robots })
      seen.add(pairKey(a, b))
      const walk = new DiagramWalk(scene, paths[a]!, paths[b]!, this.crossPairs(a, b), robots)
      const blocked = walk.run(bytesOf(own.proof, `diagrams[${i}].proof`))
      this.cells += walk.cells
      this.leaves += walk.planes
      regions += checkRegions({ robots: [a, b], names: robots, atoms: [atoms[a]!, atoms[b]!], blocked }, signals, lag)
      onProgress((i + 1) / diagrams.length)
    })
    const most = (paths.length * (paths.length - 1)) / 2
    demand(seen.size === most, `there are diagrams of ${seen.size} pairs of robots, not of ${most}`)
    if (this.pairs === 0 && paths.every(({ leaves }) => leaves === undefined)) {
      throw new Rejection('there is no pair to check, so nothing is proved', {}, 'nothing-to-check')
    }
    const { unseen } = scene.world
    const surfaces = scene.surfaces()
    demandNamed(certificate, surfaces, unseen)
    const { cells, pairs } = this
    const leaves = paths.reduce((sum, path) => sum + (path.leaves ?? 0), this.leaves)
    const segments = paths.reduce((sum, path) => sum + path.pieces.length, 0)
    return {
      ...{ valid: true, outcome: 'free', robots: names, segments, cells, pairs, leaves, regions },
      ...{ signals: signals.length, clearance, ...(lag === undefined ? {} : { lag: lag.seconds }) },
      ...{ limitTolerance, ignoreLimits, surfaces, unseen, assumptions: assumptionsOf(lag?.seconds) },
    }
  }

  private readPaths(): Path[] {
    const { certificate, scene } = this
    const shares = sharesOf(scene.world)
    const robots = records(certificate.robots, 'robots')
    const alone = list(certificate.alone, 'alone')
    const isAll = robots.length === shares.length && alone.length === shares.length
    demand(isAll, `there are not ${shares.length} robots, each with a proof that it is free alone`)
    let body = 0
    let mover = 0
    return robots.map((own, r) => {
      const name = this.nameOf(own.name, shares[r]!)
      return about(name, () => {
        const path = { ...this.readPath(own, shares[r]!, r, name, alone[r]!), body, mover }
        body += path.scene.bodies.count - 1
        mover += path.scene.bodies.movers.length
        return path
      })
    })
  }

  /** Its links' names begin with it. */
  private nameOf(given: Plain | undefined, share: Share): string {
    const links = this.scene.world.links.slice(share.link, share.link + share.links)
    const isIts = typeof given === 'string' && links.every((link) => link.name.startsWith(`${given}/`))
    demand(isIts, `robots has a name, ${given}, that its links do not have`)
    return given
  }

  private readPath(own: Fields, share: Share, robot: number, name: string, alone: Plain): Omit<Path, 'body' | 'mover'> {
    const document = soloDocument(this.world, this.scene.world, robot, share)
    const scene = new Scene(readPlainWorld(document, document.hash as string))
    const given = records(own.pieces, 'pieces')
    const pieces = given.map((piece, k) => new Piece(scene.bodies, piece, k, share.variables))
    const levels = list(own.levels, 'levels').map((level) => whole(level, 'levels', DEEPEST + 1))
    demand(levels.length === pieces.length, `there are ${levels.length} levels for ${pieces.length} pieces`)
    demand(pieces.length === 1 || pieces.length > 2, 'a path is one stand, or pieces between two of them')
    pieces.forEach((piece, segment) => {
      const joins = segment === 0 || piece.from.every((q, v) => q === pieces[segment - 1]!.to[v])
      demand(joins, 'the piece does not begin where the one before it ends', { segment })
    })
    for (const end of [0, pieces.length - 1]) {
      const isStand = levels[end] === 0 && stands(given[end]!, pieces[end]!)
      demand(isStand, 'a path does not begin and end with a stand of one atom', { segment: end })
    }
    scene.world.variables.forEach((variable, v) => {
      const segment = this.ignoreLimits
        ? -1
        : pieces.findIndex((piece) => !piece.staysWithin(v, variable, this.limitTolerance))
      if (segment >= 0) throw new Rejection(`${variable.name} leaves its limits`, { segment }, 'outside-limits')
    })
    const firstAtom = [0]
    for (const level of levels) firstAtom.push(firstAtom.at(-1)! + 2 ** level)
    const atoms = firstAtom.at(-1)!
    demand(atoms <= MOST_ATOMS, `a path has more than ${MOST_ATOMS} atoms`)
    const middle = given.length === 1 ? given : given.slice(1, -1)
    const leaves = alone === null ? this.checkNothing(scene) : this.checkAlone(scene, alone, middle)
    return { name, scene, pieces, levels, firstAtom, atoms, leaves }
  }

  /** The robot without the others: exactly these pieces, in exactly that world, at least as far from everything. */
  private checkAlone(scene: Scene, given: Plain, pieces: readonly Fields[]): number {
    const alone = record(given, 'alone')
    const { leaves, clearance } = new MotionCheck(scene, alone).run(() => undefined)
    const isSame = canonical(list(alone.pieces, 'alone.pieces')) === canonical(pieces)
    demand(isSame, 'the proof that it is free alone is about another path')
    demand(clearance >= this.clearance, 'the proof that it is free alone has a lesser clearance')
    return leaves
  }

  /** No proof is needed where every pair is allowed or rigid. */
  private checkNothing(scene: Scene): undefined {
    const { objects } = scene.world
    for (let i = 0; i < objects.length; i++) {
      for (let j = i + 1; j < objects.length; j++) {
        const [a, b] = [objects[i]!.name, objects[j]!.name]
        demand(scene.isExempt(i, j), 'there is no proof that it is free alone, and this pair needs one', { a, b })
      }
    }
    return undefined
  }

  /** Geometries of two robots that may not touch, A's in their order, and for each of them B's. */
  private crossPairs(a: number, b: number): CrossPair[] {
    const { scene, sets, clearance } = this
    const { geometries, objects, links, allowed } = scene.world
    const ownOf = (robot: number): number[] =>
      geometries.flatMap(({ object }, g) => (links[objects[object]!.link]?.robot === robot ? [g] : []))
    const chains = new Map<number, Pick<CrossPair, 'chain' | 'leaf'>>()
    const ofB = ownOf(b)
    const setOf = (g: number): LinkSet => kept(sets, g, () => scene.setOf(geometries[g]!.object, [g]))
    const pairs = ownOf(a).flatMap((g) =>
      ofB.flatMap((h) => {
        const [i, j] = [geometries[g]!.object, geometries[h]!.object]
        if (allowed.has(pairKey(Math.min(i, j), Math.max(i, j)))) return []
        const between = kept(chains, pairKey(scene.bodyOf(i), scene.bodyOf(j)), () => {
          const chain = chainBetween(scene.bodies, scene.bodyOf(i), scene.bodyOf(j))
          return { chain, leaf: new Leaf(scene.bodies, chain, this.robotOf, clearance) }
        })
        return [{ a: g, b: h, setA: setOf(g), setB: setOf(h), ...between }]
      }),
    )
    this.pairs += pairs.length
    return pairs
  }
}

/** Nothing moves on the piece. */
function stands(given: Fields, { from, to }: Piece): boolean {
  const higher = given.higher === undefined ? [] : list(given.higher, 'higher')
  const turns = given.turns === undefined ? [] : records(given.turns, 'turns')
  const isStraight = higher.every((row) => list(row, 'higher').length === 0)
  return isStraight && turns.every(({ angle }) => angle === 0) && from.every((q, v) => q === to[v])
}
