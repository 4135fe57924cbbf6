// Checks that pairs of a robot's links never touch, given as two documents: the robot's, and a report of `limber allow` with its proofs
// (docs/formats/certificate.md). It shares no code with what found the proofs and searches for nothing.
//
// What is accepted is proved: wherever the joints are within their limits, no point of one link comes as near to the other as the
// clearance; and of a pair that is `never`, no part of one is inside the other. (Of one that is `contained`, some part is.)
import { Anchor, type Bodies, type Chain, chainBetween } from './kinematics.js'
import { Leaf } from './leaf.js'
import {
  bytesOf,
  copyPlain,
  demand,
  demandKind,
  type Fields,
  number,
  progressOf,
  type Rejected,
  record,
  records,
  text,
  type VerifyPlace,
  verdict,
} from './plain.js'
import { IDENTITY, LINE, setLine, U } from './poses.js'
import { Scene, type VerifiedSurface } from './scene.js'
import { EnvelopeSet, type LinkSet } from './sets.js'
import { type Cell, walkProof, wholeCell } from './walk.js'
import { readWorld } from './world.js'

/** What was proved of a pair: that it is nowhere closer than `clearance`. */
export interface VerifiedPair {
  readonly a: string
  readonly b: string
  readonly class: 'never' | 'contained'
  readonly clearance: number
  /** Cells of the box, and planes that separate the two in one. */
  readonly cells: number
  readonly planes: number
}

/** A report of allowed pairs whose proofs hold. */
export interface VerifiedPairs {
  readonly valid: true
  readonly proved: readonly VerifiedPair[]
  /** Pairs that are said to be `never`, `contained`, `always` or `touches` without a proof. Nothing is known of them. */
  readonly uncertified: readonly { readonly a: string; readonly b: string; readonly class: string }[]
  readonly surfaces: readonly VerifiedSurface[]
  readonly unseen: readonly string[]
}

/** What the verifier says of a report of allowed pairs. */
export type AllowVerification = VerifiedPairs | Rejected

/** Reports of progress while allowed pairs are verified. */
export interface VerifyAllowOptions {
  /** Called after each pair with the share that is done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/** Do the proofs of a report hold for this robot? Never throws, whatever it is given. */
export function verifyAllowedPairs(
  robot: unknown,
  report: unknown,
  options: VerifyAllowOptions = {},
): AllowVerification {
  return verdict(() => verifyReport(new Scene(readWorld(robot)), copyPlain(report, 'the report'), progressOf(options)))
}

function verifyReport(scene: Scene, report: Fields, onProgress: (done: number) => void): VerifiedPairs {
  const { world } = scene
  demandKind(report, 'limber-allowed-pairs', 'the report')
  demand(report.hash === world.hash, 'it is about another robot: the hashes differ')
  const limits = records(report.limits, 'limits')
  demand(
    limits.length === world.variables.length,
    `limits is a list of ${limits.length}, not of ${world.variables.length}`,
  )
  limits.forEach(({ joint, lower, upper }, i) => {
    const own = world.variables[i]
    const isSame = own?.name === joint && (lower ?? -Infinity) === own?.lower && (upper ?? Infinity) === own.upper
    demand(isSame, `limits[${i}] is not that of the robot`)
  })
  const sets = new Map<number, LinkSet>()
  const proved: VerifiedPair[] = []
  const uncertified: VerifiedPairs['uncertified'][number][] = []
  const seen = new Set<string>()
  const pairs = records(report.pairs, 'pairs')
  pairs.forEach((fields, i) => {
    const [a, b, claim] = ['a', 'b', 'class'].map((name) => text(fields[name], `pairs[${i}].${name}`)) as [
      string,
      string,
      string,
    ]
    const where = { a, b }
    const objects = [a, b].map((name) => world.objects.findIndex((object) => object.name === name)) as [number, number]
    demand(objects[0] >= 0 && objects[0] < objects[1], 'this is not a pair of two links, in their order', where)
    demand(!seen.has(objects.join()), 'this pair occurs twice', where)
    seen.add(objects.join())
    if (fields.proof !== undefined) {
      demand(
        objects.every((object) => scene.own[object]!.length > 0),
        'a link of the pair has no geometry',
        where,
      )
      demand(claim === 'never' || claim === 'contained', `there is a proof of ${claim}, which has none`, where)
      for (const object of objects) if (!sets.has(object)) sets.set(object, scene.setOf(object))
      const check = new PairCheck(
        scene,
        objects,
        objects.map((object) => sets.get(object)!) as [LinkSet, LinkSet],
        where,
      )
      proved.push({
        a,
        b,
        class: claim,
        ...check.run(bytesOf(fields.proof, `pairs[${i}].proof`), claim, leastOf(fields)),
      })
    } else if (['never', 'contained', 'always', 'touches'].includes(claim)) uncertified.push({ a, b, class: claim })
    onProgress((i + 1) / pairs.length)
  })
  return { valid: true, proved, uncertified, surfaces: scene.surfaces(), unseen: world.unseen }
}

/** The clearance that is claimed: 0 for none. */
function leastOf({ clearance }: Fields): number {
  return clearance === undefined ? 0 : number(record(clearance, 'clearance').least, 'clearance.least')
}

interface Side {
  readonly variable: number
  readonly lower: number
  readonly upper: number
}

/** The double above twice Math.PI. Half an ulp less, which a difference may be off by, is above 2π still. */
const WHOLE_TURN = 6.283185307179587

class PairCheck {
  private readonly bodies: Bodies
  private readonly chain: Chain
  private readonly anchor: Anchor
  private placedFor: Cell | undefined
  private box: readonly Side[] = []

