// Two meshes by one kind of volumes: a query for all contacts, what it cost, and what its volumes look like.
import { type Contender, createContenders } from '../../../lab/kdop/contenders.js'
import type { MeshData } from '../../../scenes/index.js'
import { collisions, MeshTree, type MeshVolume } from '../../../src/entries/meshes.js'
import { boxAround, outline, polytopeLines } from './outlines.js'
import { type DopChoice, isKdop, type MeshWay } from './state.js'

export interface WayCounts {
  readonly volumeTests: number
  readonly leafTests: number
  readonly contacts: number
}

export interface Way {
  /** All pairs of triangles that touch. Nodes whose volumes were tested are added to `trace`. */
  query(pose: Float64Array, trace?: number[]): WayCounts
  readonly childA: Int32Array
  readonly childB: Int32Array
  /** Adds lines of a node's volume, in A's frame, as the last query tested it. */
  draw(out: number[], side: 'a' | 'b', node: number, pose: Float64Array): void
}

/** Meshes of more triangles than this have no trees of k-DOPs here: they take a gigabyte. */
const MOST_KDOP_TRIANGLES = 40_000

export function makeWay(way: MeshWay, k: DopChoice, a: MeshData, b: MeshData): Way | undefined {
  if (!isKdop(way)) return new TreeWay(way as MeshVolume, a, b)
  if (Math.max(a.triangles.length, b.triangles.length) > 3 * MOST_KDOP_TRIANGLES) return undefined
  const size = Number(k) as NonNullable<Contender['k']>
  const [contender] = createContenders(a, b, [way as Contender['method']], size)
  return new KdopWay(contender!)
}

/** As the paper has it: one triangle a leaf. */
const LEAF_SIZE = 1

class TreeWay implements Way {
  readonly a: MeshTree
  readonly b: MeshTree

  constructor(volume: MeshVolume, a: MeshData, b: MeshData) {
    this.a = new MeshTree(a, { volume, leafSize: LEAF_SIZE })
    this.b = a === b ? this.a : new MeshTree(b, { volume, leafSize: LEAF_SIZE })
  }

  get childA(): Int32Array {
    return this.a.child
  }

  get childB(): Int32Array {
    return this.b.child
  }

  query(pose: Float64Array, trace?: number[]): WayCounts {
    const { count, stats } = collisions(this.a, this.b, pose, trace === undefined ? {} : { trace })
    return { volumeTests: stats.volumeTests, leafTests: stats.leafTests, contacts: count }
  }

  draw(out: number[], side: 'a' | 'b', node: number, pose: Float64Array): void {
    const volume = this[side].volumeOf(node)
    if (side === 'a') outline(out, volume)
    else if (this.b.volume === 'aabb' && volume.kind === 'box') outline(out, boxAround(volume, pose))
    else outline(out, volume, pose)
  }
}

/** Nodes of B are drawn as they were realigned. */
class KdopWay implements Way {
  constructor(private readonly contender: Contender) {}

  get childA(): Int32Array {
    return this.contender.shapes.a.child
  }

  get childB(): Int32Array {
    return this.contender.shapes.b.child
  }

  query(pose: Float64Array, trace?: number[]): WayCounts {
    this.contender.query(pose, trace)
    const { volumeTests, leafTests, contacts } = this.contender.counts()
    return { volumeTests, leafTests, contacts }
  }

  draw(out: number[], side: 'a' | 'b', node: number): void {
    const { directions, slabsOf } = this.contender
    polytopeLines(out, directions!, slabsOf!(side, node))
  }
}
