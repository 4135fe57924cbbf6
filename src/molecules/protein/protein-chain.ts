// One piece of a protein in motion: its joints, its atoms in their links' frames, and the ChainTree that answers for them.
//
// Frames of links start out parallel to the structure's axes, the origin on the backbone atom. A joint's pose is made from its
// reference and an angle, always; nothing is multiplied on, so nothing drifts, and the bond itself (the translation) is never
// touched by a torsion.
import { composePose, identityPose, orthonormalise, POSE, setAxisAngle, transformPoint } from '../../base/math/pose.js'
import type { ChainChange } from '../../chains/chain/chain-change.js'
import { putJoint, putSpheres, swing } from '../../chains/chain/chain-quick.js'
import { ChainTree } from '../../chains/chain/chain-tree.js'
import { group, type Shape, sphere } from '../../shapes/shape.js'
import { CRANK_ROUNDING, crank } from './protein-crank.js'
import { Changed, NearPairs } from './protein-near.js'
import type { ProteinSelection } from './protein-select.js'

export class ProteinChain {
  readonly tree: ChainTree
  readonly near: NearPairs
  readonly links: number
  /** Poses of the joints as they are, and as they are at a turn of 0. */
  readonly joints: Float64Array
  readonly reference: Float64Array
  private readonly firstAtom: number
  private readonly endAtom: number
  private readonly atomsOf: readonly Int32Array[]
  private readonly linkOf: Int32Array
  /** The links that the residue of each atom has end before this one; from `firstAtom` on. */
  private readonly endLink: Int32Array
  /** x, y, z, r of each atom on a link. */
  private readonly spheres: readonly Float64Array[]
  private readonly changed = new Changed()
  private readonly changedBefore = new Changed()
  private readonly base: readonly [number, number, number]
  /** Poses of the links, good for those below `placed`. */
  private readonly poses: Float64Array
  private placed = 0

  constructor(
    s: ProteinSelection,
    piece: number,
    /** Of all atoms of the protein, in their links' frames; shared. */
    private readonly local: Float64Array,
    private readonly radii: Float64Array,
  ) {
    const { firstAtom, endAtom, links } = s.pieces[piece]!
    this.links = links
    this.firstAtom = firstAtom
    this.endAtom = endAtom
    this.linkOf = s.linkOf
    const backbone = new Int32Array(links)
    const atomsOf: number[][] = Array.from({ length: links }, () => [])
    for (let i = firstAtom; i < endAtom; i++) {
      atomsOf[s.linkOf[i]!]!.push(i)
      const at = ['N', 'CA', 'C'].indexOf(s.structure.atoms.names[s.structureAtom[i]!]!)
      if (at >= 0) backbone[3 * (s.structure.atoms.residue[s.structureAtom[i]!]! - s.pieces[piece]!.from) + at] = i
    }
    this.atomsOf = atomsOf.map((atoms) => Int32Array.from(atoms))
    this.spheres = atomsOf.map((atoms) => new Float64Array(4 * atoms.length))
    this.endLink = Int32Array.from(
      { length: endAtom - firstAtom },
      (_, k) => 3 * (s.structure.atoms.residue[s.structureAtom[firstAtom + k]!]! - s.pieces[piece]!.from) + 3,
    )
    const { positions } = s
    for (let i = firstAtom; i < endAtom; i++) {
      const origin = backbone[s.linkOf[i]!]!
      for (let k = 0; k < 3; k++) local[3 * i + k] = positions[3 * i + k]! - positions[3 * origin + k]!
    }
    this.joints = new Float64Array((links - 1) * POSE)
    for (let j = 0; j + 1 < links; j++) {
      identityPose(this.joints, j * POSE)
      for (let k = 0; k < 3; k++) {
        this.joints[j * POSE + 4 * k + 3] = positions[3 * backbone[j + 1]! + k]! - positions[3 * backbone[j]! + k]!
      }
    }
    this.reference = this.joints.slice()
    this.poses = new Float64Array(links * POSE)
    const at = 3 * backbone[0]!
    this.base = [positions[at]!, positions[at + 1]!, positions[at + 2]!]
    this.near = new NearPairs(s, piece, radii, local)
    const { near } = this
    const poses = Array.from({ length: links - 1 }, (_, j) => this.joints.subarray(j * POSE, (j + 1) * POSE))
    this.tree = ChainTree.fromLinks(
      Array.from({ length: links }, (_, l) => this.shape(l)),
      poses,
      { base: { at: this.base }, neighbours: near.neighbours, exclude: (i, j) => near.excludes(i, j) },
    )
  }

  /** The shape of a link: one sphere, or a group of them. */
  shape(link: number): Shape {
    const spheres = Array.from(this.atomsOf[link]!, (i) =>
      sphere({ radius: this.radii[i]!, at: this.local.subarray(3 * i, 3 * i + 3) }),
    )
    return spheres.length === 1 ? spheres[0]! : group(spheres)
  }

