// Steps of sheets for sampling: those of the scenes, which stay free, and leaves that fall through a sheet.
import { type ClothScene, type ClothStep, clothStep } from '../../scenes/index.js'
import { MeshTree, Random, selfCollisions } from '../../src/entries/meshes.js'
import { testsOf } from './rope-steps.js'
import type { SampledSet, SampledStep } from './sampling.js'

export function clothSet(scene: ClothScene, triangles: number, angle: number): SampledSet {
  return {
    kind: 'cloth',
    scene: scene === 'roll' || scene === 'fold' ? `${scene}, ${angle} rad` : scene,
    *steps() {
      yield clothSampled(clothStep(scene, triangles, { angle }), Infinity, 0)
    },
  }
}

const LEAF = 0.02

/**
 * The wave, over which `leaves` squares lie at random, each turned at random; all fall through it. The sheet stays a height field between
 * −0.1 and 0.1 above the square with |x|, |y| ≤ 1, so a leaf that is above 0.1 at the start, below −0.1 at the end and within that square
 * must have passed through it.
 */
export function leavesStep(triangles: number, leaves: number): ClothStep & { readonly sheet: number } {
  const wave = clothStep('wave', triangles)
  const random = new Random(11)
  const positions = [...wave.positions]
  const next = [...wave.next]
  const corners = [...wave.triangles]
  const [u, v] = [new Float64Array(3), new Float64Array(3)]
  for (let k = 0; k < leaves; k++) {
    const first = positions.length / 3
    const place = [random.range(-0.9, 0.9), random.range(-0.9, 0.9), 0.2 + 0.05 * k]
    random.direction(u)
    random.direction(v)
    const fall = [random.range(-0.05, 0.05), random.range(-0.05, 0.05), -2 * place[2]!]
    for (const [a, b] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ]) {
      for (let c = 0; c < 3; c++) {
        const at = place[c]! + LEAF * (a! * u[c]! + b! * v[c]!)
        positions.push(at)
        next.push(at + fall[c]!)
      }
    }
    corners.push(first, first + 1, first + 2, first, first + 2, first + 3)
  }
  return {
    positions: Float64Array.from(positions),
    next: Float64Array.from(next),
    triangles: Uint32Array.from(corners),
    sheet: wave.triangles.length / 3,
  }
}

export function leavesSet(triangles: number, leaves: number): SampledSet {
  return {
    kind: 'cloth',
    scene: `${leaves} leaves through a sheet`,
    *steps() {
      const step = leavesStep(triangles, leaves)
      yield clothSampled(step, step.sheet, leaves)
    },
  }
}

/** `sheet`: triangles before the first leaf, of which each has two. */
function clothSampled({ positions, next, triangles }: ClothStep, sheet: number, leaves: number): SampledStep {
  const tree = new MeshTree({ positions, triangles }, { open: 'surface' })
  const sampler = new MeshTree({ positions, triangles }, { open: 'surface' })
  const at = Float64Array.from(positions)
  const leafOf = (a: number, b: number): number[] => (a < sheet && b >= sheet ? [(b - sheet) >> 1] : [])
  return {
    passages: Array.from({ length: leaves }, (_, k) => k),
    // By construction.
    confirmed: leaves,
    prove() {
      const { outcome, pairs, stats } = tree.checkDeform(next)
      return {
        outcome,
        touches: pairs.length > 0,
        met: pairs.flatMap(({ a, b }) => leafOf(a, b)),
        tests: testsOf(stats),
      }
    },
    sample(t) {
      for (let k = 0; k < at.length; k++) at[k] = positions[k]! * (1 - t) + next[k]! * t
      sampler.refit(at)
      const { count, pairs, stats } = selfCollisions(sampler)
      const met: number[] = []
      for (let p = 0; p < count; p++) met.push(...leafOf(pairs[2 * p]!, pairs[2 * p + 1]!))
      return { touches: count > 0, met, tests: testsOf(stats) }
    },
  }
}
