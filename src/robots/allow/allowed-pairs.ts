// Which pairs of a robot's links need checking? Every pair of links that have geometry, over the whole box of joint limits: a proof,
// or a configuration that shows otherwise.
//
// A pair's result depends on the robot, the pair and the options, and on nothing else: not on the other pairs, nor on who works on
// it, nor in which order.
import { breathe, workSlice } from '../../base/work/steps.js'
import type { Shape } from '../../shapes/shape.js'
import type { Robot } from '../model/robot.js'
import { geometryHash, robotHash } from '../model/robot-document.js'
import { World } from '../world/world.js'
import {
  type AllowOptions,
  type ClassifySettings,
  type PairRunner,
  pairsOf,
  readAllowOptions,
} from './allow-options.js'
import type { AllowedPairs, AllowLimits, AllowMesh } from './allow-result.js'
import { classifySteps } from './classify-pair.js'

/** Decides for every pair of links of a robot whether they can ever touch, over all joint values within the limits. */
export async function allowedPairs(robot: Robot, options: AllowOptions = {}): Promise<AllowedPairs> {
  const { known = [], signal, onProgress, runner } = options
  const wanted = pairsOf(robot, options.pairs)
  const settings = readAllowOptions(options)
  const results = new Map(known.map((result) => [keyOf(result.a, result.b), result]))
  const names = wanted.map(([a, b]) => [robot.links[a]!.name, robot.links[b]!.name] as const)
  const open = inOrderOfWork(
    robot,
    wanted.filter((_, i) => !results.has(keyOf(...names[i]!))),
  )
  const total = names.length
  const isStopped = (): boolean => signal?.aborted === true
  onProgress?.({ done: total - open.length, total, result: undefined })
  let next = 0
  let done = total - open.length
  let failed = false
  const work = async (at: PairRunner): Promise<void> => {
    while (next < open.length && !failed && !isStopped()) {
      const [a, b] = open[next++]!.map((index) => robot.links[index]!.name) as [string, string]
      try {
        const result = await at.run(a, b)
        // One that was broken off is not one of a pair.
        if (isStopped()) return
        results.set(keyOf(a, b), result)
        onProgress?.({ done: ++done, total, result })
      } catch (error) {
        if (isStopped()) return
        failed = true
        throw error
      }
    }
  }
  const at = runner ?? localRunner(robot, settings, isStopped)
  await Promise.all(Array.from({ length: Math.min(at.workers, open.length) }, () => work(at)))
  const alone = new World({ robots: [robot] })
  return {
    robot: robot.name,
    hash: robotHash(robot),
    limits: allowLimits(robot),
    meshes: allowMeshes(robot),
    surfaces: alone.surfaces(),
    unseen: alone.unseen,
    pairs: names.flatMap(([a, b]) => results.get(keyOf(a, b)) ?? []),
    ...(isStopped() && done < total ? { stopped: true as const } : {}),
  }
}

/** Here and now, a slice at a time. */
function localRunner(robot: Robot, settings: ClassifySettings, isStopped: () => boolean): PairRunner {
  return {
    workers: 1,
    async run(a, b) {
      const steps = classifySteps(robot, a, b, settings)
      for (;;) {
        const step = workSlice(steps)
        if (step.done === true) return step.value
        await breathe()
        if (isStopped()) throw new Error('stopped')
      }
    },
  }
}

/** Those with most joints between first: they take longest, and none is to be left alone at the end. */
function inOrderOfWork(robot: Robot, pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const depth: number[] = []
  for (const { joint } of robot.links) {
    const own = joint === undefined || joint.kind === 'fixed' ? 0 : 1
    depth.push(joint === undefined ? 0 : depth[joint.parent]! + own)
  }
  const parentOf = (link: number): number => robot.links[link]!.joint?.parent ?? -1
  const between = (a: number, b: number): number => {
    let [i, j] = [a, b]
    // Parents come before children.
    while (i !== j && (i >= 0 || j >= 0)) {
      if (i > j) i = parentOf(i)
      else j = parentOf(j)
    }
    return depth[a]! + depth[b]! - 2 * (i < 0 ? 0 : depth[i]!)
  }
  return pairs
    .map((pair, order) => ({ pair, order, joints: between(...pair) }))
    .sort((p, q) => q.joints - p.joints || p.order - q.order)
    .map(({ pair }) => pair)
}

export function allowLimits({ variables, lower, upper }: Robot): AllowLimits[] {
  return variables.map((joint, i) => ({ joint, lower: lower[i]!, upper: upper[i]! }))
}

/** Every geometry of every link. One shape in two places is hashed once. */
export function allowMeshes({ links }: Robot): AllowMesh[] {
  const hashes = new Map<Shape, string>()
  return links.flatMap(({ name, geometry }) =>
    geometry.map(({ shape }, i) => {
      const hash = hashes.get(shape) ?? geometryHash(shape)
      hashes.set(shape, hash)
      return { link: name, geometry: i, hash }
    }),
  )
}

function keyOf(a: string, b: string): string {
  return JSON.stringify([a, b])
}
