// Two meshes, and a way to find all pairs of triangles that touch: trees of k-DOPs by one realignment, or of oriented boxes.
// Everything has one triangle a leaf, as in the paper, and k-DOP trees of one k have the same shape, cut as the paper says.

import type { MeshData } from '../../scenes/index.js'
import { PairTraversal } from '../../src/base/work/traverse-pair.js'
import { createRealignment } from '../../src/meshes/kdop/kdop-realignment.js'
import { splitLongestSlab } from '../../src/meshes/kdop/kdop-splits.js'
import { fitKdops, KdopRules } from '../../src/meshes/kdop/kdop-tree.js'
import type { Realignment } from '../../src/meshes/kdop/kdop-turn.js'
import { fitBoxes, pointsReach } from '../../src/meshes/tree/box-tree.js'
import { type SplitShape, splitMesh } from '../../src/meshes/tree/mesh-splits.js'
import { BoxSearch, searchBoxes } from '../../src/meshes/tree/search-boxes.js'
import { AllTouching } from '../../src/meshes/tree/triangle-pairs.js'
import { type DopSize, directionSet } from '../../src/volumes/kdop-directions.js'
import { BOX } from '../../src/volumes/node-box.js'
import type { KdopMethod } from './options.js'

/** What one query took. Volume tests include the mixed ones, of an inner node and a leaf. */
export interface Counts {
  volumeTests: number
  mixedTests: number
  leafTests: number
  contacts: number
}

export interface Contender {
  readonly method: KdopMethod
  /** Null for oriented boxes. */
  readonly k: DopSize | null
  /** Finds all contacts at a pose. Nodes whose volumes were tested are added to `trace`: node of A, node of B, … */
  query(pose: Float64Array, trace?: number[]): void
  /** Of the last query. */
  counts(): Counts
  /** Triangle pairs of the last query as text: the same for the same pairs. */
  contacts(): string
  /** Triangle of A, triangle of B, … of the last query. */
  touching(): Uint32Array
  /** Writes every node of B realigned, at the last pose; undefined for oriented boxes. */
  readonly realignAll: (() => number) | undefined
  /** The k supports that a node was tested by in the last query, in A's frame; undefined for oriented boxes. */
  readonly slabsOf: ((tree: 'a' | 'b', node: number) => Float64Array) | undefined
  /** The directions that they are along, three numbers each. */
  readonly directions: Float64Array | undefined
  /** The trees of the two meshes. */
  readonly shapes: { readonly a: SplitShape; readonly b: SplitShape }
}

/** K-DOP trees by every method, of one k and so of one shape; or, for no k, oriented boxes. */
export function createContenders(
  a: MeshData,
  b: MeshData,
  methods: readonly KdopMethod[],
  k: DopSize | null,
): Contender[] {
  if (k === null) return methods.includes('obb') ? [new BoxContender(a, b)] : []
  const shapeA = splitLongestSlab(a.positions, a.triangles, k)
  const shapeB = a === b ? shapeA : splitLongestSlab(b.positions, b.triangles, k)
  return methods.flatMap((method) => (method === 'obb' ? [] : [new KdopContender(a, shapeA, b, shapeB, method, k)]))
}

/** A tree over a mesh, as the visitors of triangle pairs need it. */
interface Tree extends SplitShape {
  readonly positions: Float64Array
  readonly triangles: Uint32Array
  readonly boxes: Float64Array
  readonly reach: number
}

function reachOf(mesh: MeshData): number {
  return pointsReach({ points: mesh.positions, corners: mesh.triangles, stride: 3 })
}

/** Counts and contacts, the same for both kinds. */
abstract class TouchingPairs {
  private readonly visitor = new AllTouching()

  constructor(
    protected readonly a: Tree,
    protected readonly b: Tree,
  ) {}

  get shapes(): { readonly a: SplitShape; readonly b: SplitShape } {
    return { a: this.a, b: this.b }
  }

  query(pose: Float64Array, trace?: number[]): void {
    this.visitor.list.count = 0
    this.visitor.start(this.a, this.b, pose)
    this.search(pose, this.visitor, trace)
  }

  touching(): Uint32Array {
    const { pairs, count } = this.visitor.list
    return Uint32Array.from(pairs.subarray(0, 2 * count))
  }

