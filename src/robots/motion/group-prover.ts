// Groups first: of a world with long chains, whole blocks of geometries are proved to stay apart at once, and only what is left goes
// to the proofs of pairs. So the work follows what moves and what is near, not the number of pairs.
//
// A block is a stretch of the row of block-order.ts. A task is two blocks, the one before the other in the row; all tasks together
// are all pairs: a stretch is halved, its halves are one task, and each of them is treated in the same way. At the middle of an
// interval the blocks are held by boxes and balls (block-volumes.ts), `gap` apart. Seen from any one link, the frame, a point of A
// gets no farther in the interval than Σ r·chord over the movers between it and the frame (the radius rule of pair-motion.ts), so no
// point of A gets farther than
//   far_A = Σ (distance of A's middle from the mover's axis + radius of A)·chord   (a slide: its chord)
// over all movers between the frame and any geometry of A. Separated if gap − far_A − far_B > clearance. What does not move against
// each other has far = 0: one test tells for the whole piece. Where this fails, a block is opened, or the two wait for the halves of
// the interval; two single geometries are left to the proof of their pair.
//
// Two blocks side by side, of which the last geometry of the one and the first of the other are not checked, because a joint holds
// them together: that they are not apart is known without a test. Small ones are not halved, but their ends are split off: in a
// straight stretch of n links that takes n − 2 tests, and no fewer can do it. For each task that is proved covers only one pair of
// links with just one link between them: a task that covered two of them would have to hold two links that touch.
//
// Intervals come one after the other, each with all tasks that wait for it: its anchor is made once. The bytes of a certificate
// (docs/formats/certificate.md, "Groups") are in the same order.
//
// Rounding: `motionSlack`, with lengths along the chains instead of coordinates, since a verifier adds those up; CAREFUL times, since
// it counts the steps of both geometries from the world down (src/verify/groups.ts), and (1 + 1.5·turned), as it does.
import { POSE } from '../../base/math/pose.js'
import { ROUND_UP } from '../../base/math/rounding.js'
import { type BlockOrder, WORLD_LINK } from './block-order.js'
import { BLOCK_RADIUS, BlockVolumes, MIDDLE } from './block-volumes.js'
import { motionSlack } from './motion-bounds.js'
import type { Anchor, MotionSystem } from './motion-system.js'
import { LINE, TURN } from './movers.js'

/** What becomes of a task, in a certificate. */
const APART = 1
const APART_FROM = 2
const OPEN_FIRST = 3
const OPEN_SECOND = 4
const LATER = 5
const LEFT = 6
const SPLIT_ENDS = 7

/** In place of a link, in two bytes. */
const WORLD_FRAME = 65535

/** How often the slack is counted: see above. */
const CAREFUL = 4

/** Blocks side by side whose ends are split off have no more geometries than this. */
const SMALL = 8

/** Of no more pairs than this it is asked whether any of them is checked, before anything is tested. */
const FEW_PAIRS = 64

/** No interval is halved more often for groups: what is not settled then is left to the pairs. */
const DEEPEST = 10

/** Blocks that can get no farther than this part of the larger one's radius are opened; others wait for shorter intervals. */
const OPEN_WITHIN = 0.5

/** Four places a task: from and to before, of both blocks. */
const TASK = 4

interface WaitingInterval {
  readonly level: number
  readonly index: number
  readonly tasks: readonly number[]
}

/** A pair that groups do not prove: geometries by number, and by how much their balls failed at worst. */
export interface LeftPair {
  readonly a: number
  readonly b: number
  deficit: number
}

/** What a prover has in common with other provers of its world. */
class GroupSpace {
  readonly volumes: BlockVolumes
  /** Moving joints of the interval, in the order of the row; and of a test: on the way from A to B, what they weigh for either. */
  readonly moving: Int32Array
  readonly way: Int32Array
  readonly weights: Float64Array
  /** Whose interval the volumes are of. */
  owner: GroupProver | undefined

  constructor(readonly order: BlockOrder) {
    this.volumes = new BlockVolumes(order)
    this.moving = new Int32Array(order.joints)
    this.way = new Int32Array(order.joints)
    this.weights = new Float64Array(2 * order.joints)
  }
}

const spaces = new WeakMap<MotionSystem, GroupSpace>()