  constructor(
    private readonly scene: Scene,
    private readonly objects: readonly [number, number],
    private readonly sets: readonly [LinkSet, LinkSet],
    private readonly where: VerifyPlace,
  ) {
    this.bodies = scene.bodies
    this.chain = chainBetween(this.bodies, scene.bodyOf(objects[0]), scene.bodyOf(objects[1]))
    this.anchor = new Anchor(this.bodies)
  }

  run(bytes: Uint8Array, claim: string, least: number): Pick<VerifiedPair, 'clearance' | 'cells' | 'planes'> {
    const { bodies, chain, where, sets } = this
    const { movers } = chain
    const view = new DataView(bytes.buffer)
    demand(
      bytes.length >= 12 && bytes[0] === 2 && bytes[1]! < 4,
      'the proof is too short, or of another version',
      where,
    )
    const clearance = number(view.getFloat64(2, true), 'the clearance of the proof', 0)
    demand(clearance >= least, 'the proof is of a smaller clearance than is claimed', where)
    const variables = view.getUint16(10, true)
    const at = 12 + 18 * variables
    demand(bytes.length >= at, 'the proof ends too early', where)
    this.box = Array.from({ length: variables }, (_, i) => ({
      variable: view.getUint16(12 + 18 * i, true),
      lower: number(view.getFloat64(14 + 18 * i, true), 'the box of the proof'),
      upper: number(view.getFloat64(22 + 18 * i, true), 'the box of the proof'),
    }))
    this.checkBox()
    const flags = bytes[1]!
    demand((flags & 1) + (flags >> 1) <= movers.length, 'there are more envelopes than joints between the two', where)
    const variableOf = new Int32Array(bodies.movers.length)
    for (const k of movers)
      variableOf[k] = this.box.findIndex(({ variable }) => variable === bodies.movers[k]!.variable)
    const { cells, planes, apart } = walkProof<LinkSet>({
      ...{ bytes, at, variables, movers: movers.length, a: sets[0], b: sets[1] },
      envelopeA: (flags & 1) === 0 ? undefined : this.envelope(0),
      envelopeB: (flags & 2) === 0 ? undefined : this.envelope(1),
      leaf: new Leaf(bodies, chain, variableOf, clearance),
      anchorOf: (cell) => this.place(cell, variableOf),
      where: () => where,
    })
    const isInside = !apart && this.isInside(this.place(wholeCell(variables), variableOf))
    if (claim === 'contained') demand(isInside, 'neither is inside the other', where)
    else demand(!isInside, 'one is inside the other', where)
    return { clearance, cells, planes }
  }

