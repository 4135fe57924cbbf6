// The diagram of two robots, byte by byte (docs/formats/certificate.md, "Several robots"): cells that tile it, and what keeps every pair
// of geometries apart in each of them, the robots being anywhere in their own intervals.
import { Anchor, type Chain } from './kinematics.js'
import type { Leaf } from './leaf.js'
import { Anchors } from './motion.js'
import type { Piece } from './piece.js'
import { demand, Rejection, type VerifyPlace } from './plain.js'
import { LINE, POSE } from './poses.js'
import type { Scene } from './scene.js'
import type { LinkSet } from './sets.js'
import { readDirection } from './walk.js'

/** Atoms of one path times those of the other. */
const MOST_CELLS = 2 ** 26

/** What becomes of a cell. */
const [DONE, HALVED_A, HALVED_B, BLOCKED] = [0, 1, 2, 3]

/** One robot: its path, the world that it is alone in, and where that one's bodies and movers are among all. */
export interface Path {
  readonly name: string
  readonly scene: Scene
  readonly pieces: readonly Piece[]
  readonly levels: readonly number[]
  /** By piece; one more at the end. */
  readonly firstAtom: readonly number[]
  readonly atoms: number
  readonly body: number
  readonly mover: number
  /** Planes of the proof that it is free alone; undefined where there is nothing to prove. */
  readonly leaves: number | undefined
}

/** Two geometries of different robots. */
export interface CrossPair {
  readonly a: number
  readonly b: number
  readonly setA: LinkSet
  readonly setB: LinkSet
  readonly chain: Chain
  readonly leaf: Leaf
}

/** Part `index` of 2^level equal ones of a piece. */
interface Part {
  readonly piece: number
  readonly level: number
  readonly index: number
}

/** The diagram of two robots, byte by byte: cells that tile it, and what is proved in each. */
export class DiagramWalk {
  cells = 0
  planes = 0
  private readonly anchor: Anchor
  private readonly anchorsA: readonly Anchors[]
  private readonly anchorsB: readonly Anchors[]
  private readonly blocked: Uint8Array
  private readonly n = new Float64Array(3)
  private view!: DataView
  private at = 0
  private ownA!: Anchor
  private ownB!: Anchor
  private partA!: Part
  private partB!: Part

  constructor(
    private readonly scene: Scene,
    private readonly a: Path,
    private readonly b: Path,
    private readonly pairs: readonly CrossPair[],
    private readonly names: readonly [string, string],
  ) {
    demand(a.atoms * b.atoms <= MOST_CELLS, `two paths have more than ${MOST_CELLS} pairs of atoms`, { robots: names })
    this.anchor = new Anchor(scene.bodies)
    const anchorsOf = ({ scene: { bodies }, pieces }: Path): Anchors[] =>
      pieces.map((piece) => new Anchors(bodies, piece))
    this.anchorsA = anchorsOf(a)
    this.anchorsB = anchorsOf(b)
    this.blocked = new Uint8Array(a.atoms * b.atoms)
  }

  /** 1 for every pair of atoms that is blocked. */
  run(bytes: Uint8Array): Uint8Array {
    const { a, b } = this
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const all = this.pairs.map((_, p) => p)
    for (let piece = 0; piece < a.pieces.length; piece++) {
      for (let other = 0; other < b.pieces.length; other++) {
        this.cell({ piece, level: 0, index: 0 }, { piece: other, level: 0, index: 0 }, all)
      }
    }
    demand(this.at === bytes.length, `a diagram has ${bytes.length - this.at} extra bytes`, { robots: this.names })
    return this.blocked
  }

