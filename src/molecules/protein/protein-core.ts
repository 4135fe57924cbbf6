// What a protein in motion is made of, and all that changes it or asks it. Protein is its public face.
import { POSE } from '../../base/math/pose.js'
import { NothingToUndoError } from '../../errors.js'
import { PiecePairs } from './protein-between.js'
import { ProteinChain } from './protein-chain.js'
import { measureJoint, measureOnLink, previousOrigin } from './protein-crank.js'
import { LastChange, type PieceChange } from './protein-moved.js'
import type { ReadProteinOptions } from './protein-options.js'
import type { ProteinSelection } from './protein-select.js'
import { bend, listTorsions, type TorsionList } from './protein-torsions.js'
import { wrapAngle } from './torsion.js'

export interface ProteinCore {
  readonly selection: ProteinSelection
  readonly list: TorsionList
  readonly chains: readonly ProteinChain[]
  /** Each torsion's angle where its joint is at its reference, and how far it is turned from there. */
  readonly start: Float64Array
  readonly turns: Float64Array
  /** By piece: the torsion of each joint, and χ1 of each link; −1 for none. */
  readonly torsionOfJoint: readonly Int32Array[]
  readonly chi1OfLink: readonly Int32Array[]
  /** Atoms in their links' frames, with all χ as in the structure, and as they are. */
  readonly straight: Float64Array
  readonly local: Float64Array
  readonly localBefore: Float64Array
  readonly between: PiecePairs
  readonly last: LastChange
  readonly beside: Int32Array
  volumeTests: number
  leafTests: number
  nodesUpdated: number
}

export function makeProtein(selection: ProteinSelection, options: ReadProteinOptions): ProteinCore {
  const { pieces, radii, linkOf } = selection
  const list = listTorsions(selection, options)
  const local = new Float64Array(3 * linkOf.length)
  const chains = pieces.map((_, p) => new ProteinChain(selection, p, local, radii))
  const torsionOfJoint = pieces.map(({ links }) => new Int32Array(links).fill(-1))
  const chi1OfLink = pieces.map(({ links }) => new Int32Array(links).fill(-1))
  list.torsions.forEach(({ kind, piece, joint, atoms }, k) => {
    if (joint >= 0) torsionOfJoint[piece]![joint] = k
    else if (kind === 'chi1') chi1OfLink[piece]![linkOf[atoms[1]]!] = k
  })
  return {
    selection,
    list,
    chains,
    start: list.angles,
    turns: new Float64Array(list.torsions.length),
    torsionOfJoint,
    chi1OfLink,
    straight: local.slice(),
    local,
    localBefore: new Float64Array(local.length),
    between: new PiecePairs(selection, chains),
    last: new LastChange(),
    beside: new Int32Array(4),
    volumeTests: 0,
    leafTests: 0,
    nodesUpdated: 0,
  }
}

/**
 * Writes where N, C and CB of a residue are as its CA sees them, nine numbers: all that bond angles at the CA depend on. `beta`:
 * the atom that is CB, or −1.
 */
export function aroundAlpha(core: ProteinCore, out: Float64Array, piece: number, residue: number, beta: number): void {
  const { joints } = core.chains[piece]!
  const link = 3 * (residue - core.selection.pieces[piece]!.from) + 1
  previousOrigin(out, 0, joints, link - 1)
  for (let k = 0; k < 3; k++) {
    out[3 + k] = joints[link * POSE + 4 * k + 3]!
    out[6 + k] = beta < 0 ? 0 : core.local[3 * beta + k]!
  }
}

/** Do any two atoms clash, of one piece or of two? */
export function proteinClashes(core: ProteinCore): boolean {
  const { chains, between } = core
  core.volumeTests = 0
  core.leafTests = 0
  for (let p = 0; p < chains.length; p++) {
    const chain = chains[p]!
    const hit = chain.clashes()
    core.leafTests += chain.near.tests
    if (chain.isSearched) {
      const { volumeTests, leafTests } = chain.tree.stats
      core.volumeTests += volumeTests
      core.leafTests += leafTests
    }
    if (hit) return true
  }
  if (chains.length === 1) return false
  between.volumeTests = 0
  between.leafTests = 0
  const hit = between.touch()
  core.volumeTests += between.volumeTests
  core.leafTests += between.leafTests
  return hit
}

