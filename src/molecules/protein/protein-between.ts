// Clashes between two pieces of a protein. Asked of their trees, and only about links that have moved since the two were last known to be
// free of each other. Where pieces are bonded to each other (a disulphide between two chains), pairs of links with atoms that may
// overlap are left out there, and their other atoms are tested one by one.
import { contactWith } from '../../chains/chain/chain-quick.js'
import type { ProteinChain } from './protein-chain.js'
import type { ProteinSelection } from './protein-select.js'

/** Pairs of links of two pieces that are bonded, and the pairs of their atoms that can clash. */
interface Bonded {
  readonly links: ReadonlySet<number>
  /** Two atoms a pair, that of the first piece first. */
  readonly atoms: Int32Array
}

export class PiecePairs {
  volumeTests = 0
  leafTests = 0
  private readonly count: number
  /** Links of piece p that may have moved against piece q since the two were free: two numbers, from and to, at 2 (p · count + q). */
  private readonly moved: Int32Array
  private readonly movedBefore: Int32Array
  private readonly bonded: (Bonded | undefined)[]
  private readonly questions: (((spans: Int32Array) => boolean) | undefined)[]
  private readonly spans = new Int32Array(4)
  private readonly pointA = new Float64Array(3)
  private readonly pointB = new Float64Array(3)

  constructor(
    s: ProteinSelection,
    private readonly chains: readonly ProteinChain[],
  ) {
    const n = chains.length
    this.count = n
    this.moved = new Int32Array(2 * n * n)
    this.movedBefore = new Int32Array(2 * n * n)
    this.bonded = n > 1 ? findBonded(s, chains) : []
    this.questions = new Array(n * n).fill(undefined)
    this.radii = s.radii
    this.forget()
  }

  private readonly radii: Float64Array

  /** Nothing is known. */
  forget(): void {
    for (let p = 0; p < this.count; p++) {
      for (let q = 0; q < this.count; q++) {
        this.moved[2 * (p * this.count + q)] = 0
        this.moved[2 * (p * this.count + q) + 1] = p === q ? 0 : this.chains[p]!.links
      }
    }
  }

  /** To be called before the changes of a set are added. */
  remember(): void {
    if (this.count > 1) this.movedBefore.set(this.moved)
  }

  undo(): void {
    if (this.count > 1) this.moved.set(this.movedBefore)
  }

  /** Links from … to − 1 of a piece have moved. */
  add(piece: number, from: number, to: number): void {
    const { moved, count } = this
    for (let q = 0; q < count; q++) {
      if (q === piece) continue
      const at = 2 * (piece * count + q)
      const isNone = moved[at]! >= moved[at + 1]!
      moved[at] = isNone ? from : Math.min(moved[at]!, from)
      moved[at + 1] = isNone ? to : Math.max(moved[at + 1]!, to)
    }
  }

  /** Do any two pieces touch? */
  touch(): boolean {
    const { moved, count } = this
    for (let p = 0; p < count; p++) {
      for (let q = p + 1; q < count; q++) {
        const a = 2 * (p * count + q)
        const b = 2 * (q * count + p)
        if (moved[a]! >= moved[a + 1]! && moved[b]! >= moved[b + 1]!) continue
        if (this.touchPair(p, q, a, b)) return true
        moved[a] = moved[a + 1] = moved[b] = moved[b + 1] = 0
      }
    }
    return false
  }

  private touchPair(p: number, q: number, a: number, b: number): boolean {
    const { spans, moved } = this
    spans[0] = moved[a]!
    spans[1] = moved[a + 1]!
    spans[2] = moved[b]!
    spans[3] = moved[b + 1]!
    const first = this.chains[p]!
    const second = this.chains[q]!
    const bonded = this.bonded[p * this.count + q]
    if (bonded !== undefined && this.touchBonded(first, second, bonded.atoms)) return true
    const at = p * this.count + q
    let question = this.questions[at]
    if (question === undefined) {
      const exclude = bonded && ((i: number, j: number) => bonded.links.has(i * second.links + j))
      question = contactWith(first.tree.core, second.tree.core, exclude)
      this.questions[at] = question
    }
    const hit = question(spans)
    const { volumeTests, leafTests } = first.tree.stats
    this.volumeTests += volumeTests
    this.leafTests += leafTests
    return hit
  }

  private touchBonded(first: ProteinChain, second: ProteinChain, atoms: Int32Array): boolean {
    const { pointA, pointB, radii } = this
    for (let k = 0; k < atoms.length; k += 2) {
      first.writeOne(pointA, atoms[k]!)
      second.writeOne(pointB, atoms[k + 1]!)
      const x = pointA[0]! - pointB[0]!
      const y = pointA[1]! - pointB[1]!
      const z = pointA[2]! - pointB[2]!
      const sum = radii[atoms[k]!]! + radii[atoms[k + 1]!]!
      this.leafTests++
      if (x * x + y * y + z * z <= sum * sum) return true
    }
    return false
  }
}

/** By pair of pieces p < q at p · count + q; undefined where no atom of one is excluded from clashing with one of the other. */
function findBonded(s: ProteinSelection, chains: readonly ProteinChain[]): (Bonded | undefined)[] {
  const { bonded, structureAtom, numberOf, pieceOf, linkOf } = s
  const n = chains.length
  const links: (Set<number> | undefined)[] = new Array(n * n).fill(undefined)
  for (let i = 0; i < structureAtom.length; i++) {
    const atom = structureAtom[i]!
    for (let k = bonded.start[atom]!; k < bonded.start[atom + 1]!; k++) {
      const j = numberOf[bonded.others[k]!]!
      if (j < 0 || pieceOf[i]! >= pieceOf[j]!) continue
      const at = pieceOf[i]! * n + pieceOf[j]!
      links[at] ??= new Set()
      links[at].add(linkOf[i]! * chains[pieceOf[j]!]!.links + linkOf[j]!)
    }
  }
  return links.map((set, at) => {
    if (set === undefined) return undefined
    const first = chains[Math.floor(at / n)]!
    const second = chains[at % n]!
    const atoms: number[] = []
    for (const key of set) {
      const l = Math.floor(key / second.links)
      for (const i of first.onLink(l)) {
        for (const j of second.onLink(key - l * second.links)) {
          if (!bonded.has(structureAtom[i]!, structureAtom[j]!)) atoms.push(i, j)
        }
      }
    }
    return { links: set, atoms: Int32Array.from(atoms) }
  })
}
