import { expect, test } from 'vitest'
import { soup } from '../../../scenes/index.js'
import { Random } from '../../../src/base/math/random.js'
import { OPEN_A, type PairRules, PairTraversal, type PairVisitor } from '../../../src/base/work/traverse-pair.js'
import type { TreeShape } from '../../../src/base/work/tree-shape.js'
import {
  APART,
  compareTriangleBox,
  PLACED_HALF,
  PLACED_SLACK,
  TOUCHING,
} from '../../../src/geometry/triangles/triangle-box.js'
import { CENTRED_AABB, meshAabbs } from '../../../src/meshes/tree/mesh-aabbs.js'
import { MeshTree } from '../../../src/meshes/tree/mesh-tree.js'
import { PLANE, type TriangleJudge, tested, touchMeshBox } from '../../../src/meshes/tree/touch-mesh-box.js'
import { randomPose } from '../../oracle/geometry/volumes.js'

/** A tree of one node: the box. */
const ONE: TreeShape = { nodes: 1, child: Int32Array.of(-1), first: Int32Array.of(0), end: Int32Array.of(1) }

const AXES = [0, 1, 2]

/** What touchMeshBox has written in: a node's box is tested, and the planes again, when its turn comes. */
class TouchRules implements PairRules, PairVisitor {
  readonly late = true
  readonly margin = 0
  volumeTests = 0
  leafTests = 0
  private readonly aabbs: Float64Array
  private offered = 0
  private gapOfFirst = 0

  constructor(
    private readonly tree: MeshTree,
    private readonly box: Float64Array,
    private readonly judge: TriangleJudge,
  ) {
    this.aabbs = meshAabbs(tree)
  }

  opens(): number {
    return OPEN_A
  }

  /** Is shown every pair before its rank is asked for. */
  skips(n: number): boolean {
    this.offered = n
    if (n > 0) this.volumeTests++
    return false
  }

  /** The deeper child first, of equal ones the first. */
  rank(_slot: number, k: number): number {
    const gap = this.gap(this.offered)
    if (k === 0) this.gapOfFirst = gap
    return k > 0 && gap === this.gapOfFirst ? Infinity : gap
  }

  lower(_slot: number, _from: number, _side: number, n: number): number {
    const o = CENTRED_AABB * n
    const beyond = this.planes().some(([x, y, z, c]) => {
      const middle = x * this.aabbs[o]! + y * this.aabbs[o + 1]! + z * this.aabbs[o + 2]!
      const [w0, w1, w2] = [this.aabbs[o + 3]!, this.aabbs[o + 4]!, this.aabbs[o + 5]!]
      return middle - (Math.abs(x) * w0 + Math.abs(y) * w1 + Math.abs(z) * w2) > c + this.slack
    })
    return beyond || (n > 0 && this.gap(n) > 0) ? Infinity : 0
  }

  visit(n: number): boolean {
    const { tree, box, judge } = this
    for (const t of tree.order.subarray(tree.first[n]!, tree.end[n]!)) {
      const [i, j, l] = AXES.map((k) => 3 * tree.triangles[3 * t + k]!) as [number, number, number]
      this.leafTests++
      const verdict = compareTriangleBox(box, tree.positions, i, j, l)
      if (verdict === APART) continue
      const isBeyond = ([x, y, z, c]: readonly [number, number, number, number]) =>
        [i, j, l].every((v) => {
          const p = tree.positions.subarray(v)
          return x * p[0]! + y * p[1]! + z * p[2]! > c + this.slack
        })
      if (this.planes().some(isBeyond)) continue
      if ((judge.isBox && verdict === TOUCHING) || judge.touches(t)) return true
    }
    return false
  }

  private get slack(): number {
    return this.box[PLACED_SLACK]!
  }

  private planes(): [number, number, number, number][] {
    const { planes, planeCount } = this.judge
    return Array.from({ length: planeCount }, (_, k) => [...planes.subarray(PLANE * k, PLANE * k + PLANE)] as never)
  }

