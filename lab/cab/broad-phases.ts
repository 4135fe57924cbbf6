// The methods that are compared, each as a broad phase: bring its boxes up to date, then name the pairs of bodies whose boxes
// meet. `brute` has no boxes and names all pairs.
import type { ArticulatedScene } from '../../scenes/index.js'
import { CabTree } from '../../src/robots/cab/cab-tree.js'
import { CAB_METHODS, type CabMethod, MERGE_RULE_OF } from './options.js'

/** Pairs of bodies, in the order in which they were named: frame, a, b. Grows as needed. */
export class PairList {
  data = new Int32Array(3 * 4096)
  length = 0
  frame = 0

  add(a: number, b: number): void {
    if (this.length + 3 > this.data.length) {
      const larger = new Int32Array(2 * this.data.length)
      larger.set(this.data)
      this.data = larger
    }
    this.data[this.length] = this.frame
    this.data[this.length + 1] = a
    this.data[this.length + 2] = b
    this.length += 3
  }

  /** One number a pair, (frame · n + a) · n + b, in ascending order. */
  sorted(n: number): Int32Array {
    const keys = new Int32Array(this.length / 3)
    for (let k = 0; k < keys.length; k++) {
      keys[k] = (this.data[3 * k]! * n + this.data[3 * k + 1]!) * n + this.data[3 * k + 2]!
    }
    return keys.sort()
  }
}

export interface BroadPhase {
  readonly method: CabMethod
  update(poses: Float64Array): void
  /** Adds the pairs of this frame; ask after `update`. */
  test(pairs: PairList): void
  /** Tests of two boxes since the last call; 0 for brute force. */
  takeBoxTests(): number
  /** Of all boxes above the leaves, as they are, added up; 0 for brute force. */
  innerVolume(): number
}

/** Branches are joined by which ones are near each other at `poses`, twelve numbers a body. */
export function createBroadPhases(scene: ArticulatedScene, poses: Float64Array): BroadPhase[] {
  return CAB_METHODS.map((method) =>
    method === 'brute' ? new AllPairs(scene) : new TreePairs(method, createCabTree(scene, poses, method)),
  )
}

/** One leaf a body, in the bodies' order. */
export function createCabTree(
  scene: Pick<ArticulatedScene, 'bodies' | 'pairs'>,
  poses: Float64Array,
  method: Exclude<CabMethod, 'brute'>,
): CabTree {
  const { bodies, pairs } = scene
  const tree = new CabTree(
    {
      parents: bodies.map((body) => body.parent),
      anchors: bodies.flatMap((body) => [...body.anchor]),
      roots: bodies.map((body) => body.tree),
      still: bodies.map((body) => (body.motion === 'fixed' ? 1 : 0)),
      leaves: bodies.map(({ shape }, body) => ({ body, shape })),
      poses,
    },
    { merge: MERGE_RULE_OF[method] },
  )
  const checked = new Set<number>()
  for (let k = 0; k < pairs.length; k += 2) checked.add(pairs[k]! * bodies.length + pairs[k + 1]!)
  tree.setChecked((a, b) => checked.has(Math.min(a, b) * bodies.length + Math.max(a, b)))
  return tree
}

class AllPairs implements BroadPhase {
  readonly method = 'brute'

  constructor(private readonly scene: ArticulatedScene) {}

  update(): void {}

  test(pairs: PairList): void {
    const all = this.scene.pairs
    for (let k = 0; k < all.length; k += 2) pairs.add(all[k]!, all[k + 1]!)
  }

  takeBoxTests(): number {
    return 0
  }

  innerVolume(): number {
    return 0
  }
}

class TreePairs implements BroadPhase {
  private readonly visitor = new Collector()

  constructor(
    readonly method: CabMethod,
    private readonly tree: CabTree,
  ) {}

  update(poses: Float64Array): void {
    this.tree.update(poses)
  }

  test(pairs: PairList): void {
    this.visitor.pairs = pairs
    this.tree.search(this.visitor)
  }

  takeBoxTests(): number {
    const { stats } = this.tree
    const { volumeTests } = stats
    stats.volumeTests = 0
    return volumeTests
  }

  innerVolume(): number {
    let sum = 0
    for (let node = 0; node < this.tree.nodes; node++) {
      const { half, leaf } = this.tree.boxOf(node)
      if (leaf < 0) sum += 8 * half[0]! * half[1]! * half[2]!
    }
    return sum
  }
}

/** Never ends a search: the experiment asks for all contacts of a frame. */
class Collector {
  margin = 0
  pairs = new PairList()

  visit(a: number, b: number): boolean {
    this.pairs.add(a, b)
    return false
  }
}
