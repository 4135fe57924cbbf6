// What a change set of a protein did, as far as its undo and its followers need to know.
import { POSE } from '../../base/math/pose.js'
import type { Stretch } from '../energy/energy.js'
import type { ProteinPiece } from './protein-select.js'
import type { SideChain, TorsionList } from './protein-torsions.js'

/** What was changed in one piece. */
export interface PieceChange {
  readonly joints: number[]
  /** Side-chains, as the list of torsions numbers them. */
  readonly sides: number[]
}

/**
 * The last change set. One torsion and a crankshaft, which Monte Carlo makes by the million, have places of their own and allocate
 * nothing; a set of several torsions is a list.
 */
export class LastChange {
  kind: 'none' | 'turn' | 'crank' | 'set' = 'none'
  /** Torsions that were changed, their turns and their angles at the reference before it; the first `count`. */
  torsions = new Int32Array(8)
  turns = new Float64Array(8)
  start = new Float64Array(8)
  count = 0
  /** Of a turn and a crankshaft: the piece, and joints whose poses changed; −1 for a side-chain's torsion. */
  piece = 0
  jointA = -1
  jointB = -1
  /** The poses that these had, and their references; and room for those of the next change, which may be refused. */
  private poses = new Float64Array(4 * POSE)
  private next = new Float64Array(4 * POSE)
  /** Of a set. */
  pieces: ReadonlyMap<number, PieceChange> = new Map()

  /** To be called before the next change: the pose and the reference of its first joint (n = 0) or second. */
  keepJoint(n: number, joints: Float64Array, reference: Float64Array, joint: number): void {
    const at = 2 * n * POSE
    for (let k = 0; k < POSE; k++) {
      this.next[at + k] = joints[joint * POSE + k]!
      this.next[at + POSE + k] = reference[joint * POSE + k]!
    }
  }

  /** The next change has been made. */
  begin(kind: LastChange['kind']): void {
    this.kind = kind
    this.count = 0
    const { poses } = this
    this.poses = this.next
    this.next = poses
  }

  /** Puts back what keepJoint() kept for this change. */
  putJoint(n: number, joints: Float64Array, reference: Float64Array, joint: number): void {
    const at = 2 * n * POSE
    for (let k = 0; k < POSE; k++) {
      joints[joint * POSE + k] = this.poses[at + k]!
      reference[joint * POSE + k] = this.poses[at + POSE + k]!
    }
  }

  /** Writes the pose that the first joint (n = 0) or the second had before the change to out[o..o+11]. */
  poseBefore(out: Float64Array, o: number, n: number): void {
    for (let k = 0; k < POSE; k++) out[o + k] = this.poses[2 * n * POSE + k]!
  }

  add(torsion: number, turns: Float64Array, start: Float64Array): void {
    // Those of a set, which may be many, are distinct.
    if (this.kind !== 'set') for (let n = 0; n < this.count; n++) if (this.torsions[n] === torsion) return
    const n = this.count++
    if (n === this.torsions.length) this.grow()
    this.torsions[n] = torsion
    this.turns[n] = turns[torsion]!
    this.start[n] = start[torsion]!
  }

  /** Puts the torsions back. */
  restore(turns: Float64Array, start: Float64Array): void {
    for (let n = 0; n < this.count; n++) {
      const k = this.torsions[n]!
      turns[k] = this.turns[n]!
      start[k] = this.start[n]!
    }
  }

  private grow(): void {
    const bigger = <T extends Int32Array | Float64Array>(old: T, made: T): T => {
      made.set(old)
      return made
    }
    this.torsions = bigger(this.torsions, new Int32Array(2 * this.torsions.length))
    this.turns = bigger(this.turns, new Float64Array(2 * this.turns.length))
    this.start = bigger(this.start, new Float64Array(2 * this.start.length))
  }
}

/** Finds the stretches of atoms that change sets move, each atom in one at most, ascending in each piece. */
export class Moved {
  /** Those of each torsion, once they have been asked for. */
  private readonly ofTorsion: (readonly Stretch[] | undefined)[]