export class GroupProver {
  volumeTests = 0
  intervals = 0
  /** All pairs, and how many of them are done with or known to be left, weighted by the time for which they are. */
  readonly pairs: number
  settled = 0
  readonly left: LeftPair[] = []
  private readonly known = new Map<number, LeftPair>()
  private readonly waiting: WaitingInterval[]
  /** The interval in hand: its tasks, the next one last; those that wait for its halves. */
  private stack: number[] = []
  private later: number[] = []
  private level = 0
  private index = 0
  private readonly space: GroupSpace
  private bytes = new Uint8Array(256)
  private size = 0
  /** Of the interval in hand, once it was needed. */
  private anchor: Anchor | undefined
  private movingCount = 0
  /** Places before this one hold what hangs on no link and is not asked about: none where something bends, which is asked about all that stands. */
  private readonly fixed: number
  /** No place on the way from the world to a point of a geometry is farther than this from another one. */
  private lengths = 0
  /** Of the last test: gap, how far the blocks get in all, the link seen from; Σ spread of turns and of slides. */
  private gap = 0
  private far = 0
  private frame = 0
  private turned = 0
  private slid = 0

  constructor(
    private readonly system: MotionSystem,
    private readonly clearance: number,
    /** Is the pair of two geometries to be proved? */
    private readonly isAsked: (a: number, b: number) => boolean,
    private readonly anchorAt: (level: number, index: number) => Anchor,
  ) {
    const known = spaces.get(system) ?? new GroupSpace(system.order)
    spaces.set(system, known)
    this.space = known
    const { count, fixed } = known.order
    // What bends hangs on no link either, and is checked against what stands.
    this.fixed = system.isRigid || system.model.deforming.length === 0 ? fixed : 0
    this.pairs = Math.max(1, (count * (count - 1)) / 2)
    this.waiting = [{ level: 0, index: 0, tasks: count > 1 ? [0, count, 0, count] : [] }]
    this.next()
  }

  get isDone(): boolean {
    return this.stack.length === 0
  }

  /** At most this many tests; returns whether there is more to do. Other provers may have worked in between. */
  advance(tests: number): boolean {
    if (this.space.owner !== this) this.anchor = undefined
    // The same numbers again, if its place was taken.
    else if (this.anchor !== undefined) this.anchor = this.anchorAt(this.level, this.index)
    const most = this.volumeTests + tests
    while (!this.isDone && this.volumeTests < most) this.step()
    return !this.isDone
  }

  /** The proof of all pairs but those that are left. */
  proof(): Uint8Array {
    return this.bytes.slice(0, this.size)
  }

  /** The pairs and intervals that are not settled yet, by number of geometry. */
  *unsettled(): Generator<{ readonly a: number; readonly b: number; readonly level: number; readonly index: number }> {
    const { level, index, stack, later } = this
    const all = [{ level, index, tasks: [...stack, ...later] }, ...this.waiting]
    const { geometries } = this.space.order
    for (const { level: l, index: i, tasks } of all) {
      for (let o = 0; o < tasks.length; o += TASK) {
        for (let p = tasks[o]!; p < tasks[o + 1]!; p++) {
          for (let q = Math.max(p + 1, tasks[o + 2]!); q < tasks[o + 3]!; q++) {
            const [a, b] = [geometries[p]!, geometries[q]!]
            if (this.counts(p, q)) yield { a: Math.min(a, b), b: Math.max(a, b), level: l, index: i }
          }
        }
      }
    }
  }

  /** Takes up the next interval that has tasks. */
  private next(): void {
    if (this.later.length > 0) {
      const { level, index, later: tasks } = this
      this.waiting.push(
        { level: level + 1, index: 2 * index + 1, tasks },
        { level: level + 1, index: 2 * index, tasks },
      )
      this.later = []
    }
    this.stack = []
    const interval = this.waiting.pop()
    if (interval === undefined) return
    this.level = interval.level
    this.index = interval.index
    this.anchor = undefined
    const { tasks } = interval
    for (let o = tasks.length - TASK; o >= 0; o -= TASK) {
      this.push(tasks[o]!, tasks[o + 1]!, tasks[o + 2]!, tasks[o + 3]!)
    }
    this.skip()
  }

