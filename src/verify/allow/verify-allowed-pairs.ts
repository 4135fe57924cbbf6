// Checks anew that pairs of a robot's links never touch. It shares no code with what found the proofs: kinematics, sets, envelopes, bounds
// and insides are its own, and it searches for nothing. What it takes from outside is the robot's numbers; the shape of the
// meshes' trees, which it checks; and Math.sin and Math.cos.
//
// What is accepted is proved, in exact arithmetic on the robot's numbers: wherever its joints are within their limits, no point of
// one link comes as near to the other as the clearance; and of a pair that is `never`, no piece of one is inside the other. (Of
// one that is `contained`, some piece is.)
import type { Robot } from '../../bodies/robot.js'
import { Bodies, IDENTITY, LINE, setLine, TURN } from '../bodies.js'
import { chainBetween } from '../leaf.js'
import { demand, Rejection, type VerifyPlace } from '../rejection.js'
import { Sets } from '../sets.js'
import { type AllowInput, type LimitInput, type PairInput, readAllow, readHead } from './allow-reader.js'
import { CellAnchor, type PairChain } from './cell-anchor.js'
import { Cell, checkBox } from './cell-box.js'
import { CellLeaf } from './cell-leaf.js'
import { CellWalk } from './cell-walk.js'
import { EnvelopeSet } from './envelope.js'
import { LinkSet } from './link-set.js'
import { geometryHash, type RobotView, robotHash, viewRobot } from './robot-view.js'

/** What was proved of a pair: that it is nowhere closer than `clearance`. */
export interface VerifiedPair {
  readonly a: string
  readonly b: string
  readonly class: 'never' | 'contained'
  readonly clearance: number
  /** Cells of the box, and planes that part the two in one. */
  readonly cells: number
  readonly planes: number
}

export type AllowVerification =
  | {
      readonly valid: true
      readonly proved: readonly VerifiedPair[]
      /** Pairs that are said never to touch, or one inside the other, without a proof. */
      readonly unproved: readonly { readonly a: string; readonly b: string }[]
    }
  | { readonly valid: false; readonly reason: string; readonly where: VerifyPlace }