  /** Writes the pose that a joint has when it is turned by `angle` from its reference. */
  turned(out: Float64Array, o: number, joint: number, angle: number): void {
    const { reference } = this
    const at = joint * POSE
    const x = reference[at + 3]!
    const y = reference[at + 7]!
    const z = reference[at + 11]!
    if (angle === 0) {
      for (let k = 0; k < POSE; k++) out[o + k] = reference[at + k]!
      return
    }
    const length = Math.sqrt(x * x + y * y + z * z)
    setAxisAngle(turn, 0, x / length, y / length, z / length, angle)
    composePose(out, o, turn, 0, reference, at)
    orthonormalise(out, o)
    out[o + 3] = x
    out[o + 7] = y
    out[o + 11] = z
  }

  /** Turns a joint to an angle from its reference: one change set. */
  turnJoint(joint: number, angle: number): void {
    const at = joint * POSE
    const { joints } = this
    this.turned(joints, at, joint, angle)
    putJoint(this.tree.core, joint, joints, at)
    this.remember()
    this.changed.addJoint(joint)
    this.unplace(joint)
  }

  /** The atoms on a link have new places in `local`: one change set. */
  bendLink(link: number): void {
    const atoms = this.atomsOf[link]!
    const spheres = this.spheres[link]!
    for (let n = 0; n < atoms.length; n++) {
      const i = atoms[n]!
      spheres[4 * n] = this.local[3 * i]!
      spheres[4 * n + 1] = this.local[3 * i + 1]!
      spheres[4 * n + 2] = this.local[3 * i + 2]!
      spheres[4 * n + 3] = this.radii[i]!
    }
    putSpheres(this.tree.core, link, spheres)
    this.remember()
    this.changed.addLink(link)
  }

  /** A crankshaft (protein-crank.ts) of links a + 1 … b − 1: one change set. */
  crank(a: number, b: number, angle: number): void {
    const lengths = crank(this.joints, this.reference, a, b, angle)
    const turned = CRANK_ROUNDING * (b - a + 2)
    swing(this.tree.core, a, b - 1, this.joints, turned, turned * lengths)
    this.remember()
    this.changed.addJoint(a)
    this.changed.addJoint(b - 1)
    this.unplace(a)
  }

  /** Joints whose poses are in `joints` already, and links whose atoms are in `local`, go into the tree as one change set. */
  apply(joints: readonly number[], links: readonly number[]): void {
    const changes: ChainChange[] = []
    for (const joint of joints) {
      changes.push({ kind: 'set', joint, pose: this.joints.subarray(joint * POSE, (joint + 1) * POSE) })
    }
    for (const link of links) changes.push({ kind: 'shape', link, shape: this.shape(link) })
    this.tree.change(changes)
    this.remember()
    for (const joint of joints) {
      this.changed.addJoint(joint)
      this.unplace(joint)
    }
    for (const link of links) this.changed.addLink(link)
  }

  /** Takes the last change set out of the tree; `joints` and `local` are as they were before it again. `joint`: its first. */
  undo(joint: number): void {
    this.tree.undo()
    this.changed.copyFrom(this.changedBefore)
    this.unplace(joint)
  }

  private remember(): void {
    this.changedBefore.copyFrom(this.changed)
  }

  private unplace(joint: number): void {
    if (this.placed > joint + 1) this.placed = joint + 1
  }

  /** Does the piece touch itself? Bonded neighbours first: they are few. */
  clashes(): boolean {
    this.near.tests = 0
    this.isSearched = false
    if (!this.changed.isEmpty) {
      if (this.near.touch(this.joints, this.local, this.tree, this.changed)) return true
      this.changed.clear()
    }
    this.isSearched = true
    return this.tree.selfCollides()
  }

  /** Has the last question come as far as the tree? */
  isSearched = false

  /** Poses of the links below `end`: products of the joints one after another, so that they depend on the joints alone. */
  place(end = this.links): Float64Array {
    const { poses } = this
    if (this.placed === 0) {
      identityPose(poses, 0)
      for (let k = 0; k < 3; k++) poses[4 * k + 3] = this.base[k]!
      this.placed = 1
    }
    for (; this.placed < end; this.placed++) {
      const l = this.placed
      composePose(poses, l * POSE, poses, (l - 1) * POSE, this.joints, (l - 1) * POSE)
    }
    return poses
  }

  /** Writes where atom i is to out[0 … 2]. */
  writeOne(out: Float64Array, i: number): void {
    const link = this.linkOf[i]!
    transformPoint(out, 0, this.place(link + 1), link * POSE, this.local, 3 * i)
  }

  /** The atoms on a link. */
  onLink(link: number): Int32Array {
    return this.atomsOf[link]!
  }

  /** Writes where atoms from … to − 1 of the piece are, by default all: x, y, z of atom i at out[3 i]. */
  write(out: Float64Array, from = this.firstAtom, to = this.endAtom): void {
    const x = this.place(this.endLink[to - 1 - this.firstAtom]!)
    const { local, linkOf } = this
    for (let i = from; i < to; i++) {
      const o = linkOf[i]! * POSE
      const p = local[3 * i]!
      const q = local[3 * i + 1]!
      const r = local[3 * i + 2]!
      out[3 * i] = x[o]! * p + x[o + 1]! * q + x[o + 2]! * r + x[o + 3]!
      out[3 * i + 1] = x[o + 4]! * p + x[o + 5]! * q + x[o + 6]! * r + x[o + 7]!
      out[3 * i + 2] = x[o + 8]! * p + x[o + 9]! * q + x[o + 10]! * r + x[o + 11]!
    }
  }
}

const turn = new Float64Array(POSE)