  /** Opens stretches that are to be compared with themselves, which takes no test, until two blocks are next. */
  private skip(): void {
    const { stack, fixed } = this
    while (stack.length > 0) {
      const o = stack.length - TASK
      const [from, to] = [stack[o]!, stack[o + 1]!]
      // Things that hang on no link do not move against each other.
      if (stack[o + 3]! <= fixed) {
        stack.length = o
        this.settled += pairsOf(from, to, stack[o + 2]!, stack[o + 3]!) * 2 ** -this.level
        continue
      }
      if (from !== stack[o + 2]) return
      stack.length = o
      if (to - from === 1) continue
      const middle = (from + to) >> 1
      this.push(middle, to, middle, to)
      this.push(from, middle, middle, to)
      this.push(from, middle, from, middle)
    }
    this.next()
  }

  private push(a: number, aEnd: number, b: number, bEnd: number): void {
    this.stack.push(a, aEnd, b, bEnd)
  }

  /** One task. */
  private step(): void {
    const { stack } = this
    const o = stack.length - TASK
    const a = stack[o]!
    const aEnd = stack[o + 1]!
    const b = stack[o + 2]!
    const bEnd = stack[o + 3]!
    stack.length = o
    this.settle(a, aEnd, b, bEnd)
    this.skip()
  }

  private settle(a: number, aEnd: number, b: number, bEnd: number): void {
    const sizeA = aEnd - a
    const sizeB = bEnd - b
    if (sizeA * sizeB <= FEW_PAIRS && !this.someCount(a, aEnd, b, bEnd)) {
      this.write(LEFT)
      this.settled += sizeA * sizeB * 2 ** -this.level
      return
    }
    if (aEnd === b && sizeA + sizeB > 2 && !this.counts(aEnd - 1, b)) {
      if (sizeA > SMALL || sizeB > SMALL) {
        this.open(a, aEnd, b, bEnd, sizeA >= sizeB)
        return
      }
      this.write(SPLIT_ENDS)
      this.settled += 2 ** -this.level
      if (sizeB > 1) this.push(aEnd - 1, aEnd, b + 1, bEnd)
      if (sizeA > 1) this.push(a, aEnd - 1, b, bEnd)
      return
    }
    const anchor = this.anchor ?? this.place()
    const { volumes } = this.space
    const blockA = volumes.block(a, aEnd)
    const blockB = volumes.block(b, bEnd)
    this.volumeTests++
    if (this.test(anchor, a, aEnd, blockA, b, bEnd, blockB)) {
      this.settled += sizeA * sizeB * 2 ** -this.level
      return
    }
    if (sizeA === 1 && sizeB === 1) {
      this.leave(a, b)
      return
    }
    const { data } = volumes
    const radiusA = data[blockA + BLOCK_RADIUS]!
    const radiusB = data[blockB + BLOCK_RADIUS]!
    const wouldHalve = this.gap > this.clearance && !(this.far < OPEN_WITHIN * Math.max(radiusA, radiusB))
    if (wouldHalve && this.far > 0 && this.level < DEEPEST) {
      this.write(LATER)
      this.later.push(a, aEnd, b, bEnd)
    } else this.open(a, aEnd, b, bEnd, sizeB === 1 || (sizeA > 1 && radiusA >= radiusB))
  }

  private open(a: number, aEnd: number, b: number, bEnd: number, inA: boolean): void {
    this.write(inA ? OPEN_FIRST : OPEN_SECOND)
    const middle = inA ? (a + aEnd) >> 1 : (b + bEnd) >> 1
    if (inA) {
      this.push(middle, aEnd, b, bEnd)
      this.push(a, middle, b, bEnd)
    } else {
      this.push(a, aEnd, middle, bEnd)
      this.push(a, aEnd, b, middle)
    }
  }

  /** Two single geometries whose pair must have a proof of its own. */
  private leave(p: number, q: number): void {
    const { geometries } = this.space.order
    const [a, b] = [Math.min(geometries[p]!, geometries[q]!), Math.max(geometries[p]!, geometries[q]!)]
    const key = a * geometries.length + b
    const deficit = this.far / 2 - this.gap
    const known = this.known.get(key)
    if (known !== undefined) known.deficit = Math.max(known.deficit, deficit)
    else {
      const pair = { a, b, deficit }
      this.known.set(key, pair)
      this.left.push(pair)
    }
    this.write(LEFT)
    this.settled += 2 ** -this.level
  }

  /** Is the pair at two places to be proved? */
  private counts(p: number, q: number): boolean {
    const { geometries } = this.space.order
    return this.isAsked(geometries[p]!, geometries[q]!)
  }