/** Turns links a + 1 … b − 1 of piece p about the axis through the origins of a and b. */
export function turnCrank(core: ProteinCore, p: number, a: number, b: number, angle: number): void {
  const chain = core.chains[p]!
  const { last } = core
  last.keepJoint(0, chain.joints, chain.reference, a)
  last.keepJoint(1, chain.joints, chain.reference, b - 1)
  chain.crank(a, b, angle)
  last.begin('crank')
  last.piece = p
  last.jointA = a
  last.jointB = b - 1
  measureAgain(core, p, a)
  measureAgain(core, p, b - 1)
  applied(core, p, a + 1)
}

export function undoTorsions(core: ProteinCore): void {
  const { last } = core
  const { kind } = last
  if (kind === 'none') throw new NothingToUndoError()
  last.restore(core.turns, core.start)
  last.kind = 'none'
  core.nodesUpdated = 0
  if (kind === 'set') for (const [p, change] of last.pieces) undoPiece(core, p, change)
  else {
    const chain = core.chains[last.piece]!
    if (last.jointA < 0) copyBack(core, last.torsions[0]!)
    else last.putJoint(0, chain.joints, chain.reference, last.jointA)
    if (kind === 'crank') last.putJoint(1, chain.joints, chain.reference, last.jointB)
    chain.undo(last.jointA < 0 ? chain.links : last.jointA)
    core.nodesUpdated = chain.tree.stats.nodesUpdated
  }
  core.between.undo()
}

function undoPiece(core: ProteinCore, p: number, { joints, sides }: PieceChange): void {
  const chain = core.chains[p]!
  for (const joint of joints) poseJoint(core, p, joint)
  for (const side of sides) bendSideChain(core, side)
  chain.undo(joints.reduce((least, joint) => Math.min(least, joint), chain.links))
  core.nodesUpdated += chain.tree.stats.nodesUpdated
}

export function putBack(core: ProteinCore, saved: Float64Array): void {
  const t = core.turns.length
  core.start.set(saved.subarray(0, t))
  core.turns.set(saved.subarray(t, 2 * t))
  let at = 2 * t
  core.list.sideChains.forEach((_, side) => {
    bendSideChain(core, side)
  })
  core.chains.forEach((chain, p) => {
    chain.reference.set(saved.subarray(at, at + chain.reference.length))
    at += chain.reference.length
    const joints = Array.from({ length: chain.links - 1 }, (_, j) => j)
    for (const joint of joints) poseJoint(core, p, joint)
    chain.apply(
      joints,
      core.list.sideChains.filter(({ piece }) => piece === p).map(({ link }) => link),
    )
  })
}

/** Turns one torsion to a given turn from its reference. */
export function turnOne(core: ProteinCore, k: number, turn: number): void {
  const { last } = core
  const { piece, joint } = core.list.torsions[k]!
  const chain = core.chains[piece]!
  if (joint >= 0) {
    last.keepJoint(0, chain.joints, chain.reference, joint)
    chain.turnJoint(joint, turn)
  }
  last.begin('turn')
  last.piece = piece
  last.jointA = joint
  last.add(k, core.turns, core.start)
  core.turns[k] = turn
  if (joint < 0) {
    const side = core.list.sideChains[core.list.sideChainOf[k]!]!
    const atoms = side.chi[0]!.moved
    for (let n = 0; n < atoms.length; n++) copyPoint(core.localBefore, core.local, atoms[n]!)
    bend(core.local, core.straight, side, core.turns)
    chain.bendLink(side.link)
    applied(core, piece, side.link, side.link + 1)
  } else applied(core, piece, joint + 1)
}

/** A side-chain's atoms as they were before its torsion k was turned. */
function copyBack(core: ProteinCore, k: number): void {
  const atoms = core.list.sideChains[core.list.sideChainOf[k]!]!.chi[0]!.moved
  for (let n = 0; n < atoms.length; n++) copyPoint(core.local, core.localBefore, atoms[n]!)
}

