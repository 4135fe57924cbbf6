// The way of a protein's last change set: was it free from where the protein was to where it is?
//
// A torsion turns about its bond the short way, a crankshaft about the axis through its two CA. Within a piece, ChainTree answers, and the
// atoms of near links are tested with it. What a turn moves against other pieces, and what a χ moves against everything, goes about
// one axis: every pair of atoms has the closed form of chain-move-arc.ts, after a test of its two cylinders.
//
// The way is walked in one direction, whichever way it was gone (chain-way.ts). A turn of a χ goes from the smaller turn to the larger one;
// all that it is computed from, the bond and the atoms that stay, has the same bits before the change and after it.
import { composePose, composeWithInversePose, POSE, transformPoint } from '../../base/math/pose.js'
import { CHAIN_ROUNDING, TINY_LENGTH } from '../../base/math/rounding.js'
import { sineCosine } from '../../base/math/trigonometry.js'
import { moveCheck } from '../../chains/chain/chain-move.js'
import { type AxisTurn, arcDistance } from '../../chains/chain/chain-move-arc.js'
import { setAxisFrame } from '../../chains/chain/chain-move-items.js'
import type { MoveOutcome } from '../../chains/chain/chain-move-search.js'
import { checkPoses } from '../../chains/chain/chain-quick.js'
import { WAY, WAY_ANGLE, WAY_AXIS, WAY_CENTRE } from '../../chains/chain/chain-way.js'
import { InvalidInputError } from '../../errors.js'
import type { ProteinCore } from './protein-core.js'
import { wrapAngle } from './torsion.js'

const joints = new Int32Array(2)
const poses = new Float64Array(2 * POSE)
const frame = new Float64Array(POSE)
const carried = new Float64Array(2 * POSE)
const way = new Float64Array(WAY)

/** Was the way of the last change set free? */
export function lastWay(core: ProteinCore): MoveOutcome {
  const { last } = core
  core.volumeTests = 0
  core.leafTests = 0
  switch (last.kind) {
    case 'none':
      throw new InvalidInputError('change', 'none', 'one torsion or a crankshaft: there is no change set')
    case 'set':
      throw new InvalidInputError('change', 'several torsions', 'one torsion or a crankshaft: only those have a way')
    case 'turn':
      return last.jointA < 0 ? sideChainWay(core) : backboneWay(core, 1)
    case 'crank':
      return backboneWay(core, 2)
  }
}

function backboneWay(core: ProteinCore, count: number): MoveOutcome {
  const { last } = core
  const chain = core.chains[last.piece]!
  joints[0] = last.jointA
  joints[1] = last.jointB
  for (let n = 0; n < count; n++) last.poseBefore(poses, n * POSE, n)
  const own = chain.tree.core
  const outcome = checkPoses(own, joints, count, poses, count === 2, chain.near)
  const { search, way: walked } = moveCheck(own)
  core.volumeTests += search.volumeTests
  core.leafTests += search.leafTests
  if (outcome === 'collision' || core.chains.length === 1) return outcome
  // Against the other pieces: in the frame of the axis, seen from the link before the joint.
  setAxisFrame(frame, walked.numbers)
  const arcs = new Arcs(core, walked.numbers[WAY_ANGLE]!)
  composePose(carried, 0, frame, 0, walked.numbers, 0)
  const end = count === 2 ? last.jointB + 1 : chain.links
  for (let link = last.jointA + 1; link < end; link++) {
    for (const atom of chain.onLink(link)) arcs.addTurning(atom, carried)
    if (link + 1 < end) {
      composePose(carried, POSE, carried, 0, chain.joints, link * POSE)
      carried.copyWithin(0, POSE)
    }
  }
  const at = composeWithInverse(chain.place(last.jointA + 1), last.jointA)
  core.chains.forEach((other, p) => {
    if (p !== last.piece)
      arcs.addResting(at, core.selection.pieces[p]!.firstAtom, core.selection.pieces[p]!.endAtom, other)
  })
  return worse(outcome, arcs.decide())
}

/** The frame of the axis as a pose of the world: where link `link` has pose poses[12 link] there. */
function composeWithInverse(placed: Float64Array, link: number): Float64Array {
  composeWithInversePose(inWorld, 0, frame, 0, placed, link * POSE)
  return inWorld
}

const inWorld = new Float64Array(POSE)

function worse(a: MoveOutcome, b: MoveOutcome): MoveOutcome {
  if (a === 'collision' || b === 'collision') return 'collision'
  return a === 'undecided' ? a : b
}

