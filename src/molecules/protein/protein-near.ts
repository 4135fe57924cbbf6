// Pairs of atoms on links that are bonded to each other, or nearly: the ChainTree skips such pairs of links, and the
// pairs of their atoms that are far enough along bonds to clash are tested here, those alone that a change has moved.
//
// Two links are near if any of their atoms are excluded from clashing, or if they follow each other. Near pairs are few and
// local, a constant number per joint, except around a disulphide.
import { composePose, identityPose, POSE } from '../../base/math/pose.js'
import type { NearAtoms } from '../../chains/chain/chain-move-links.js'
import type { ChainTree } from '../../chains/chain/chain-tree.js'
import type { ProteinSelection } from './protein-select.js'

/** Links farther apart along the chain than this are related by the tree, nearer ones by multiplying joints. */
const FEW_JOINTS = 24

/** Changed joints, and links, that are listed one by one since the last answer. */
const MOST_CHANGES = 64

/** Pairs of links this many joints apart have a byte each; others are looked up. */
const BAND = 32

/** What has changed since the near pairs were last known to be free; too much of it is everything. */
export class Changed {
  everything = true
  jointCount = 0
  linkCount = 0
  readonly joints = new Int32Array(MOST_CHANGES)
  readonly links = new Int32Array(MOST_CHANGES)

  get isEmpty(): boolean {
    return !this.everything && this.jointCount + this.linkCount === 0
  }

  addJoint(joint: number): void {
    if (this.jointCount === MOST_CHANGES) this.everything = true
    else this.joints[this.jointCount++] = joint
  }

  addLink(link: number): void {
    if (this.linkCount === MOST_CHANGES) this.everything = true
    else this.links[this.linkCount++] = link
  }

  clear(): void {
    this.everything = false
    this.jointCount = 0
    this.linkCount = 0
  }

  copyFrom(other: Changed): void {
    this.everything = other.everything
    this.jointCount = other.jointCount
    this.linkCount = other.linkCount
    for (let k = 0; k < other.jointCount; k++) this.joints[k] = other.joints[k]!
    for (let k = 0; k < other.linkCount; k++) this.links[k] = other.links[k]!
  }
}

export class NearPairs implements NearAtoms {
  /** Links at most this many joints apart are all near. */
  readonly neighbours: number
  private readonly links: number
  private readonly near = new Set<number>()
  /** 1 at BAND · l + m − l for near links l < m less than BAND apart; and whether there are others. */
  private readonly band: Uint8Array
  private readonly hasFar: boolean
  private readonly count: number
  /** Links of each pair, i ≤ j; ascending. */
  private readonly a: Int32Array
  private readonly b: Int32Array
  /** The atoms of pair k are atoms[first[k] … first[k + 1] − 1], two each. */
  readonly first: Int32Array
  readonly atoms: Int32Array
  /** Pairs that joint j moves: byJoint[jointStart[j] …], ascending; and pairs that the shape of a link is part of. */
  private readonly jointStart: Int32Array
  private readonly byJoint: Int32Array
  private readonly linkStart: Int32Array
  private readonly byLink: Int32Array
  private readonly pose = new Float64Array(2 * POSE)
  /** By pair: the last round that it was asked in. */
  private readonly asked: Int32Array
  private round = 0
  private lastA = -1
  private lastB = -1
  /** Pairs of atoms measured by the last test. */
  tests = 0

  constructor(
    s: ProteinSelection,
    piece: number,
    readonly radii: Float64Array,
    /** Of all atoms, in their links' frames; shared. */
    readonly local: Float64Array,
  ) {
    const { firstAtom, endAtom, links } = s.pieces[piece]!
    this.links = links
    const atomsOf: number[][] = Array.from({ length: links }, () => [])
    for (let i = firstAtom; i < endAtom; i++) atomsOf[s.linkOf[i]!]!.push(i)
    const excluded = (i: number, j: number) => s.bonded.has(s.structureAtom[i]!, s.structureAtom[j]!)
    for (let l = 0; l + 1 < links; l++) this.near.add(l * links + l + 1)
    for (let i = firstAtom; i < endAtom; i++) {
      const atom = s.structureAtom[i]!
      for (let k = s.bonded.start[atom]!; k < s.bonded.start[atom + 1]!; k++) {
        const j = s.numberOf[s.bonded.others[k]!]!
        if (j < 0 || s.pieceOf[j] !== piece) continue
        const l = s.linkOf[i]!
        const m = s.linkOf[j]!
        if (l < m) this.near.add(l * links + m)
      }
    }
    const keys = [...this.near]
    for (let l = 0; l < links; l++) if (atomsOf[l]!.length > 1) keys.push(l * links + l)
    keys.sort((x, y) => x - y)
    const first = [0]
    const atoms: number[] = []
    const pairs: [number, number][] = []
    for (const key of keys) {
      const l = Math.floor(key / links)
      const m = key - l * links
      const before = atoms.length
      for (const i of atomsOf[l]!) {
        for (const j of atomsOf[m]!) if ((l !== m || i < j) && !excluded(i, j)) atoms.push(i, j)
      }
      if (atoms.length === before) continue
      pairs.push([l, m])
      first.push(atoms.length / 2)
    }
    this.count = pairs.length
    this.a = Int32Array.from(pairs, ([l]) => l)
    this.b = Int32Array.from(pairs, ([, m]) => m)
    this.first = Int32Array.from(first)
    this.atoms = Int32Array.from(atoms)
    this.asked = new Int32Array(this.count)
    const joints: number[][] = Array.from({ length: links }, () => [])
    const ofLink: number[][] = Array.from({ length: links }, () => [])
    pairs.forEach(([l, m], k) => {
      for (let j = l; j < m; j++) joints[j]!.push(k)
      ofLink[l]!.push(k)
      if (m !== l) ofLink[m]!.push(k)
    })
    ;[this.jointStart, this.byJoint] = flatten(joints)
    ;[this.linkStart, this.byLink] = flatten(ofLink)
    this.neighbours = allNear(this.near, links)
    this.band = new Uint8Array(BAND * links)
    let far = 0
    for (const key of this.near) {
      const l = Math.floor(key / links)
      const apart = key - l * links - l
      if (apart < BAND) this.band[BAND * l + apart] = 1
      else far++
    }
    this.hasFar = far > 0
  }

