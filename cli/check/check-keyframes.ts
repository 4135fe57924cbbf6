// `limber check --keyframes cable=cable.xyz`: how things that bend move along a path, from files of frames.
import { readFrames, readVertexCache } from '../../node/index.js'
import { FramesFileError } from '../../src/entries/molecules.js'
import {
  InvalidInputError,
  type Keyframe,
  type Keyframes,
  type SceneDescription,
  type World,
} from '../../src/entries/robots.js'
import { bendingOf } from '../read/bending.js'

/** Where all points are, frame by frame. */
interface PointFrames {
  readonly count: number
  readonly points: number
  readonly unit: string
  frame(k: number): Float64Array
}

/** Frames by the name of the thing, at even distances along the path; and a note of each thing that has none. */
export async function keyframesOf(
  world: World,
  scene: SceneDescription,
  given: readonly string[],
  segments: number,
): Promise<{ keyframes: Keyframes | undefined; standing: string[] }> {
  const names = bendingOf(scene)
  const keyframes = new Map<string, readonly Keyframe[]>()
  for (const text of given) {
    const at = text.indexOf('=')
    if (at < 1 || at === text.length - 1) throw new InvalidInputError('--keyframes', text, 'name=file')
    const [name, file] = [text.slice(0, at), text.slice(at + 1)]
    if (!names.includes(name)) {
      const known = names.length === 0 ? 'left out: nothing in the scene bends' : `one of ${names.join(', ')}`
      throw new InvalidInputError('--keyframes', name, known)
    }
    if (keyframes.has(name)) throw new InvalidInputError('--keyframes', text, `given once for ${name}`)
    const isMesh = scene.deforming?.some((own) => own.name === name) === true
    const frames = isMesh ? await cacheOf(file) : await framesOf(file)
    keyframes.set(name, spread(file, name, frames, world.positionsOf(name).length / 3, segments))
  }
  const standing = names
    .filter((name) => !keyframes.has(name))
    .map((name) => `${name} has no --keyframes: it stands where the scene has it`)
  return { keyframes: keyframes.size === 0 ? undefined : Object.fromEntries(keyframes), standing }
}

async function framesOf(file: string): Promise<PointFrames> {
  const frames = await readFrames(file)
  return { count: frames.count, points: frames.beads, unit: 'beads', frame: (k) => frames.frame(k) }
}

async function cacheOf(file: string): Promise<PointFrames> {
  const cache = await readVertexCache(file)
  return { count: cache.count, points: cache.vertices, unit: 'vertices', frame: (k) => cache.frame(k) }
}

function spread(file: string, name: string, frames: PointFrames, points: number, segments: number): Keyframe[] {
  const fail = (expected: string, got: string): never => {
    throw new FramesFileError(file, {}, expected, got)
  }
  if (frames.points !== points) fail(`${points} ${frames.unit}, as ${name} has in the scene`, `${frames.points}`)
  const perSegment = (frames.count - 1) / segments
  if (!Number.isInteger(perSegment) || perSegment === 0) {
    const way =
      segments === 1
        ? '2 frames or more'
        : `${segments + 1} frames, one for each waypoint, or ${2 * segments + 1}, ${3 * segments + 1} and so on`
    fail(
      `${way}, at even distances along ${segments === 1 ? 'the segment' : `${segments} segments`}`,
      `${frames.count}`,
    )
  }
  return Array.from({ length: frames.count }, (_, k) => ({ at: k / perSegment, positions: frames.frame(k) }))
}
