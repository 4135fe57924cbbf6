// Chains in the poses at which boxes go wrong: straight, so that there is no plane through two links; folded, link upon link;
// cubes, which have no longest axis; and a million units from the origin. Every hierarchy must come out without a NaN, contain
// what it must, and name the pairs that brute force finds touching.
import { type ArticulatedBody, articulatedChains, articulatedPairs } from '../../scenes/index.js'
import { POSE, setAxisAngle } from '../../src/base/math/pose.js'
import { box, Random } from '../../src/entries/meshes.js'
import { createCabTree } from './broad-phases.js'
import { ExactQuery } from './exact-query.js'
import { CAB_METHODS } from './options.js'

export interface RobustCase {
  readonly name: string
  readonly poses: Float64Array
  readonly bodies: readonly ArticulatedBody[]
}

export interface Robustness {
  readonly cases: number
  /** What went wrong, one line each. */
  readonly faults: readonly string[]
}

const LINKS = 16
const FAR = 1e6

export function robustCases(): RobustCase[] {
  const { bodies } = articulatedChains('convex-6', { links: LINKS })
  const cube = box({ size: [1, 1, 1] })
  const cubes = bodies.map((body): ArticulatedBody => ({ ...body, shape: cube, solids: [cube] }))
  const nearly = (angle: number) => (): number => angle
  const random = new Random(1)
  const anyAngle = (): number => random.range(-2.5, 2.5)
  const folded = (k: number): number => (k % 2 === 0 ? 0 : Math.PI)
  const cases: readonly (readonly [string, readonly ArticulatedBody[], (k: number) => number, number])[] = [
    ['straight', bodies, nearly(0), 0],
    ['bent by 1e-9', bodies, nearly(1e-9), 0],
    ['bent by 1e-3', bodies, nearly(1e-3), 0],
    ['folded', bodies, folded, 0],
    ['bent anyhow', bodies, anyAngle, 0],
    ['cubes, straight', cubes, nearly(0), 0],
    ['cubes, folded', cubes, folded, 0],
    ['cubes, bent anyhow', cubes, anyAngle, 0],
    ['straight, far away', bodies, nearly(0), FAR],
    ['folded, far away', bodies, folded, FAR],
    ['bent anyhow, far away', bodies, anyAngle, FAR],
    ['cubes, bent anyhow, far away', cubes, anyAngle, FAR],
  ]
  return cases.map(([name, all, angle, far]) => ({ name, bodies: all, poses: chainPoses(angle, far) }))
}

/** Two chains in a plane each, 0.2 apart: `angle` is the turn of a link against the one before it. */
function chainPoses(angle: (k: number) => number, far: number): Float64Array {
  const poses = new Float64Array(POSE * 2 * LINKS)
  for (let chain = 0; chain < 2; chain++) {
    let heading = 0
    let [x, y] = [far, far]
    for (let k = 0; k < LINKS; k++) {
      const o = POSE * (chain * LINKS + k)
      heading += k === 0 ? 0 : angle(k)
      const [dx, dy] = [Math.cos(heading) / 2, Math.sin(heading) / 2]
      setAxisAngle(poses, o, 0, 0, 1, heading)
      poses[o + 3] = x + dx
      poses[o + 7] = y + dy
      poses[o + 11] = far + 0.2 * chain
      x += 2 * dx
      y += 2 * dy
    }
  }
  return poses
}

export function checkRobustness(cases: readonly RobustCase[] = robustCases()): Robustness {
  const faults: string[] = []
  for (const { name, bodies, poses } of cases) {
    const pairs = articulatedPairs(bodies)
    const query = new ExactQuery({ bodies })
    const touching = new Set<string>()
    for (let k = 0; k < pairs.length; k += 2) {
      if (query.touches(poses, 0, pairs[k]!, pairs[k + 1]!)) touching.add(`${pairs[k]} ${pairs[k + 1]}`)
    }
    for (const method of CAB_METHODS) {
      if (method === 'brute') continue
      try {
        const tree = createCabTree({ bodies, pairs }, poses, method)
        tree.update(poses)
        tree.validate()
        for (let node = 0; node < tree.nodes; node++) {
          const { pose, half } = tree.boxOf(node)
          if (![...pose, ...half].every(Number.isFinite)) faults.push(`${name}, ${method}: node ${node} is not a box`)
        }
        const left = new Set(touching)
        tree.search({ margin: 0, visit: (a, b) => left.delete(`${a} ${b}`) && false })
        if (left.size > 0) faults.push(`${name}, ${method}: ${left.size} pairs that touch were not found`)
      } catch (error) {
        faults.push(`${name}, ${method}: ${String(error)}`)
      }
    }
  }
  return { cases: cases.length * (CAB_METHODS.length - 1), faults }
}