export interface VerifyAllowOptions {
  /** Told after each pair how much is done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/**
 * Do the proofs of the document, which allowedPairs made or which was read from its report, hold for this robot? Never throws for
 * what is in the document.
 */
export function verifyAllowedPairs(
  robot: Robot,
  document: unknown,
  options: VerifyAllowOptions = {},
): AllowVerification {
  try {
    return verify(robot, document, options)
  } catch (error) {
    if (error instanceof Rejection) return { valid: false, reason: error.reason, where: error.where }
    throw error
  }
}

function verify(robot: Robot, given: unknown, { onProgress }: VerifyAllowOptions): AllowVerification {
  const document = readAllow(given)
  // A robot may be called otherwise here, if it is the same one.
  if (document.hash === undefined) {
    demand(document.robot === robot.name, `it is about the robot ${document.robot}, not ${robot.name}`)
  } else demand(document.hash === robotHash(robot), 'it is about another robot: the hashes differ')
  const limits = checkLimits(document, robot)
  const hashed = checkMeshes(document, robot)
  const verifier = new PairVerifier(robot)
  const proved: VerifiedPair[] = []
  const unproved: { a: string; b: string }[] = []
  const seen = new Set<string>()
  document.pairs.forEach((pair, i) => {
    const { a, b, proof } = pair
    const where = { a, b }
    const links = [a, b].map((name) => robot.links.findIndex((link) => link.name === name)) as [number, number]
    demand(links[0] >= 0 && links[0] < links[1], 'this is no pair of two links, in their order', where)
    const key = JSON.stringify([a, b])
    demand(!seen.has(key), 'this pair is there twice', where)
    seen.add(key)
    const isClaim = pair.class === 'never' || pair.class === 'contained'
    demand(proof === undefined || isClaim, `there is a proof of ${pair.class}, which needs none`, where)
    if (proof !== undefined) {
      for (const link of links) {
        robot.links[link]!.geometry.forEach((_, geometry) => {
          demand(
            hashed.has(`${link}/${geometry}`),
            `geometry ${geometry} of ${robot.links[link]!.name} has no hash`,
            where,
          )
        })
      }
      proved.push(verifier.verify(pair, proof, links, limits))
    } else if (isClaim) unproved.push(where)
    onProgress?.((i + 1) / document.pairs.length)
  })
  return { valid: true, proved, unproved }
}

/** What an interval must have to be one turn, to what people write. */
const ONE_TURN = 6.28318530717958

/** Limits that are listed are the robot's, or one turn of a joint that has none, or more. Returns the variables listed. */
function checkLimits({ limits }: AllowInput, robot: Robot): ReadonlySet<number> {
  const listed = new Set<number>()
  for (const { joint, lower, upper } of limits) {
    const variable = robot.variables.indexOf(joint)
    demand(variable >= 0, `there is no joint ${joint}`)
    demand(!listed.has(variable), `the limits of ${joint} are there twice`)
    listed.add(variable)
    const own = isSame(lower, robot.lower[variable]!) && isSame(upper, robot.upper[variable]!)
    const turn = isTurning(robot, variable) && isOneTurn({ joint, lower, upper }, robot, variable)
    demand(own || turn, `the limits of ${joint} are not the robot's`)
  }
  return listed
}

function isSame(listed: number | undefined, own: number): boolean {
  return listed === undefined ? Math.abs(own) === Infinity : listed === own
}

function isTurning(robot: Robot, variable: number): boolean {
  const own = robot.joints.find((joint) => joint.mimic === undefined && joint.variable === variable)
  return own?.kind === 'revolute' || own?.kind === 'continuous'
}

/** One turn where the robot's limits leave as much. */
function isOneTurn({ lower, upper }: LimitInput, robot: Robot, variable: number): boolean {
  if (lower === undefined || upper === undefined) return false
  return upper - lower >= ONE_TURN && robot.upper[variable]! - robot.lower[variable]! >= ONE_TURN
}

/** Hashes that are listed are those of the robot's geometries, as `link/geometry` by their numbers. */
function checkMeshes({ meshes }: AllowInput, robot: Robot): ReadonlySet<string> {
  const hashed = new Set<string>()
  for (const { link: name, geometry, hash } of meshes) {
    const link = robot.links.findIndex((own) => own.name === name)
    const shape = robot.links[link]?.geometry[geometry]?.shape
    demand(shape !== undefined, `there is no geometry ${geometry} of a link ${name}`)
    demand(hash === geometryHash(shape), `geometry ${geometry} of ${name} is another one: the hashes differ`)
    hashed.add(`${link}/${geometry}`)
  }
  return hashed
}

/** Pairs of one robot, one after the other. */
class PairVerifier {
  private readonly bodies: Bodies
  private readonly view: RobotView
  private readonly sets: Sets
  private readonly links = new Map<number, LinkSet>()

  constructor(private readonly robot: Robot) {
    this.bodies = new Bodies([{ robot, name: robot.name, base: IDENTITY }])
    this.view = viewRobot(robot)
    this.sets = new Sets(this.view)
  }