  private someCount(a: number, aEnd: number, b: number, bEnd: number): boolean {
    for (let p = a; p < aEnd; p++) for (let q = b; q < bEnd; q++) if (this.counts(p, q)) return true
    return false
  }

  /** Where everything is in the middle of the interval in hand. */
  private place(): Anchor {
    const { system, space } = this
    const { order } = space
    this.intervals++
    const anchor = this.anchorAt(this.level, this.index)
    this.anchor = anchor
    space.owner = this
    space.volumes.set(anchor)
    const { chord } = anchor.bounds
    let count = 0
    for (let j = 0; j < order.joints; j++) {
      let moves = false
      for (let k = order.fromMover[j]!; k < order.toMover[j]!; k++) moves ||= chord[k]! > 0
      if (moves) space.moving[count++] = j
    }
    this.movingCount = count
    this.lengths = longestWay(system, anchor)
    return anchor
  }

  /** Do the blocks stay apart in the interval? Writes so if they do. */
  private test(
    anchor: Anchor,
    a: number,
    aEnd: number,
    blockA: number,
    b: number,
    bEnd: number,
    blockB: number,
  ): boolean {
    const { space, system } = this
    const { order } = space
    this.gap = space.volumes.gap(blockA, blockB)
    this.far = 0
    if (!(this.gap > this.clearance)) return false
    this.measure(anchor, a, aEnd, blockA, b, bEnd, blockB)
    const slack =
      CAREFUL *
      (1 + 1.5 * this.turned) *
      motionSlack(
        system.movers.count,
        2 * this.lengths + this.clearance,
        anchor.offTurns,
        anchor.offSlides,
        this.turned,
        this.slid,
      )
    // Two bytes must be enough to name the frame.
    if (!(this.gap - this.far * ROUND_UP > this.clearance + slack) || this.frame >= WORLD_FRAME) return false
    if (this.frame === order.links[aEnd - 1]!) this.write(APART)
    else {
      const frame = this.frame === WORLD_LINK ? WORLD_FRAME : this.frame
      this.write(APART_FROM)
      this.write(frame & 255)
      this.write(frame >> 8)
    }
    return true
  }

  /**
   * far_A + far_B, seen from the link for which it is least, among those on the way from the last geometry of A to the first of B.
   * A joint that has some of A below it and some not moves A wherever it is seen from; of the others, those on the way move A if
   * they are between it and the frame, else B.
   */
  private measure(
    anchor: Anchor,
    a: number,
    aEnd: number,
    blockA: number,
    b: number,
    bEnd: number,
    blockB: number,
  ): void {
    const { order, moving, way, weights } = this.space
    const { first, end } = order
    const count = this.movingCount
    this.turned = 0
    this.slid = 0
    const last = aEnd - 1
    const { data } = this.space.volumes
    // From here on it is known that they are not apart, and what is done then.
    const enough = Math.max(
      this.gap,
      OPEN_WITHIN * Math.max(data[blockA + BLOCK_RADIUS]!, data[blockB + BLOCK_RADIUS]!),
    )
    let least = 0
    let sum = 0
    let up = 0
    let down = order.joints
    // Against the order of the row: joints that are farther down come first. Those on the way down are collected from the end.
    for (let i = count - 1; i >= 0; i--) {
      const j = moving[i]!
      const from = first[j]!
      const to = end[j]!
      const splitsA = from < aEnd && to > a && !(from <= a && to >= aEnd)
      const splitsB = from < bEnd && to > b && !(from <= b && to >= bEnd)
      const isUp = from <= last && last < to
      const isDown = from <= b && b < to
      if (!splitsA && !splitsB && isUp === isDown) continue
      this.addSpread(anchor, j)
      const own = splitsA || isUp !== isDown ? this.weight(anchor, j, blockA) : 0
      const other = splitsB || isUp !== isDown ? this.weight(anchor, j, blockB) : 0
      if (splitsA) sum += own
      if (splitsB) sum += other
      if (isUp !== isDown && !splitsA && !splitsB) least += Math.min(own, other)
      if (least + sum > enough) {
        this.far = least + sum
        return
      }
      if (isUp === isDown) continue
      const at = isUp ? up++ : --down
      way[at] = j
      weights[2 * at] = splitsA ? 0 : own
      weights[2 * at + 1] = splitsB ? 0 : other
    }
    // The way goes up from A, then down to B.
    for (let i = down; i < order.joints; i++, up++) {
      way[up] = way[i]!
      weights[2 * up] = weights[2 * i]!
      weights[2 * up + 1] = weights[2 * i + 1]!
    }
    let all = 0
    for (let i = 0; i < up; i++) all += weights[2 * i + 1]!
    let lowest = all
    let best = 0
    for (let i = 0; i < up; i++) {
      all += weights[2 * i]! - weights[2 * i + 1]!
      if (all < lowest) {
        lowest = all
        best = i + 1
      }
    }
    // Once more, without differences.
    for (let i = 0; i < up; i++) sum += weights[i < best ? 2 * i : 2 * i + 1]!
    this.far = sum
    const crossed = best === 0 ? -1 : way[best - 1]!
    const isUp = best > 0 && first[crossed]! <= last && last < end[crossed]!
    this.frame = best === 0 ? order.links[last]! : isUp ? order.jointParents[crossed]! : order.jointLinks[crossed]!
  }