function sideChainWay(core: ProteinCore): MoveOutcome {
  const { last, list, local, localBefore } = core
  const k = last.torsions[0]!
  const { link, chi } = list.sideChains[list.sideChainOf[k]!]!
  const { from, to, moved: atoms } = chi.find(({ torsion }) => torsion === k)!
  const chain = core.chains[last.piece]!
  const isReversed = last.turns[0]! > core.turns[k]!
  const angle = wrapAngle(isReversed ? last.turns[0]! - core.turns[k]! : core.turns[k]! - last.turns[0]!)
  // The bond, in the link's frame.
  let length = 0
  for (let n = 0; n < 3; n++) {
    way[WAY_AXIS + n] = local[3 * to + n]! - local[3 * from + n]!
    way[WAY_CENTRE + n] = local[3 * to + n]!
    length += way[WAY_AXIS + n]! * way[WAY_AXIS + n]!
  }
  const scale = (angle < 0 ? -1 : 1) / Math.sqrt(length)
  for (let n = 0; n < 3; n++) way[WAY_AXIS + n] = way[WAY_AXIS + n]! * scale
  setAxisFrame(frame, way)
  const arcs = new Arcs(core, Math.abs(angle))
  const start = isReversed ? local : localBefore
  const turning = new Set(atoms)
  for (const atom of atoms) if (atom !== to) arcs.addTurning(atom, frame, start)
  const at = composeWithInverse(chain.place(link + 1), link)
  core.chains.forEach((other, p) => {
    const { firstAtom, endAtom } = core.selection.pieces[p]!
    arcs.addResting(at, firstAtom, endAtom, other, turning, to)
  })
  return arcs.decide()
}

interface Placing {
  writeOne(out: Float64Array, i: number): void
}

/** Atoms that turn about one axis together, and atoms that rest, in the frame of the axis. */
class Arcs implements AxisTurn {
  private readonly turning: number[] = []
  private readonly resting: number[] = []
  private readonly ends = new Float64Array(4)
  /** Coordinates that were added up on the way here. */
  private reach = 0

  constructor(
    private readonly core: ProteinCore,
    readonly angle: number,
  ) {
    sineCosine(this.ends, 0, 0)
    sineCosine(this.ends, 2, angle)
  }

  at(t: number): number {
    return 2 * t
  }

  sineAt(slot: number): number {
    return this.ends[slot]!
  }

  cosineAt(slot: number): number {
    return this.ends[slot + 1]!
  }

  /** An atom where the way begins; `pose` is that of its link's frame. */
  addTurning(atom: number, pose: Float64Array, local: Float64Array = this.core.local): void {
    transformPoint(point, 0, pose, 0, local, 3 * atom)
    this.add(this.turning, atom)
  }

  /** The atoms from … to − 1 that are not among those that turn; `pose` takes the world to the frame of the axis. */
  addResting(
    pose: Float64Array,
    from: number,
    to: number,
    chain: Placing,
    turning?: ReadonlySet<number>,
    onAxis?: number,
  ): void {
    for (let i = from; i < to; i++) {
      if (turning?.has(i) === true && i !== onAxis) continue
      chain.writeOne(placed, i)
      transformPoint(point, 0, pose, 0, placed, 0)
      this.add(this.resting, i)
    }
  }

  private add(list: number[], atom: number): void {
    const x = point[0]!
    const y = point[1]!
    const z = point[2]!
    this.reach = Math.max(this.reach, Math.abs(x) + Math.abs(y) + Math.abs(z))
    list.push(atom, x, y, z, Math.sqrt(x * x + y * y))
  }

  /** All pairs that may clash. */
  decide(): MoveOutcome {
    const { core, turning, resting } = this
    const { bonded, structureAtom, radii } = core.selection
    // A position is a product of at most as many joints as there are links (docs/spec.md, "Rounding"), here and in the world.
    const links = core.chains.reduce((sum, chain) => sum + chain.links, 8)
    const margin = 2 * CHAIN_ROUNDING * links * this.reach + TINY_LENGTH
    let outcome: MoveOutcome = 'free'
    for (let m = 0; m < turning.length; m += 5) {
      const i = turning[m]!
      for (let n = 0; n < resting.length; n += 5) {
        const j = resting[n]!
        const sum = radii[i]! + radii[j]! + margin
        // Of the circle that it turns on.
        const dr = turning[m + 4]! - resting[n + 4]!
        const dz = turning[m + 3]! - resting[n + 3]!
        if (dr * dr + dz * dz > sum * sum) continue
        if (bonded.has(structureAtom[i]!, structureAtom[j]!)) continue
        core.leafTests++
        for (let k = 0; k < 3; k++) {
          pair[k] = resting[n + 1 + k]!
          pair[3 + k] = turning[m + 1 + k]!
        }
        const gap = Math.sqrt(arcDistance(this, pair, 0, pair, 3, 0, 1)) - (radii[i]! + radii[j]!)
        if (gap > margin) continue
        if (gap <= -margin) return 'collision'
        outcome = 'undecided'
      }
    }
    return outcome
  }
}

const point = new Float64Array(3)
const placed = new Float64Array(3)
const pair = new Float64Array(6)