  /** The widest gap along the mesh's axes and the box's. */
  private gap(n: number): number {
    const { box, slack } = this
    const [x, y, z, w0, w1, w2] = this.aabbs.subarray(CENTRED_AABB * n) as unknown as number[]
    const centre = [x!, y!, z!]
    const wide = [w0!, w1!, w2!]
    const h = AXES.map((k) => box[PLACED_HALF + k]! + slack) as [number, number, number]
    const gaps = AXES.flatMap((k) => {
      const [r0, r1, r2, t] = [box[4 * k]!, box[4 * k + 1]!, box[4 * k + 2]!, box[4 * k + 3]!]
      const own = Math.abs(r0 * x! + r1 * y! + r2 * z! + t)
      const ownReach = h[k]! + Math.abs(r0) * w0! + Math.abs(r1) * w1! + Math.abs(r2) * w2!
      const [c0, c1, c2] = [box[k]!, box[4 + k]!, box[8 + k]!]
      const at = -(c0 * box[3]! + c1 * box[7]! + c2 * box[11]!)
      const reach = Math.abs(c0) * h[0] + Math.abs(c1) * h[1] + Math.abs(c2) * h[2] + slack
      return [own - ownReach, Math.abs(centre[k]! - at) - (wide[k]! + reach)]
    })
    return Math.max(...gaps)
  }
}

/** Writes down what it is asked, learns a plane at every question, and says yes to the one after `most`. */
class Judge implements TriangleJudge {
  planeCount = 0
  readonly asked: number[] = []

  constructor(
    readonly isBox: boolean,
    readonly planes: Float64Array,
    private readonly most: number,
  ) {}

  touches(t: number): boolean {
    this.asked.push(t)
    this.planeCount = Math.min(this.planeCount + 1, this.planes.length / PLANE)
    return this.asked.length > this.most
  }
}

/** A box along the mesh's axes, a little off its middle. */
const UPRIGHT = Float64Array.of(1, 0, 0, 0.25, 0, 1, 0, 0, 0, 0, 1, -0.125)

const random = new Random(29)

/** Planes of any direction that leave some of the mesh on either side. */
function planes(count: number): Float64Array {
  const all = new Float64Array(PLANE * count)
  for (let k = 0; k < count; k++) {
    random.direction(all.subarray(PLANE * k))
    all[PLANE * k + 3] = random.range(0.2, 0.9)
  }
  return all
}

test('twin: touchMeshBox asks, answers and counts as the reference does', () => {
  let asked = 0
  let touching = 0
  for (let k = 0; k < 200; k++) {
    const mesh = soup(1 + random.integer(200), k, 0.3)
    // On a lattice, children are often equally deep in the box.
    const isLattice = k % 3 === 0
    const positions = Array.from(mesh.positions, (at) => (isLattice ? Math.round(4 * at) / 4 : at))
    const tree = new MeshTree({ positions }, { leafSize: 1 + (k % 4), open: 'surface' })
    const pose = isLattice ? UPRIGHT : randomPose(random, 0.8)
    const box = Float64Array.of(...pose.subarray(0, 12), ...AXES.map(() => random.range(0.05, 0.8)), 1e-12)
    for (const [isBox, learns, most] of [
      [true, 0, Infinity],
      [false, 0, Infinity],
      [false, 6, Infinity],
      [false, 3, 2],
    ] as const) {
      const known = planes(learns)
      const [judge, same] = [new Judge(isBox, known, most), new Judge(isBox, known, most)]
      const touches = touchMeshBox(tree, box, judge)
      const rules = new TouchRules(tree, box, same)
      expect(new PairTraversal().search(tree, ONE, rules, rules)).toBe(touches)
      expect(judge.asked).toEqual(same.asked)
      expect([tested.boxes, tested.triangles]).toEqual([rules.volumeTests, rules.leafTests])
      asked += judge.asked.length
      if (touches) touching++
    }
  }
  expect(asked).toBeGreaterThan(4000)
  expect(touching).toBeGreaterThan(100)
})
