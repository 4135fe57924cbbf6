// The cells around a ball.
import { grown, INFINITE, type Tetrahedra } from './power-tetrahedra-arrays.js'

/** Fills mesh.cavity with the cells that have the ball as a corner, and mesh.border with their facets opposite to it. */
export function findStar(mesh: Tetrahedra, ball: number): void {
  const { corner, across, mark } = mesh
  mesh.stamp += 2
  const stamp = mesh.stamp
  let cavity = mesh.cavity
  let border = mesh.border
  let size = 1
  cavity[0] = mesh.cellOf[ball]!
  mark[cavity[0]!] = stamp
  for (let at = 0; at < size; at++) {
    const c = 4 * cavity[at]!
    if (size + 4 > cavity.length) cavity = mesh.cavity = grown(cavity)
    if (at === border.length) border = mesh.border = grown(border)
    for (let k = 0; k < 4; k++) {
      if (corner[c + k] === ball) {
        border[at] = c + k
        continue
      }
      const next = across[c + k]!
      if (mark[next] === stamp) continue
      mark[next] = stamp
      cavity[size++] = next
    }
  }
  mesh.cavitySize = size
  mesh.borderSize = size
}

/** The balls that share an edge with this one, ascending. */
export function neighboursOf(mesh: Tetrahedra, ball: number): Int32Array {
  if (mesh.cellOf[ball] === -1) return new Int32Array(0)
  findStar(mesh, ball)
  const { corner, cavity, cavitySize } = mesh
  const found = new Set<number>()
  for (let i = 0; i < cavitySize; i++) {
    for (let k = 0; k < 4; k++) found.add(corner[4 * cavity[i]! + k]!)
  }
  found.delete(ball)
  found.delete(INFINITE)
  return Int32Array.from(found).sort()
}