  /** It names all variables that move the two, and holds their limits; or a whole turn, where nothing else is driven by the variable. */
  private checkBox(): void {
    const { bodies, chain, where, box } = this
    const { variables } = this.scene.world
    const movers = chain.movers.map((k) => bodies.movers[k]!)
    box.forEach(({ variable, lower, upper }, i) => {
      const own = movers.filter((mover) => mover.variable === variable)
      const isNext = variable > (box[i - 1]?.variable ?? -1) && own.length > 0 && lower <= upper
      demand(isNext, 'the box has a variable twice, one that does not move the two, or no interval', where)
      const { name, lower: low, upper: high } = variables[variable]!
      const turns = own.length === 1 && own[0]!.isTurn && Math.abs(own[0]!.factor) === 1
      const holds = (lower <= low && upper >= high) || (turns && upper - lower >= WHOLE_TURN)
      demand(holds, `the box does not hold the limits of ${name}`, where)
    })
    for (const { variable, body } of movers) {
      const { link } = bodies.jointOf(body)
      demand(link.kind !== 'floating', `the joint of ${link.name}, which floats, moves the two`, where)
      const isNamed = box.some((side) => side.variable === variable)
      demand(isNamed, `the box does not have ${variables[variable]!.name}, which moves the two`, where)
    }
  }

  /**
   * The middle of a cell, seen from the nearest body above both. Of a side's |lower| + |upper|, its width is off by 1 u, the
   * product with a fraction by 1 more, the sum by 2; a mover's value by two operations more.
   */
  private place(cell: Cell, variableOf: Int32Array): Anchor {
    const { anchor, bodies, chain, box } = this
    if (this.placedFor === cell) return anchor
    this.placedFor = cell
    for (const k of chain.movers) {
      const { factor, offset, isTurn } = bodies.movers[k]!
      const v = variableOf[k]!
      const { lower, upper } = box[v]!
      const width = (upper - lower) / 2 ** (cell.levels[v]! + 1)
      anchor.value[k] = factor * (lower + width * (2 * cell.indices[v]! + 1)) + offset
      anchor.error[k] = 8 * U * (Math.abs(factor) * (Math.abs(lower) + Math.abs(upper)) + Math.abs(offset))
      anchor.rate[k] = factor * width
      anchor.s[k] = (Math.abs(factor) * width + anchor.error[k]!) * (1 + 8 * U)
      anchor.setSpread(k, anchor.s[k]!, isTurn)
    }
    anchor.pose(chain.common).set(IDENTITY)
    anchor.lengths[chain.common] = 0
    bodies.place(anchor, chain.below, new Map())
    return anchor
  }

  /** A link as the mover next to it, the first or last of the chain, turns it. */
  private envelope(side: 0 | 1): EnvelopeSet {
    const { bodies, chain } = this
    const { isTurn, body } = bodies.movers[chain.movers.at(side === 0 ? 0 : -1)!]!
    demand(isTurn, 'an envelope is about a joint that does not turn', this.where)
    const { link, origin } = bodies.jointOf(body)
    const axis = new Float64Array(LINE)
    // In the frame of what hangs on the joint its axis goes through the origin; in the parent's, through that of the joint's frame.
    setLine(axis, 0, body === (side === 0 ? chain.bodyA : chain.bodyB) ? IDENTITY : origin, link.axis)
    return new EnvelopeSet(this.sets[side], axis)
  }

  private isInside(anchor: Anchor): boolean {
    const [ofA, ofB] = this.objects.map((object) => this.scene.own[object]!) as [readonly number[], readonly number[]]
    const either = (i: number, j: number): boolean =>
      this.scene.isInside(i, j, anchor) || this.scene.isInside(j, i, anchor)
    return ofA.some((i) => ofB.some((j) => either(i, j)))
  }
}