  /** One cell, and the cells that it is halved into: `left` are the pairs that those around it have not settled. */
  private cell(partA: Part, partB: Part, left: readonly number[]): void {
    this.partA = partA
    this.partB = partB
    const settled = this.view.getUint16(this.take(2), true)
    let rest = left
    if (settled > 0) {
      this.ownA = this.anchorsA[partA.piece]!.at(partA.level, partA.index)
      this.ownB = this.anchorsB[partB.piece]!.at(partB.level, partB.index)
      load(this.anchor, this.a, this.ownA)
      load(this.anchor, this.b, this.ownB)
      const proved = new Set<number>()
      let last = -1
      for (let k = 0; k < settled; k++) {
        const p = this.view.getUint16(this.take(2), true)
        this.expect(
          p > last && p < this.pairs.length,
          'pairs that a cell settles do not rise, or there is no such pair',
        )
        last = p
        proved.add(p)
        this.checkPair(this.pairs[p]!)
      }
      rest = left.filter((p) => !proved.has(p))
    }
    const op = this.view.getUint8(this.take(1))
    if (op === HALVED_A || op === HALVED_B) {
      const [part, path] = op === HALVED_A ? [partA, this.a] : [partB, this.b]
      this.expect(part.level < path.levels[part.piece]!, 'a cell is halved below one atom')
      for (const upper of [0, 1]) {
        const half = { piece: part.piece, level: part.level + 1, index: 2 * part.index + upper }
        this.cell(op === HALVED_A ? half : partA, op === HALVED_A ? partB : half, rest)
      }
    } else if (op === BLOCKED) {
      const [[fromA, toA], [fromB, toB]] = [atomsOf(this.a, partA), atomsOf(this.b, partB)]
      for (let i = fromA; i <= toA; i++) {
        this.blocked.fill(1, i * this.b.atoms + fromB, i * this.b.atoms + toB + 1)
      }
    } else {
      this.expect(op === DONE, `a diagram has the byte ${op}, which means nothing`)
      const [p] = rest
      if (p !== undefined) this.expect(false, 'a cell is called free, and nothing keeps these two apart', this.pairs[p])
      this.cells++
    }
  }

  /** Planes that separate the two in all of the cell; where nodes were opened, one is not inside the other either. */
  private checkPair(pair: CrossPair): void {
    const { anchor, n, scene } = this
    const { setA, setB, chain, leaf } = pair
    leaf.useClocks(this.ownA, this.ownB)
    const waiting: [number, number][] = [[setA.root, setB.root]]
    let opened = false
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
      const [nodeA, nodeB] = task
      const op = this.view.getUint8(this.take(1))
      if (op === 1 || op === 2) {
        opened = true
        const children = op === 1 ? setA.children(nodeA) : setB.children(nodeB)
        this.expect(children !== undefined, 'the proof opens something that cannot be opened', pair)
        for (let i = children!.length - 1; i >= 0; i--) {
          waiting.push(op === 1 ? [children![i]!, nodeB] : [nodeA, children![i]!])
        }
        continue
      }
      this.expect(op === 3 || op === 4, `the proof has the byte ${op}, which means nothing`, pair)
      const isDirection = readDirection(n, this.view, this.take(op === 3 ? 4 : 24), op === 3)
      this.expect(isDirection, 'a direction is zero, or not finite', pair)
      const { movers, ofA } = chain
      const holds = leaf.holds(anchor, setA, nodeA, setB, nodeB, 0, ofA, movers.length, n)
      this.expect(holds, 'the plane that is given does not separate the two everywhere in its cell', pair)
      this.planes++
    }
    if (!opened) return
    this.expect(!scene.isInside(pair.b, pair.a, anchor), 'the second one is inside the first', pair)
    this.expect(!scene.isInside(pair.a, pair.b, anchor), 'the first one is inside the second', pair)
  }

  private take(count: number): number {
    this.expect(this.at + count <= this.view.byteLength, 'a diagram ends too early')
    this.at += count
    return this.at - count
  }

  private expect(holds: boolean, reason: string, pair?: CrossPair): void {
    if (holds) return
    const where: VerifyPlace = { robots: this.names, atoms: [atomsOf(this.a, this.partA), atomsOf(this.b, this.partB)] }
    const objects = pair && { a: this.scene.nameOf(pair.a), b: this.scene.nameOf(pair.b) }
    throw new Rejection(reason, { ...where, ...objects })
  }
}

/** The first and the last atom of a part. */
function atomsOf({ firstAtom, levels }: Path, { piece, level, index }: Part): readonly [number, number] {
  const width = 2 ** (levels[piece]! - level)
  const first = firstAtom[piece]! + width * index
  return [first, first + width - 1]
}

/** Puts a robot of an anchor of all where it is alone. */
function load(all: Anchor, { body, mover }: Path, own: Anchor): void {
  for (const field of ['value', 'rate', 's', 'bend', 'chord', 'error'] as const) all[field].set(own[field], mover)
  all.lines.set(own.lines, LINE * mover)
  all.poses.set(own.poses.subarray(POSE), POSE * (body + 1))
  all.lengths.set(own.lengths.subarray(1), body + 1)
}
