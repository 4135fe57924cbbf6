// One piece of a protein in motion: its joints, its atoms in their links' frames, and the ChainTree that answers for them.
//
// Frames of links start out parallel to the structure's axes, the origin on the backbone atom. A joint's pose is made from its
// reference and an angle, always; nothing is multiplied on, so nothing drifts, and the bond itself (the translation) is never
// touched by a torsion.
import { group, type Shape, sphere } from '../bodies/shape.js'
import type { ChainChange } from '../chains/chain-change.js'
import { ChainTree } from '../chains/chain-tree.js'
import {
  composePose,
  identityPose,
  invertPose,
  orthonormalise,
  POSE,
  setAxisAngle,
  transformPoint,
} from '../math/pose.js'
import { NearPairs } from './protein-near.js'
import type { ProteinSelection } from './protein-select.js'
import { dihedral } from './torsion.js'

/** What has changed since the near pairs were last known to be free. */
class Changed {
  everything = true
  readonly joints = new Set<number>()
  readonly links = new Set<number>()

  clear(): void {
    this.everything = false
    this.joints.clear()
    this.links.clear()
  }

  copyFrom(other: Changed): void {
    this.everything = other.everything
    this.joints.clear()
    this.links.clear()
    for (const j of other.joints) this.joints.add(j)
    for (const l of other.links) this.links.add(l)
  }
}