/** Turns torsions to given turns from their references. */
export function turnTo(core: ProteinCore, torsions: readonly number[], turns: readonly number[]): void {
  if (torsions.length === 1) {
    turnOne(core, torsions[0]!, turns[0]!)
    return
  }
  const byPiece = new Map<number, PieceChange>()
  const listed = new Set<number>()
  for (const k of torsions) {
    const { piece, joint } = core.list.torsions[k]!
    let entry = byPiece.get(piece)
    if (entry === undefined) {
      entry = { joints: [], sides: [] }
      byPiece.set(piece, entry)
    }
    const side = core.list.sideChainOf[k]!
    if (side < 0) entry.joints.push(joint)
    else if (!listed.has(side)) {
      listed.add(side)
      entry.sides.push(side)
    }
  }
  const { last } = core
  last.begin('set')
  last.pieces = byPiece
  for (const k of torsions) last.add(k, core.turns, core.start)
  torsions.forEach((k, n) => {
    core.turns[k] = turns[n]!
  })
  let updated = 0
  core.between.remember()
  for (const [p, { joints, sides }] of byPiece) {
    for (const joint of joints) poseJoint(core, p, joint)
    for (const side of sides) bendSideChain(core, side)
    const links = sides.map((side) => core.list.sideChains[side]!.link)
    const chain = core.chains[p]!
    chain.apply(joints, links)
    for (const joint of joints) core.between.add(p, joint + 1, chain.links)
    for (const link of links) core.between.add(p, link, link + 1)
    updated += chain.tree.stats.nodesUpdated
  }
  core.nodesUpdated = updated
}

/** The pose of a joint, from its reference and its torsion. */
function poseJoint(core: ProteinCore, piece: number, joint: number): void {
  const k = core.torsionOfJoint[piece]![joint]!
  const chain = core.chains[piece]!
  chain.turned(chain.joints, joint * POSE, joint, k < 0 ? 0 : core.turns[k]!)
}

/** The atoms of a side-chain, from where they are in the structure and its χ. */
function bendSideChain(core: ProteinCore, side: number): void {
  bend(core.local, core.straight, core.list.sideChains[side]!, core.turns)
}

/**
 * Writes the torsions that the bond angles at a joint are part of: its own, those before and behind it, and χ1 of the CA it ends
 * on; −1 for what does not exist.
 */
function besideJoint(core: ProteinCore, piece: number, joint: number): Int32Array {
  const ofJoint = core.torsionOfJoint[piece]!
  const { beside } = core
  beside[0] = joint > 0 ? ofJoint[joint - 1]! : -1
  beside[1] = ofJoint[joint]!
  beside[2] = ofJoint[joint + 1]!
  beside[3] = core.chi1OfLink[piece]![joint + 1]!
  return beside
}

/** The bond angles at a joint have changed: torsions that they are part of are measured again. */
function measureAgain(core: ProteinCore, piece: number, joint: number): void {
  const { joints } = core.chains[piece]!
  const beside = besideJoint(core, piece, joint)
  for (let n = 0; n < beside.length; n++) {
    const k = beside[n]!
    if (k < 0) continue
    core.last.add(k, core.turns, core.start)
    const { joint: own, atoms } = core.list.torsions[k]!
    if (own === joint) core.turns[k] = 0
    const angle = own < 0 ? measureOnLink(joints, joint, core.local, atoms) : measureJoint(joints, own)
    core.start[k] = wrapAngle(angle - core.turns[k]!)
  }
}

/** The piece that has a residue; −1 for none. */
export function pieceWith(core: ProteinCore, residue: number): number {
  const { pieces } = core.selection
  for (let p = 0; p < pieces.length; p++) if (residue >= pieces[p]!.from && residue < pieces[p]!.to) return p
  return -1
}

/** A change of one piece is in its tree: links from … to − 1 have moved, by default all from there on. */
function applied(core: ProteinCore, piece: number, from: number, to = core.chains[piece]!.links): void {
  core.nodesUpdated = core.chains[piece]!.tree.stats.nodesUpdated
  if (core.chains.length === 1) return
  core.between.remember()
  core.between.add(piece, from, to)
}

function copyPoint(out: Float64Array, from: Float64Array, i: number): void {
  out[3 * i] = from[3 * i]!
  out[3 * i + 1] = from[3 * i + 1]!
  out[3 * i + 2] = from[3 * i + 2]!
}
