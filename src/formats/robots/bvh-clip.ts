// A motion-capture clip (BVH): its figure as a robot, its frames as a path.
import { checkFields } from '../../base/math/checks.js'
import { MAX_COORDINATE, MIN_SIZE } from '../../base/math/rounding.js'
import { InvalidInputError, RobotFileError } from '../../errors.js'
import { Robot } from '../../robots/model/robot.js'
import { plural } from '../text/plural.js'
import { readBvh } from './bvh.js'
import { figureOf } from './bvh-figure.js'
import { unwrapFrames } from './bvh-frames.js'
import type { PathDescription } from './scene-path.js'

/** How a motion-capture clip becomes a figure. */
export interface FigureOptions {
  /** Diameter of the bones, in the scaled unit; 1/50 of the figure's largest extent if left out. */
  readonly thickness?: number | undefined
  /** Lengths of the file times this: BVH files do not name their unit. 1 if left out. */
  readonly scale?: number | undefined
}

/** How `parseBvh` reads a motion-capture clip. */
export interface ParseBvhOptions extends FigureOptions {
  /** The robot's name; that of the root joint if left out. */
  readonly name?: string | undefined
  /** What errors call the file; `clip.bvh` if left out. */
  readonly file?: string | undefined
}

/** A motion-capture clip: a figure, and how it moves. */
export interface MotionCapture {
  /** Bones as capsules; neighbouring ones are allowed to touch. Joints are called `Knee.Xrotation`. */
  readonly robot: Robot
  /**
   * The frames in radians, with their times. Angles are unwrapped: the straight step from one frame to the next is the short way, by whole
   * turns and by the other one of a rotation's two descriptions by three angles.
   */
  readonly path: PathDescription
  /** Seconds. */
  readonly frameTime: number
  /** Diameter of the bones. */
  readonly thickness: number
}

const RADIANS = Math.PI / 180

/**
 * Reads the text of a BVH file. Throws RobotFileError, with the line.
 *
 * @example
 * ```ts
 * import { checkMotion, configurationsOf, parseBvh, World } from 'limber/robots'
 *
 * const clip = parseBvh(`HIERARCHY
 * ROOT hip { OFFSET 0 0 0
 *   CHANNELS 1 Zrotation
 *   JOINT knee { OFFSET 0 -4 0
 *     CHANNELS 1 Zrotation
 *     JOINT ankle { OFFSET 0 -4 0
 *       CHANNELS 1 Zrotation
 *       End Site { OFFSET 0 0 4 } } } }
 * MOTION
 * Frames: 2
 * Frame Time: 0.1
 * 0 0 0
 * 10 180 0
 * `)
 * const world = new World({ robots: [clip.robot] })
 * console.log(checkMotion(world, configurationsOf(world, clip.path)).outcome) // collision
 * ```
 */
export function parseBvh(text: string, options: ParseBvhOptions = {}): MotionCapture {
  checkFields('options', options, ['name', 'file', 'thickness', 'scale'])
  const { file = 'clip.bvh', scale = 1, thickness } = options
  checkLength('options.scale', scale)
  if (thickness !== undefined) checkLength('options.thickness', thickness)
  const clip = readBvh(text, file)
  const figure = figureOf(clip, file, scale, thickness)
  const { frames, large } = unwrapFrames(clip)
  const notes = [...figure.notes]
  if (large !== undefined) {
    const more = `${large.first}, ${plural(large.count, 'such step')} in all`
    notes.push(`Channels turn by more than 90° in a frame (${more}): between frames they are taken to turn evenly.`)
  }
  const { links, joints, allowed } = figure
  const used = figure.variables.flatMap((name, place) => (name === undefined ? [] : [{ name, place }]))
  const factors = clip.joints.flatMap(({ channels }) =>
    channels.map(({ kind }) => (kind === 'rotation' ? RADIANS : scale)),
  )
  try {
    return {
      robot: new Robot({ name: options.name ?? clip.joints[0]!.name, links, joints, allowed, notes }),
      path: {
        joints: used.map(({ name }) => name),
        waypoints: frames.map((frame) => used.map(({ place }) => frame[place]! * factors[place]!)),
        times: frames.map((_, k) => k * clip.frameTime),
      },
      frameTime: clip.frameTime,
      thickness: figure.thickness,
    }
  } catch (error) {
    // What the checks by line have let through is still the file's.
    if (!(error instanceof InvalidInputError)) throw error
    throw new RobotFileError(file, { field: error.field }, 'a figure', error.message)
  }
}

function checkLength(field: string, value: number): void {
  if (typeof value === 'number' && value >= MIN_SIZE && value <= MAX_COORDINATE) return
  throw new InvalidInputError(field, value, `a positive number from ${MIN_SIZE} to ${MAX_COORDINATE}`)
}