export class ProteinChain {
  readonly tree: ChainTree
  readonly near: NearPairs
  readonly links: number
  /** Poses of the joints as they are, and as they are at a turn of 0. */
  readonly joints: Float64Array
  readonly reference: Float64Array
  private readonly firstAtom: number
  private readonly endAtom: number
  private readonly atomsOf: readonly (readonly number[])[]
  private readonly linkOf: Int32Array
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
    this.atomsOf = atomsOf
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
    this.near = new NearPairs(s, piece, radii)
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
    const spheres = this.atomsOf[link]!.map((i) =>
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

  /**
   * Turns links a + 1 … b − 1 by `angle` about the axis from the origin of link a to that of link b. Joints a and b − 1 get new
   * poses, which are their references from now on; the bond at a keeps its length, and is turned; the one before b is not touched.
   */
  crank(a: number, b: number, angle: number): void {
    const { joints, reference } = this
    identityPose(through, 0)
    for (let j = a; j < b - 1; j++) {
      composePose(through, POSE, through, 0, joints, j * POSE)
      through.copyWithin(0, POSE)
    }
    composePose(through, POSE, through, 0, joints, (b - 1) * POSE)
    let x = through[POSE + 3]!
    let y = through[POSE + 7]!
    let z = through[POSE + 11]!
    const length = Math.sqrt(x * x + y * y + z * z)
    x /= length
    y /= length
    z /= length
    const first = a * POSE
    const bond = lengthOf(joints, first)
    setAxisAngle(turn, 0, x, y, z, angle)
    composePose(reference, first, turn, 0, joints, first)
    orthonormalise(reference, first)
    const scale = bond / lengthOf(reference, first)
    for (let k = 3; k < POSE; k += 4) reference[first + k] = reference[first + k]! * scale
    // The same axis as link b − 1 sees it, and the other way round.
    const last = (b - 1) * POSE
    setAxisAngle(
      turn,
      0,
      through[0]! * x + through[4]! * y + through[8]! * z,
      through[1]! * x + through[5]! * y + through[9]! * z,
      through[2]! * x + through[6]! * y + through[10]! * z,
      -angle,
    )
    composePose(reference, last, turn, 0, joints, last)
    orthonormalise(reference, last)
    for (let k = 3; k < POSE; k += 4) reference[last + k] = joints[last + k]!
    for (const at of [first, last]) for (let k = 0; k < POSE; k++) joints[at + k] = reference[at + k]!
  }

  /** The dihedral angle about joint j, of links j − 1 to j + 2. */
  measure(j: number): number {
    const { joints } = this
    // In link j's frame.
    const p = new Float64Array(12)
    const before = (j - 1) * POSE
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 3; i++) p[k] = p[k]! - joints[before + 4 * i + k]! * joints[before + 4 * i + 3]!
      p[6 + k] = joints[j * POSE + 4 * k + 3]!
      p[9 + k] = joints[(j + 1) * POSE + 4 * k + 3]!
    }
    transformPoint(p, 9, joints, j * POSE, p, 9)
    return dihedral(p, 0, 1, 2, 3)
  }

  /** A dihedral angle whose first atom is the origin of link `joint`, the others being on the next link. */
  measureOnLink(joint: number, atoms: readonly [number, number, number, number]): number {
    const p = new Float64Array(12)
    invertPose(inverse, 0, this.joints, joint * POSE)
    for (let k = 0; k < 3; k++) {
      p[k] = inverse[4 * k + 3]!
      for (let n = 1; n < 4; n++) p[3 * n + k] = this.local[3 * atoms[n]! + k]!
    }
    return dihedral(p, 0, 1, 2, 3)
  }

  /** Joints whose poses are in `joints` already, and links whose atoms are in `local`, go into the tree as one change set. */
  apply(joints: readonly number[], links: readonly number[]): void {
    const changes: ChainChange[] = []
    for (const joint of joints) {
      changes.push({ kind: 'set', joint, pose: this.joints.subarray(joint * POSE, (joint + 1) * POSE) })
    }
    for (const link of links) changes.push({ kind: 'shape', link, shape: this.shape(link) })
    this.tree.change(changes)
    this.changedBefore.copyFrom(this.changed)
    if (!this.changed.everything) {
      for (const joint of joints) this.changed.joints.add(joint)
      for (const link of links) this.changed.links.add(link)
    }
    this.unplace(joints)
  }

  /** Takes the last change set out of the tree; `joints` and `local` are as they were before it again. */
  undo(joints: readonly number[]): void {
    this.tree.undo()
    this.changed.copyFrom(this.changedBefore)
    this.unplace(joints)
  }

  private unplace(joints: readonly number[]): void {
    for (const joint of joints) this.placed = Math.min(this.placed, joint + 1)
  }

  /** Does the piece touch itself? */
  clashes(): boolean {
    if (this.tree.selfCollides()) return true
    if (!this.changed.everything && this.changed.joints.size + this.changed.links.size === 0) return false
    if (this.near.touch(this.joints, this.local, this.tree, this.changed)) return true
    this.changed.clear()
    return false
  }

  /** Poses of all links: products of the joints one after another, so that they depend on the joints alone. */
  place(): Float64Array {
    const { poses } = this
    if (this.placed === 0) {
      identityPose(poses, 0)
      for (let k = 0; k < 3; k++) poses[4 * k + 3] = this.base[k]!
      this.placed = 1
    }
    for (let l = this.placed; l < this.links; l++) {
      composePose(poses, l * POSE, poses, (l - 1) * POSE, this.joints, (l - 1) * POSE)
    }
    this.placed = this.links
    return poses
  }

  /** Writes where atom i is to out[0 … 2]. */
  writeOne(out: Float64Array, i: number): void {
    transformPoint(out, 0, this.place(), this.linkOf[i]! * POSE, this.local, 3 * i)
  }

  /** The atoms on a link. */
  onLink(link: number): readonly number[] {
    return this.atomsOf[link]!
  }

  /** Writes where the atoms are, x, y, z of atom i at out[3 i]. */
  write(out: Float64Array): void {
    const x = this.place()
    const { local, linkOf } = this
    for (let i = this.firstAtom; i < this.endAtom; i++) {
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
const inverse = new Float64Array(POSE)
const through = new Float64Array(2 * POSE)

/** Do two pieces touch, every pair of links being looked at whose atoms may be near? */
export function touchByLinks(
  positions: Float64Array,
  radii: Float64Array,
  a: ProteinChain,
  b: ProteinChain,
  excluded: (i: number, j: number) => boolean,
): boolean {
  const ballsA = linkBalls(positions, radii, a)
  const ballsB = linkBalls(positions, radii, b)
  for (let l = 0; l < a.links; l++) {
    for (let m = 0; m < b.links; m++) {
      const x = ballsA[4 * l]! - ballsB[4 * m]!
      const y = ballsA[4 * l + 1]! - ballsB[4 * m + 1]!
      const z = ballsA[4 * l + 2]! - ballsB[4 * m + 2]!
      const reach = ballsA[4 * l + 3]! + ballsB[4 * m + 3]!
      if (x * x + y * y + z * z > reach * reach) continue
      for (const i of a.onLink(l)) {
        for (const j of b.onLink(m)) {
          let squared = 0
          for (let k = 0; k < 3; k++) {
            const difference = positions[3 * i + k]! - positions[3 * j + k]!
            squared += difference * difference
          }
          const sum = radii[i]! + radii[j]!
          if (squared <= sum * sum && !excluded(i, j)) return true
        }
      }
    }
  }
  return false
}

/** A ball about each link's first atom, x, y, z and a radius that is a little more than it need be. */
function linkBalls(positions: Float64Array, radii: Float64Array, chain: ProteinChain): Float64Array {
  const balls = new Float64Array(4 * chain.links)
  for (let l = 0; l < chain.links; l++) {
    const atoms = chain.onLink(l)
    const first = atoms[0]!
    for (let k = 0; k < 3; k++) balls[4 * l + k] = positions[3 * first + k]!
    for (const i of atoms) {
      let squared = 0
      for (let k = 0; k < 3; k++) {
        const difference = positions[3 * i + k]! - positions[3 * first + k]!
        squared += difference * difference
      }
      // Rounding of three squares, sums and a root is some 10 u: a thousandth of an ångström is more, at any size of a protein.
      balls[4 * l + 3] = Math.max(balls[4 * l + 3]!, Math.sqrt(squared) + radii[i]! + 1e-3)
    }
  }
  return balls
}

/** Length of a pose's translation. By square root: what Math.hypot returns differs between engines in the last bit. */
function lengthOf(x: Float64Array, at: number): number {
  const [p, q, r] = [x[at + 3]!, x[at + 7]!, x[at + 11]!]
  return Math.sqrt(p * p + q * q + r * r)
}