  protected abstract search(pose: Float64Array, visitor: AllTouching, trace: number[] | undefined): void
  protected abstract tests(): { volumeTests: number; mixedTests: number }

  counts(): Counts {
    return { ...this.tests(), leafTests: this.visitor.leafTests, contacts: this.visitor.list.count }
  }

  contacts(): string {
    const { pairs, count } = this.visitor.list
    const keys = Array.from({ length: count }, (_, i) => pairs[2 * i]! * 2 ** 26 + pairs[2 * i + 1]!)
    return keys.sort((p, q) => p - q).join()
  }
}

class KdopContender extends TouchingPairs implements Contender {
  readonly realignAll: () => number
  readonly slabsOf: (tree: 'a' | 'b', node: number) => Float64Array
  readonly directions: Float64Array
  private readonly realignment: Realignment
  private readonly rules: KdopRules
  private readonly pairs = new PairTraversal()

  constructor(
    a: MeshData,
    shapeA: SplitShape,
    b: MeshData,
    shapeB: SplitShape,
    readonly method: Exclude<KdopMethod, 'obb'>,
    readonly k: DopSize,
  ) {
    const fitted = (mesh: MeshData, shape: SplitShape): { tree: Tree; realignment: Realignment } => {
      const realignment = createRealignment(method, k)
      const boxes = new Float64Array(realignment.stride * shape.nodes)
      fitKdops(boxes, shape, { points: mesh.positions, corners: mesh.triangles, stride: 3 }, realignment)
      return { tree: { ...mesh, ...shape, boxes, reach: reachOf(mesh) }, realignment }
    }
    const fittedA = fitted(a, shapeA)
    const fittedB = a === b ? fittedA : fitted(b, shapeB)
    super(fittedA.tree, fittedB.tree)
    this.realignment = fittedB.realignment
    this.rules = new KdopRules(this.realignment)
    const out = new Float64Array(k)
    this.realignAll = () => {
      const { stride } = this.realignment
      for (let n = 0; n < this.b.nodes; n++) this.realignment.realign(out, 0, this.b.boxes, stride * n)
      return this.b.nodes
    }
    this.directions = directionSet(k).vectors
    this.slabsOf = (tree, node) => {
      const { stride } = this.realignment
      if (tree === 'a') return this.a.boxes.slice(stride * node, stride * node + k)
      const slabs = new Float64Array(k)
      this.realignment.realign(slabs, 0, this.b.boxes, stride * node)
      return slabs
    }
  }

  protected search(pose: Float64Array, visitor: AllTouching, trace: number[] | undefined): void {
    const { a, b, rules, pairs } = this
    pairs.volumeTests = 0
    pairs.mixedTests = 0
    pairs.trace = trace
    rules.start(a.boxes, this.realignment.stride, b.boxes, pose, 0, b.reach)
    pairs.search(a, b, rules, visitor)
  }

  protected tests(): { volumeTests: number; mixedTests: number } {
    return { volumeTests: this.pairs.volumeTests, mixedTests: this.pairs.mixedTests }
  }
}

class BoxContender extends TouchingPairs implements Contender {
  readonly method = 'obb'
  readonly k = null
  readonly realignAll = undefined
  readonly slabsOf = undefined
  readonly directions = undefined
  private readonly boxes = new BoxSearch()

  constructor(a: MeshData, b: MeshData) {
    const tree = (mesh: MeshData): Tree => {
      const shape = splitMesh(mesh.positions, mesh.triangles, { split: 'middle', leafSize: 1 })
      const boxes = new Float64Array(BOX * shape.nodes)
      const reach = reachOf(mesh)
      fitBoxes(boxes, shape, { points: mesh.positions, corners: mesh.triangles, stride: 3 }, reach)
      return { ...mesh, ...shape, boxes, reach }
    }
    const treeA = tree(a)
    super(treeA, a === b ? treeA : tree(b))
  }

  protected search(pose: Float64Array, visitor: AllTouching, trace: number[] | undefined): void {
    this.boxes.volumeTests = 0
    this.boxes.mixedTests = 0
    this.boxes.trace = trace
    searchBoxes(this.boxes, this.a, this.b, pose, 0, visitor)
  }

  protected tests(): { volumeTests: number; mixedTests: number } {
    return { volumeTests: this.boxes.volumeTests, mixedTests: this.boxes.mixedTests }
  }
}