  /** Number of the pair of links i ≤ j among those with atoms to test; −1 for none. */
  pairOf(i: number, j: number): number {
    let low = 0
    for (let high = this.count; low < high; ) {
      const mid = (low + high) >> 1
      if (this.a[mid]! < i || (this.a[mid] === i && this.b[mid]! < j)) low = mid + 1
      else high = mid
    }
    return low < this.count && this.a[low] === i && this.b[low] === j ? low : -1
  }

  /** The rule for the tree: pairs of links i < j that are tested here. */
  excludes(i: number, j: number): boolean {
    if (j - i < BAND) return this.band[BAND * i + j - i] === 1
    return this.hasFar && this.near.has(i * this.links + j)
  }

  /**
   * Do any atoms touch, of the pairs that these joints or the shapes of these links may have moved; or of all pairs? `local` has
   * the atoms in their links' frames.
   */
  touch(joints: Float64Array, local: Float64Array, tree: ChainTree, changed: Changed): boolean {
    this.tests = 0
    this.lastA = -1
    if (changed.everything) {
      for (let k = 0; k < this.count; k++) if (this.touchPair(joints, local, tree, k)) return true
      return false
    }
    this.round = this.round === 2 ** 31 - 1 ? this.nextAge() : this.round + 1
    for (let n = 0; n < changed.jointCount; n++) {
      const j = changed.joints[n]!
      if (this.touchListed(joints, local, tree, this.byJoint, this.jointStart[j]!, this.jointStart[j + 1]!)) return true
    }
    for (let n = 0; n < changed.linkCount; n++) {
      const l = changed.links[n]!
      if (this.touchListed(joints, local, tree, this.byLink, this.linkStart[l]!, this.linkStart[l + 1]!)) return true
    }
    return false
  }

  /** Rounds are numbers of 32 bits. */
  private nextAge(): number {
    this.asked.fill(0)
    return 1
  }

  /** The pairs list[from … to − 1], ascending, those that were asked in this round not again. */
  private touchListed(
    joints: Float64Array,
    local: Float64Array,
    tree: ChainTree,
    list: Int32Array,
    from: number,
    to: number,
  ): boolean {
    const { asked, round } = this
    for (let n = from; n < to; n++) {
      const k = list[n]!
      if (asked[k] === round) continue
      asked[k] = round
      if (this.touchPair(joints, local, tree, k)) return true
    }
    return false
  }

  private touchPair(joints: Float64Array, local: Float64Array, tree: ChainTree, k: number): boolean {
    const a = this.a[k]!
    const b = this.b[k]!
    if (b - a > FEW_JOINTS) this.pose.set(tree.relativePose(a, b))
    else if (a === this.lastA && b >= this.lastB) this.carry(joints, this.lastB, b)
    else {
      identityPose(this.pose, 0)
      this.carry(joints, a, b)
    }
    this.lastA = a
    this.lastB = b
    return this.measure(local, k)
  }

  /** pose ← pose · joints from … to − 1. */
  private carry(joints: Float64Array, from: number, to: number): void {
    const { pose } = this
    for (let j = from; j < to; j++) {
      composePose(pose, POSE, pose, 0, joints, j * POSE)
      pose.copyWithin(0, POSE)
    }
  }

  private measure(local: Float64Array, k: number): boolean {
    const { atoms, pose: x, radii } = this
    const end = this.first[k + 1]!
    for (let n = this.first[k]!; n < end; n++) {
      const i = atoms[2 * n]!
      const j = atoms[2 * n + 1]!
      const p = local[3 * j]!
      const q = local[3 * j + 1]!
      const r = local[3 * j + 2]!
      const dx = x[0]! * p + x[1]! * q + x[2]! * r + x[3]! - local[3 * i]!
      const dy = x[4]! * p + x[5]! * q + x[6]! * r + x[7]! - local[3 * i + 1]!
      const dz = x[8]! * p + x[9]! * q + x[10]! * r + x[11]! - local[3 * i + 2]!
      const sum = radii[i]! + radii[j]!
      this.tests++
      if (dx * dx + dy * dy + dz * dz <= sum * sum) return true
    }
    return false
  }
}

function flatten(lists: readonly (readonly number[])[]): [Int32Array, Int32Array] {
  const start = new Int32Array(lists.length + 1)
  lists.forEach((list, k) => {
    start[k + 1] = start[k]! + list.length
  })
  return [start, Int32Array.from(lists.flat())]
}

/** The largest n such that all links at most n joints apart are near. */
function allNear(near: ReadonlySet<number>, links: number): number {
  for (let n = 2; n < links; n++) {
    for (let l = 0; l + n < links; l++) if (!near.has(l * links + l + n)) return n - 1
  }
  return links
}
