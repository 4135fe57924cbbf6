// The volumes of a MeshTree, as they are told for drawing: each contains the triangles of its node.
import { describe, expect, test } from 'vitest'
import { blob, gridBox, soup, torusKnot } from '../../../scenes/index.js'
import { InvalidInputError, MeshTree, type MeshVolume, Random } from '../../../src/entries/meshes.js'

const VOLUMES: readonly MeshVolume[] = ['obb', 'rss', 'aabb', 'sphere', 'kdop6', 'kdop12', 'kdop14', 'kdop18', 'kdop26']
const MESHES = { knot: torusKnot(600), box: gridBox(300), soup: soup(120, 3), blob: blob(400, 2) }

type Volume = ReturnType<MeshTree['volumeOf']>

/** How far a point is outside, along the worst plane or from the rectangle or centre; 0 or less inside. */
function outside(volume: Volume, p: readonly number[]): number {
  if (volume.kind === 'sphere') return Math.hypot(...p.map((x, k) => x - volume.centre[k]!)) - volume.radius
  if (volume.kind === 'kdop') {
    const { directions, supports } = volume
    return Math.max(
      ...[...supports].map(
        (s, i) => p[0]! * directions[3 * i]! + p[1]! * directions[3 * i + 1]! + p[2]! * directions[3 * i + 2]! - s,
      ),
    )
  }
  const { pose, half } = volume
  const local = [0, 1, 2].map((axis) =>
    [0, 1, 2].reduce((sum, row) => sum + pose[4 * row + axis]! * (p[row]! - pose[4 * row + 3]!), 0),
  )
  if (volume.kind === 'box') return Math.max(...local.map((x, k) => Math.abs(x) - half[k]!))
  const beyond = local.map((x, k) => (k < 2 ? Math.max(0, Math.abs(x) - half[k]!) : x))
  return Math.hypot(...beyond) - volume.radius
}

describe.each(VOLUMES)('%s', (volume) => {
  test.each(Object.entries(MESHES))('every volume contains its triangles: %s', (_, mesh) => {
    const tree = new MeshTree(mesh, { volume })
    let looked = 0
    for (const turn of ['built', 'refitted']) {
      if (turn === 'refitted') {
        const random = new Random(4)
        tree.refit(mesh.positions.map((x) => x + random.range(-0.02, 0.02)))
      }
      for (let node = 0; node < tree.nodes; node++) {
        const found = tree.volumeOf(node)
        for (let i = tree.first[node]!; i < tree.end[node]!; i++) {
          for (let c = 0; c < 3; c++) {
            const v = 3 * tree.triangles[3 * tree.order[i]! + c]!
            const p = [...tree.positions.subarray(v, v + 3)]
            // This test's own sums are rounded as well.
            if (outside(found, p) > 1e-14) expect.fail(JSON.stringify({ node, p, found }))
            looked++
          }
        }
      }
    }
    expect(looked).toBeGreaterThan(1000)
  })

  test('a volume is no larger than it must be', () => {
    const tree = new MeshTree(MESHES.knot, { volume })
    // The root touches its contents somewhere; a leaf is not as large as the root.
    const root = tree.volumeOf(0)
    const points = Array.from({ length: tree.positions.length / 3 }, (_, v) => [
      ...tree.positions.subarray(3 * v, 3 * v + 3),
    ])
    const gap = -Math.max(...points.map((p) => outside(root, p)))
    expect(gap).toBeLessThan(1e-9)
    const leaf = tree.volumeOf(tree.nodes - 1)
    expect(points.filter((p) => outside(leaf, p) <= 0).length).toBeLessThan(points.length / 4)
  })

  test('a node that is not there is refused by name, and nothing told is overwritten', () => {
    const tree = new MeshTree(MESHES.soup, { volume })
    for (const node of [-1, tree.nodes, 0.5]) expect(() => tree.volumeOf(node)).toThrow(InvalidInputError)
    const before = tree.volumeOf(3)
    const copy = structuredClone(before)
    for (const value of Object.values(before)) if (value instanceof Float64Array) value[0]! += 1
    expect(tree.volumeOf(3)).toEqual(copy)
  })
})
