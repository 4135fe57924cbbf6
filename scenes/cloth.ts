// Sheets of cloth that deform from one frame to the next: steps in which vertices move straight. All are free of contact; a roll from 5,000
// triangles on, with fewer its layers cut through each other.
import { InvalidInputError, Random } from '../src/entries/meshes.js'
import { checkCount } from './checks.js'
import type { MeshData } from './meshes.js'

/**
 * wave: a wave that runs along the sheet. fold: a sheet bent back over itself, which bends further. gentle: pleats, pressed together,
 * that all move a little. roll: a sheet rolled up in layers, which turns about its axis and becomes tighter.
 */
export type ClothScene = 'wave' | 'fold' | 'gentle' | 'roll'
export const CLOTH_SCENES: readonly ClothScene[] = ['wave', 'fold', 'gentle', 'roll']

/** A mesh, and where its vertices are to move. */
export interface ClothStep extends MeshData {
  readonly next: Float64Array
}

/** Within three per cent of `count` triangles from 1,000 on. `angle`: radians that a fold or a roll turns by; default 0.4. */
export function clothStep(scene: ClothScene, count: number, options: { readonly angle?: number } = {}): ClothStep {
  checkCount('count', count, 8)
  const { angle = 0.4 } = options
  if (!(Math.abs(angle) < 3)) throw new InvalidInputError('options.angle', angle, 'less than 3 radians')
  switch (scene) {
    case 'wave':
      return step(
        count,
        1,
        (out, s, v) => wave(out, s, v, 0),
        (out, s, v) => wave(out, s, v, 0.3),
      )
    case 'fold':
      return step(
        count,
        1,
        (out, s, v) => fold(out, s, v, 2),
        (out, s, v) => fold(out, s, v, 2 + angle),
      )
    case 'gentle':
      return gentle(count)
    case 'roll':
      return step(
        count,
        4,
        (out, s, v) => roll(out, s, v, 0, 1),
        (out, s, v) => roll(out, s, v, angle, 0.98),
      )
    default:
      throw new InvalidInputError('scene', scene, `one of ${CLOTH_SCENES.join(', ')}`)
  }
}

/** Writes a point for s and v from 0 to 1, along the sheet and across. */
type Surface = (out: Float64Array, s: number, v: number) => void

/** A grid of square cells, `ratio` times as long as wide. */
function step(count: number, ratio: number, from: Surface, to: Surface): ClothStep {
  const n = Math.max(1, Math.round(Math.sqrt(count / 2 / ratio)))
  const m = Math.max(1, Math.round(count / 2 / n))
  const positions = new Float64Array(3 * (m + 1) * (n + 1))
  const next = new Float64Array(positions.length)
  const triangles = new Uint32Array(6 * m * n)
  const point = new Float64Array(3)
  for (let i = 0; i <= m; i++) {
    for (let j = 0; j <= n; j++) {
      const a = i * (n + 1) + j
      from(point, i / m, j / n)
      positions.set(point, 3 * a)
      to(point, i / m, j / n)
      next.set(point, 3 * a)
      if (i < m && j < n) triangles.set([a, a + n + 1, a + n + 2, a, a + n + 2, a + 1], 6 * (i * n + j))
    }
  }
  return { positions, next, triangles }
}

function wave(out: Float64Array, s: number, v: number, phase: number): void {
  out[0] = 2 * s - 1
  out[1] = 2 * v - 1
  out[2] = 0.1 * Math.sin(14 * s + 3 * v + phase)
}

/** A strip two long: a flat part, an arc of radius 0.1 through `angle`, a flat part. */
function fold(out: Float64Array, s: number, v: number, angle: number): void {
  const radius = 0.1
  const arc = radius * angle
  const flat = 1 - arc / 2
  const along = 2 * s
  const bend = Math.max(0, Math.min(angle, (along - flat) / radius))
  const rest = Math.max(0, along - flat - arc)
  out[0] = Math.min(along, flat) + radius * Math.sin(bend) + rest * Math.cos(bend)
  out[1] = 2 * v - 1
  out[2] = radius * (1 - Math.cos(bend)) + rest * Math.sin(bend)
}

/** Six layers, 0.008 apart, around a core of radius 0.1. */
function roll(out: Float64Array, s: number, v: number, angle: number, tight: number): void {
  const turns = 12 * Math.PI
  const [inner, gap] = [0.1 * tight, (0.008 * tight) / (2 * Math.PI)]
  // The length of the spiral up to an angle is about inner·θ + gap·θ²/2.
  const length = s * (inner * turns + (gap * turns * turns) / 2)
  const theta = (2 * length) / (inner + Math.sqrt(inner * inner + 2 * gap * length))
  const r = inner + gap * theta
  out[0] = r * Math.cos(theta + angle)
  out[1] = v
  out[2] = r * Math.sin(theta + angle)
}

/** Forty pleats, each two flat parts and two bends, a hundredth of the sheet's width apart; vertices move by up to a quarter of a gap. */
function gentle(count: number): ClothStep {
  const waves = Array.from({ length: 6 }, (_, k) => {
    const random = new Random(k + 1)
    return {
      a: random.range(-6, 6),
      b: random.range(-6, 6),
      c: random.range(0, 6),
      d: random.direction(new Float64Array(3)),
    }
  })
  const pleat = (out: Float64Array, s: number, v: number): void => {
    const phase = 40 * s
    out[0] = 0.02 * phase
    out[1] = 2 * v - 1
    out[2] = 0.25 * Math.sin(Math.PI * phase)
  }
  return step(count, 4, pleat, (out, s, v) => {
    pleat(out, s, v)
    for (const { a, b, c, d } of waves) {
      const size = 0.0008 * Math.sin(a * s + b * v + c)
      for (let k = 0; k < 3; k++) out[k]! += size * d[k]!
    }
  })
}
