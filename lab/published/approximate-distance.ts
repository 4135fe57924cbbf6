// APPROX-DIST of the paper's section III: a lower bound of the distance of two meshes that is at least 1 − γ of it. As in
// Quinlan's search (1994) and PQP: depth first, the nearer of two pairs of volumes first, and what cannot be nearer than
// (1 − γ) times the least so far is left alone. The engine's own search goes nearest first, which is better for exact distances:
// it opens no pair in vain; but it knows nothing of the distance until it has come down to triangles, and a rough answer is
// nearly as dear as an exact one.
//
// Twin of PairTraversal.search (src/base/work/traverse-pair.ts), in nine tenths of its time: lab-twins.test.ts compares the two.
import { OPEN_A } from '../../src/base/work/traverse-pair.js'
import type { MeshTree } from '../../src/meshes/tree/mesh-tree.js'
import { Closest } from '../../src/meshes/tree/triangle-pairs.js'
import { VolumeRules } from '../../src/meshes/tree/volume-tree.js'

export class ApproximateDistance {
  volumeTests = 0
  private readonly closest = new Closest()
  private a!: MeshTree
  private b!: MeshTree
  private rules!: VolumeRules

  constructor(gamma: number) {
    this.closest.relativeError = 1 / (1 - gamma) - 1
  }

  get leafTests(): number {
    return this.closest.leafTests
  }

  /** Of trees of rectangle-swept spheres, X_AB being x[0..11]; 0 if and only if they touch. */
  lower(a: MeshTree, b: MeshTree, x: Float64Array): number {
    const { closest } = this
    this.a = a
    this.b = b
    this.rules = new VolumeRules('rss', a.boxes, b.boxes, x)
    this.volumeTests = 1
    closest.start(a, b, x)
    closest.reset(Infinity)
    this.open(0, 0)
    if (closest.distance === 0) return 0
    // Positive, since they do not touch.
    return Math.max(Math.min(closest.margin, closest.distance - closest.error), Number.MIN_VALUE)
  }

  /** True if they touch: nothing can be nearer. */
  private open(na: number, nb: number): boolean {
    const { a, b, rules, closest } = this
    const childA = a.child[na]!
    const childB = b.child[nb]!
    if (childA < 0 && childB < 0) return closest.visit(na, nb)
    const openA = childB < 0 || (childA >= 0 && rules.opens(na, nb) === OPEN_A)
    this.volumeTests += 2
    const first = openA ? rules.lower(0, 0, 0, childA, nb) : rules.lower(0, 0, 1, na, childB)
    const second = openA ? rules.lower(0, 0, 0, childA + 1, nb) : rules.lower(0, 0, 1, na, childB + 1)
    const nearer = second < first ? 1 : 0
    for (const k of [nearer, 1 - nearer]) {
      if ((k === 0 ? first : second) > closest.margin) continue
      if (openA ? this.open(childA + k, nb) : this.open(na, childB + k)) return true
    }
    return false
  }
}
