// Where atoms are in space and in the picture: the ball around some of them, and which of them is under a pointer.
import { Vector3 } from 'three'
import type { PointerPlace, Stage } from '../../view/stage.js'

/** Pixels around an atom that choose it. */
const REACH = 18

/** The atom under a pointer: the nearest to the eye of those within reach. */
export function atomAt(
  { canvas, camera }: Stage,
  p: Float32Array,
  { clientX, clientY }: PointerPlace,
  isSeen: (atom: number) => boolean,
): number | undefined {
  const box = canvas.getBoundingClientRect()
  const at = new Vector3()
  let best: { atom: number; depth: number } | undefined
  for (let i = 0; 3 * i < p.length; i++) {
    if (!isSeen(i)) continue
    at.fromArray(p, 3 * i).project(camera)
    const x = box.left + (0.5 + 0.5 * at.x) * box.width
    const y = box.top + (0.5 - 0.5 * at.y) * box.height
    if (at.z > 1 || Math.hypot(x - clientX, y - clientY) > REACH) continue
    const depth = at.z + 1e-4 * Math.hypot(x - clientX, y - clientY)
    if (best === undefined || depth < best.depth) best = { atom: i, depth }
  }
  return best?.atom
}

/** Of these atoms, or of all. */
export function ballAround(p: Float32Array, atoms?: Int32Array): { centre: number[]; radius: number } {
  const n = atoms?.length ?? p.length / 3
  const atomAt = (k: number): number => atoms?.[k] ?? k
  const centre = [0, 0, 0]
  for (let k = 0; k < n; k++) for (let c = 0; c < 3; c++) centre[c]! += p[3 * atomAt(k) + c]! / Math.max(1, n)
  let square = 1
  for (let k = 0; k < n; k++) {
    const i = 3 * atomAt(k)
    square = Math.max(square, (p[i]! - centre[0]!) ** 2 + (p[i + 1]! - centre[1]!) ** 2 + (p[i + 2]! - centre[2]!) ** 2)
  }
  return { centre, radius: Math.sqrt(square) + 1.5 }
}