  verify(
    { a, b, class: claimed, least }: PairInput,
    bytes: Uint8Array,
    [linkA, linkB]: readonly [number, number],
    limits: ReadonlySet<number>,
  ): VerifiedPair {
    const where = { a, b }
    const { bodies, robot } = this
    const setA = this.linkSet(linkA, where)
    const setB = this.linkSet(linkB, where)
    const head = readHead(bytes, where)
    demand(head.clearance >= least, 'the proof is of a smaller clearance than is claimed', where)
    const pair = this.pairChain(linkA, linkB)
    const { movers } = pair.chain
    checkBox(robot, bodies, movers, head.box, where)
    for (const { variable } of head.box) {
      demand(limits.has(variable), `the limits of ${robot.variables[variable]!} are not listed`, where)
    }
    const dropped = (head.envelopeA ? 1 : 0) + (head.envelopeB ? 1 : 0)
    demand(dropped <= movers.length, 'there are more envelopes than joints between the two', where)
    const walkedA = { set: setA, envelope: head.envelopeA ? this.envelope(setA, pair, true, where) : undefined }
    const walkedB = { set: setB, envelope: head.envelopeB ? this.envelope(setB, pair, false, where) : undefined }
    const anchor = new CellAnchor(bodies, pair, head.box)
    const leaf = new CellLeaf(pair, anchor, head.clearance)
    const walk = new CellWalk(bytes, head.end, where)
    const { cells, planes, parted } = walk.run(walkedA, walkedB, movers.length, head.box.length, anchor, leaf)
    anchor.place(Cell.whole(head.box.length))
    const inside = !parted && this.isInside(linkA, linkB, anchor)
    if (claimed === 'contained') demand(inside, 'neither is inside the other', where)
    else demand(!inside, 'one is inside the other', where)
    return { a, b, class: claimed as VerifiedPair['class'], clearance: head.clearance, cells, planes }
  }

  private linkSet(link: number, where: VerifyPlace): LinkSet {
    let set = this.links.get(link)
    if (set === undefined) {
      const { geometries, firstOf } = this.view
      const own = geometries.slice(firstOf[link]!, firstOf[link + 1]!)
      demand(own.length > 0, `${this.robot.links[link]!.name} has no geometry`, where)
      const sets = own.map((_, i) => this.sets.of(firstOf[link]! + i))
      set = new LinkSet(own, sets, this.bodies.linkOf(0, link))
      this.links.set(link, set)
    }
    return set
  }

  private pairChain(linkA: number, linkB: number): PairChain {
    const { bodies } = this
    const [bodyA, bodyB] = [bodies.linkOf(0, linkA).body, bodies.linkOf(0, linkB).body]
    const common = bodies.commonAncestor(bodyA, bodyB)
    const below = [...bodies.path(bodyA, common).reverse(), ...bodies.path(bodyB, common).reverse()]
    return { chain: chainBetween(bodies, bodyA, bodyB), bodyA, bodyB, common, below }
  }

  /** A link as the mover next to it, the first or last of the chain, turns it. */
  private envelope(set: LinkSet, { chain, bodyA, bodyB }: PairChain, ofA: boolean, where: VerifyPlace): EnvelopeSet {
    const { bodies } = this
    const { kind, body } = bodies.movers[chain.movers.at(ofA ? 0 : -1)!]!
    demand(kind === TURN, 'an envelope is about a joint that does not turn', where)
    const { joint, origin } = bodies.jointOf(body)
    const axis = new Float64Array(LINE)
    // In the frame of what hangs on the joint its axis goes through the origin; in the parent's, through that of the joint's frame.
    setLine(axis, 0, body === (ofA ? bodyA : bodyB) ? IDENTITY : origin, joint.axis)
    return new EnvelopeSet(set, axis)
  }

  /** Is some piece of one link inside a mesh of the other, where the anchor is? */
  private isInside(linkA: number, linkB: number, anchor: CellAnchor): boolean {
    const { firstOf } = this.view
    const own = (link: number): number[] =>
      Array.from({ length: firstOf[link + 1]! - firstOf[link]! }, (_, i) => firstOf[link]! + i)
    return own(linkA).some((i) =>
      own(linkB).some((j) => {
        const x = this.linkSet(linkA, {}).placed(i - firstOf[linkA]!, anchor.poseA)
        const y = this.linkSet(linkB, {}).placed(j - firstOf[linkB]!, anchor.poseB)
        return this.sets.isInside(i, x, j, y) || this.sets.isInside(j, y, i, x)
      }),
    )
  }
}
