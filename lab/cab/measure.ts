// One recorded scene by every method: counted (count.ts), then timed (time.ts).
import { POSE } from '../../src/base/math/pose.js'
import type { Progress } from '../experiment.js'
import { createBroadPhases } from './broad-phases.js'
import { type Counted, countAll } from './count.js'
import type { CabMethod, CabScene } from './options.js'
import type { Recording } from './record.js'
import { timeAll } from './time.js'

/** Sums over all frames. */
export interface Row {
  readonly scene: CabScene
  readonly method: CabMethod
  readonly exactQueries: number
  /** Exact queries that found no contact. */
  readonly falseAlarms: number
  readonly queryMs: number
  readonly updateMs: number
  readonly testMs: number
  readonly totalMs: number
}

/** What a hierarchy is like: tests of two boxes, and the volume of all boxes above the leaves; means over the frames. */
export interface Boxes {
  readonly scene: CabScene
  readonly method: CabMethod
  readonly boxTests: number
  readonly innerVolume: number
}

export interface Measured extends Readonly<Pick<Counted, 'collisions' | 'deepest' | 'leafPairs' | 'disagreements'>> {
  readonly scene: CabScene
  readonly frames: number
  readonly rows: readonly Row[]
  readonly boxes: readonly Boxes[]
  /** Milliseconds of queries that begin with the meshes' boxes, by method; undefined where there are no meshes. */
  readonly boxesFirstMs: Readonly<Partial<Record<CabMethod, number>>> | undefined
}

export async function measureScene(recording: Recording, rounds: number, progress: Progress): Promise<Measured> {
  const { scene, frames, poses } = recording
  const phases = createBroadPhases(scene, poses.subarray(0, POSE * scene.bodies.length))
  const counting = `${scene.name}: counting`
  const timing = `${scene.name}: timing`
  const counted = await countAll(recording, phases, (share) => progress(0.2 * share, counting))
  const { collisions, deepest, leafPairs, disagreements, queries, hits } = counted
  const times = await timeAll(recording, phases, rounds, hits, (share) => progress(0.2 + 0.8 * share, timing))
  const name = scene.name as CabScene
  const rows = phases.map(({ method }, m): Row => {
    const [queryMs, updateMs, bothMs] = [times[m]!.query, times[m]!.update, times[m]!.both].map(toMicros)
    return {
      scene: name,
      method,
      exactQueries: queries[m]!,
      falseAlarms: queries[m]! - hits[m]!,
      queryMs: queryMs!,
      updateMs: updateMs!,
      testMs: toMicros(bothMs! - updateMs!),
      totalMs: toMicros(bothMs! + queryMs!),
    }
  })
  const boxes = phases.flatMap(({ method }, m): Boxes[] =>
    method === 'brute'
      ? []
      : [
          {
            scene: name,
            method,
            boxTests: counted.boxTests[m]! / frames,
            innerVolume: counted.innerVolumes[m]! / frames,
          },
        ],
  )
  const meshes = scene.bodies.some((body) => body.shape.kind === 'mesh')
  const boxesFirstMs = meshes
    ? Object.fromEntries(phases.map(({ method }, m) => [method, times[m]!.boxesFirst]))
    : undefined
  return { scene: name, frames, collisions, deepest, leafPairs, disagreements, rows, boxes, boxesFirstMs }
}

/** The clock tells no more. */
function toMicros(ms: number): number {
  return Math.round(1000 * ms) / 1000
}