  private addSpread({ bounds: { spread } }: Anchor, joint: number): void {
    const { order } = this.space
    const { kinds } = this.system.movers
    for (let k = order.fromMover[joint]!; k < order.toMover[joint]!; k++) {
      if (kinds[k] === TURN) this.turned += spread[k]!
      else this.slid += spread[k]!
    }
  }

  /** How far a joint can take a block. */
  private weight({ lines, bounds }: Anchor, joint: number, block: number): number {
    const { order, volumes } = this.space
    const { data } = volumes
    const { kinds } = this.system.movers
    let sum = 0
    for (let k = order.fromMover[joint]!; k < order.toMover[joint]!; k++) {
      if (kinds[k] !== TURN) {
        sum += bounds.chord[k]!
        continue
      }
      const l = LINE * k
      const x = data[block + MIDDLE]! - lines[l + 3]!
      const y = data[block + MIDDLE + 1]! - lines[l + 4]!
      const z = data[block + MIDDLE + 2]! - lines[l + 5]!
      const cx = lines[l + 1]! * z - lines[l + 2]! * y
      const cy = lines[l + 2]! * x - lines[l]! * z
      const cz = lines[l]! * y - lines[l + 1]! * x
      sum += (Math.sqrt(cx * cx + cy * cy + cz * cz) + data[block + BLOCK_RADIUS]!) * bounds.chord[k]!
    }
    return sum
  }

  private write(byte: number): void {
    if (this.size === this.bytes.length) {
      const longer = new Uint8Array(2 * this.size)
      longer.set(this.bytes)
      this.bytes = longer
    }
    this.bytes[this.size++] = byte
  }
}

function pairsOf(a: number, aEnd: number, b: number, bEnd: number): number {
  return a === b ? ((aEnd - a) * (aEnd - a - 1)) / 2 : (aEnd - a) * (bEnd - b)
}

let ways = new Float64Array(0)

/**
 * The most that joints' offsets, slides and a geometry's reach add up to, from the world to a point. A body's origin is its joint's,
 * moved by the slides: these are no longer than the distance of the two bodies' origins and the offset together.
 */
function longestWay(system: MotionSystem, { poses, bounds }: Anchor): number {
  const { kinematics, movers, geometries } = system
  const { parents, origins } = kinematics
  if (ways.length < kinematics.bodies) ways = new Float64Array(kinematics.bodies)
  ways[0] = 0
  for (let b = 1; b < kinematics.bodies; b++) {
    const [o, p] = [POSE * b, POSE * parents[b]!]
    const offset = Math.hypot(origins[o + 3]!, origins[o + 7]!, origins[o + 11]!)
    let way = ways[parents[b]!]! + offset
    for (let k = movers.firstOf[b]!; k < movers.firstOf[b + 1]!; k++) {
      if (movers.kinds[k] === TURN) continue
      const apart = Math.hypot(
        poses[o + 3]! - poses[p + 3]!,
        poses[o + 7]! - poses[p + 7]!,
        poses[o + 11]! - poses[p + 11]!,
      )
      way += apart + offset + bounds.spread[k]!
    }
    ways[b] = way
  }
  let longest = 0
  for (const { body, reach } of geometries) longest = Math.max(longest, ways[body]! + reach)
  return longest
}