  constructor(
    private readonly pieces: readonly ProteinPiece[],
    private readonly linkOf: Int32Array,
    private readonly residueOf: Int32Array,
    private readonly list: TorsionList,
  ) {
    this.ofTorsion = new Array(list.torsions.length).fill(undefined)
  }

  stretches(last: LastChange): readonly Stretch[] {
    switch (last.kind) {
      case 'none':
        return []
      case 'turn':
        return this.turned(last.torsions[0]!)
      case 'crank':
        return this.cranked(last.piece, last.jointA, last.jointB)
      case 'set':
        return movedBySet(last, this.pieces, this.linkOf, this.list.sideChains)
    }
  }

  private turned(torsion: number): readonly Stretch[] {
    const known = this.ofTorsion[torsion]
    if (known !== undefined) return known
    const { piece, joint } = this.list.torsions[torsion]!
    const { firstAtom, endAtom } = this.pieces[piece]!
    let found: readonly Stretch[]
    if (joint >= 0) found = collect(firstAtom, endAtom, (i) => this.linkOf[i]! > joint)
    else {
      const { chi } = this.list.sideChains[this.list.sideChainOf[torsion]!]!
      const atoms = new Set(chi.find((own) => own.torsion === torsion)!.moved)
      found = collect(Math.min(...atoms), Math.max(...atoms) + 1, (i) => atoms.has(i))
    }
    this.ofTorsion[torsion] = found
    return found
  }

  /** Links beyond joint a and not beyond joint b. */
  private cranked(piece: number, a: number, b: number): readonly Stretch[] {
    const { from, firstAtom, endAtom } = this.pieces[piece]!
    const { linkOf, residueOf } = this
    const lowest = from + Math.floor((a + 1) / 3)
    const highest = from + Math.floor(b / 3)
    // Residues are in the order of their atoms.
    let first = firstAtom
    for (let high = endAtom; first < high; ) {
      const mid = (first + high) >> 1
      if (residueOf[mid]! < lowest) first = mid + 1
      else high = mid
    }
    let end = first
    while (end < endAtom && residueOf[end]! <= highest) end++
    return collect(first, end, (i) => linkOf[i]! > a && linkOf[i]! <= b)
  }
}

/** Atoms from … to − 1 of which `isMoved` is true, as stretches of one body. */
function collect(from: number, to: number, isMoved: (i: number) => boolean): readonly Stretch[] {
  const stretches: Stretch[] = []
  let first = -1
  for (let i = from; i <= to; i++) {
    const moved = i < to && isMoved(i)
    if (moved && first < 0) first = i
    else if (!moved && first >= 0) {
      stretches.push(Object.freeze({ from: first, to: i, body: 0 }))
      first = -1
    }
  }
  return Object.freeze(stretches)
}

function movedBySet(
  last: LastChange,
  pieces: readonly ProteinPiece[],
  linkOf: Int32Array,
  sideChains: readonly SideChain[],
): readonly Stretch[] {
  const stretches: { from: number; to: number; body: number }[] = []
  const changed = new Set(last.torsions.subarray(0, last.count))
  let bodies = 0
  for (const [p, { joints, sides }] of last.pieces) {
    const { firstAtom, endAtom } = pieces[p]!
    const sorted = [...joints].sort((a, b) => a - b)
    const segments = bodies
    bodies += sorted.length
    // What a χ moves is a body of its own; what one farther out moves, another.
    const own = new Map<number, number>()
    for (const side of sides) {
      for (const { torsion, moved } of sideChains[side]!.chi) {
        if (!changed.has(torsion)) continue
        for (const i of moved) own.set(i, bodies)
        bodies++
      }
    }
    let open: { from: number; to: number; body: number } | undefined
    for (let i = firstAtom; i < endAtom; i++) {
      let crossed = 0
      while (crossed < sorted.length && sorted[crossed]! < linkOf[i]!) crossed++
      const body = own.get(i) ?? (crossed === 0 ? -1 : segments + crossed - 1)
      if (body < 0) continue
      if (open !== undefined && open.to === i && open.body === body) open.to++
      else {
        open = { from: i, to: i + 1, body }
        stretches.push(open)
      }
    }
  }
  return stretches
}
