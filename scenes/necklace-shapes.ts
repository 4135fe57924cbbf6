// The necklaces at rest of "Collision Detection for Deforming Necklaces" (2002): the
// shapes of Figure 6, the grids of section 5.1 and the points of Lemma 4.3. The paper prints neither coordinates nor radii; each
// function says what it leaves open, and what was taken. Beads are 1 apart, measured along the curve.
import { checkCount, checkLength } from './checks.js'
import type { NecklaceScene } from './necklace-scene.js'

/** Writes the curve's point at u, from 0 to 1, to out[i..i+2]; its speed and length are its own affair. */
type Curve = (out: Float64Array, i: number, u: number) => void

/**
 * Figure 6 (c): rows of beads in the plane, to and fro. Its table calls it 63, which is the number of cages of 90 beads; nine
 * rows of ten come nearest to its counts. Radius open: thin beads, 0.05, picked for the printed tests. Up to 0.4 they stay within
 * 10 % of them, at 0.5 they are 19 % more.
 */
export function grill(rows = 9, columns = 10, radius = 0.05): NecklaceScene {
  checkCount('rows', rows)
  checkCount('columns', columns)
  return { name: 'grill', dimension: 2, centres: toAndFro(rows * columns, columns, rows), radius }
}

/** Section 5.1's remark: a grid of side^dimension beads traced row by row, the worst case of the hierarchy. */
export function beadGrid(side: number, dimension: 2 | 3, radius = 0.3): NecklaceScene {
  checkCount('side', side)
  return { name: `grid ${dimension}-D`, dimension, centres: toAndFro(side ** dimension, side, side), radius }
}

/** n beads in rows of `columns`, layers of `rows`; each row, and each layer, the opposite way to the one before. */
function toAndFro(n: number, columns: number, rows: number): Float64Array {
  const out = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) {
    const row = Math.floor(k / columns)
    const z = Math.floor(row / rows)
    const x = k - row * columns
    const y = row - z * rows
    out[3 * k] = row % 2 === 0 ? x : columns - 1 - x
    out[3 * k + 1] = z % 2 === 0 ? y : rows - 1 - y
    out[3 * k + 2] = z
  }
  return out
}

/**
 * Figure 6 (d): a spline of two quadratic pieces. Its shape is open, but its separating set is not: one pair for each internal
 * cage, at 1,600 beads too. So the halves of a piece must not overlap although they bend towards each other: with c the length
 * of half a piece and θ the angle between its chords, c·θ²/8 < 1 − 2·radius, which only a flat curve meets. Ours goes (0, 0),
 * (2, 0), (4, 0) with slopes of ±0.08 there, an S. Radius open: 0.25.
 */
export function spline(n: number, radius = 0.25): NecklaceScene {
  checkCount('n', n, 2)
  const slope = 0.08
  const curve: Curve = (out, i, u) => {
    const x = 4 * u
    const within = x < 2 ? x : x - 2
    out[i] = x
    out[i + 1] = ((x < 2 ? slope : -slope) * within * (2 - within)) / 2
  }
  return { name: 'spline', dimension: 2, centres: spreadEvenly(n, curve), radius }
}

/** Figure 6 (e): a helix of constant height and radius, evenly sampled, and this many times as high as its radius. */
export function beadHelix(n: number, turns: number, heightOverRadius: number, radius: number): NecklaceScene {
  checkCount('n', n, 2)
  checkLength('turns', turns)
  checkLength('heightOverRadius', heightOverRadius)
  const angle = 2 * Math.PI * turns
  const scale = (n - 1) / Math.sqrt(angle * angle + heightOverRadius * heightOverRadius)
  const out = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) {
    const u = k / (n - 1)
    out[3 * k] = scale * Math.cos(angle * u)
    out[3 * k + 1] = scale * Math.sin(angle * u)
    out[3 * k + 2] = scale * heightOverRadius * u
  }
  return { name: 'helix', dimension: 3, centres: out, radius }
}

/** 'Static': ten turns, however many beads. Height over radius and the beads' radius are open: 4.5 and 0.3. */
export function staticHelix(n: number): NecklaceScene {
  return { ...beadHelix(n, 10, 4.5, 0.3), name: 'helix-static' }
}

/** 'Scaling': √n turns. Height over radius and the beads' radius are open: 3 and 0.1,
 * picked to fit the rows of 400 and 1,600. With those of the static one tests are 20 % fewer there. */
export function scalingHelix(n: number): NecklaceScene {
  return { ...beadHelix(n, Math.sqrt(n), 3, 0.1), name: 'helix-scaling' }
}

/**
 * Lemma 4.3: 2^k points on a circle of radius 1 (radius 0: points) whose layered hierarchy has a root of radius √k. From S(ℓ),
 * whose layered root has its centre at distance √(1 − ℓ/k) from the circle's, at angle `towards`, the next set is S(ℓ) and its
 * mirror image about the line that meets that centre's next place at a right angle.
 */
export function layeredWorstCase(k: number): NecklaceScene {
  checkCount('k', k)
  const n = 2 ** k
  const angles = new Float64Array(n)
  let towards = 0
  for (let level = 0; level < k; level++) {
    // cos of the turn is √(1 − (ℓ+1)/k) / √(1 − ℓ/k), so its tangent is 1 / √(k − ℓ − 1).
    towards += Math.atan2(1, Math.sqrt(k - level - 1))
    const size = 2 ** level
    for (let i = 0; i < size; i++) angles[size + i] = 2 * towards - angles[i]!
  }
  const out = new Float64Array(3 * n)
  for (let i = 0; i < n; i++) {
    out[3 * i] = Math.cos(angles[i]!)
    out[3 * i + 1] = Math.sin(angles[i]!)
  }
  return { name: 'lemma 4.3', dimension: 2, centres: out, radius: 0 }
}

/** Pieces a curve is measured in: its length to about 1e-8. */
const PIECES = 1 << 14

/** n beads evenly along a curve, scaled so that they are 1 apart. */
export function spreadEvenly(n: number, curve: Curve): Float64Array {
  const points = new Float64Array(3 * (PIECES + 1))
  const lengths = new Float64Array(PIECES + 1)
  for (let j = 0; j <= PIECES; j++) {
    const i = 3 * j
    curve(points, i, j / PIECES)
    if (j === 0) continue
    const [x, y, z] = [points[i]! - points[i - 3]!, points[i + 1]! - points[i - 2]!, points[i + 2]! - points[i - 1]!]
    lengths[j] = lengths[j - 1]! + Math.sqrt(x * x + y * y + z * z)
  }
  const spacing = lengths[PIECES]! / (n - 1)
  const out = new Float64Array(3 * n)
  for (let k = 0, j = 0; k < n; k++) {
    while (j < PIECES - 1 && lengths[j + 1]! < k * spacing) j++
    const u = (j + (k * spacing - lengths[j]!) / (lengths[j + 1]! - lengths[j]!)) / PIECES
    curve(out, 3 * k, Math.min(u, 1))
  }
  return out.map((x) => x / spacing)
}
