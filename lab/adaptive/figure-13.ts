// Figure 13: the curve of the end-effector's tip along a typical free segment of the arm of Figure 11b, and the configurations that
// fixed resolution tests on it at ε = 0.006, each drawn as a cube of side 0.01, twice δ. "To make [it] sample the curve at resolution δ,
// we would have to set ε so small that the running time … would be considerably longer": how small, and how much longer.
import { POSE, transformPoint } from '../../src/base/math/pose.js'
import { InvalidInputError, type Robot } from '../../src/entries/robots.js'
import { sampleMotion } from '../../src/robots/motion/sample-motion.js'
import type { Progress } from '../experiment.js'
import type { LabScene, Segment } from './lab-scene.js'
import { measureSettings, toRow } from './methods.js'
import type { Row } from './rows.js'
import { DELTA, EPSILON } from './segments.js'

/** The side of a dot in the figure, in units of the workspace. */
export const DOT = 0.01

type Point = readonly [number, number, number]

export interface TipCurve {
  readonly scene: string
  readonly figure: string
  /** The segment drawn: of all free ones, that of median length in configuration space, which is given too. */
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly length: number
  /** Where the tip is at each configuration that is tested at ε = 0.006, in order, the two ends included. */
  readonly dots: readonly Point[]
  /** Between consecutive dots. */
  readonly meanGap: number
  readonly largestGap: number
  /** Over all free segments: the largest gap, and the shares that are wider than a dot and wider than δ. */
  readonly segments: number
  readonly largestOfAll: number
  readonly widerThanDot: number
  readonly widerThanDelta: number
  /** The largest ε at which no gap of the segment drawn is wider than δ, and how many dots there are then. */
  readonly neededEpsilon: number
  readonly neededDots: number
}

export async function measureTipCurve(
  lab: LabScene,
  free: readonly Segment[],
  rounds: number,
  progress: Progress,
): Promise<{ curve: TipCurve; rows: Row[] }> {
  if (free.length === 0) throw new InvalidInputError('segments', free.length, 'at least one free segment')
  const tip = tipOf(lab)
  const sorted = [...free].sort((one, other) => lengthOf(one) - lengthOf(other))
  const typical = sorted[Math.floor(sorted.length / 2)]!
  const dots = tested(lab, typical).map((t) => tip(typical, t))
  const own = gapsOf(dots)
  const all = free.flatMap((segment) => gapsOf(tested(lab, segment).map((t) => tip(segment, t))))
  const share = (limit: number): number => all.filter((gap) => gap > limit).length / all.length
  let parts = dots.length - 1
  const widest = (): number => Math.max(...gapsOf(Array.from({ length: parts + 1 }, (_, i) => tip(typical, i / parts))))
  while (widest() > DELTA) parts *= 2
  const length = lengthOf(typical)
  // A little more, or rounding would halve once more.
  const neededEpsilon = (length / parts) * (1 + 1e-9)
  const measured = await measureSettings(
    lab,
    [
      { method: 'fixed', epsilon: EPSILON },
      { method: 'fixed', epsilon: neededEpsilon },
      { method: 'adaptive', delta: DELTA },
      { method: 'refined', delta: DELTA },
      { method: 'limber', delta: DELTA },
    ],
    [typical],
    rounds,
    progress,
    `Figure 13: ${lab.name}`,
  )
  const curve: TipCurve = {
    scene: lab.name,
    figure: lab.figure,
    from: [...typical[0]],
    to: [...typical[1]],
    length,
    dots,
    meanGap: own.reduce((sum, gap) => sum + gap, 0) / own.length,
    largestGap: Math.max(...own),
    segments: free.length,
    largestOfAll: all.reduce((most, gap) => Math.max(most, gap), 0),
    widerThanDot: share(DOT),
    widerThanDelta: share(DELTA),
    neededEpsilon,
    neededDots: parts + 1,
  }
  return { curve, rows: measured.map((m) => toRow('figure-13', m, undefined)) }
}

/** Where fixed resolution looks, in order. */
function tested({ world }: LabScene, segment: Segment): number[] {
  const at: number[] = []
  sampleMotion(world, segment, { resolution: EPSILON, onSample: (place) => at.push(place.at) })
  return at.sort((a, b) => a - b)
}

function gapsOf(points: readonly Point[]): number[] {
  return points.slice(1).map((p, i) => Math.hypot(...p.map((x, k) => x - points[i]![k]!)))
}

function lengthOf([from, to]: Segment): number {
  return Math.hypot(...from.map((q, i) => to[i]! - q))
}

/** Along a segment: the vertex of the first robot's last link that is farthest from the origin of its mesh. */
function tipOf({ scene }: LabScene): (segment: Segment, t: number) => Point {
  const { robot, base } = scene.robots[0]!
  const { index, point } = farthestPoint(robot)
  const out = new Float64Array(3)
  return ([from, to], t) => {
    const poses = robot.linkPoses(
      from.map((q, i) => q + t * (to[i]! - q)),
      base,
    )
    transformPoint(out, 0, poses, POSE * index, point, 0)
    return [out[0]!, out[1]!, out[2]!]
  }
}

function farthestPoint({ links }: Robot): { index: number; point: Float64Array } {
  const last = links.filter(({ geometry }) => geometry.length > 0).at(-1)!
  const { shape, pose } = last.geometry[0]!
  if (shape.kind !== 'mesh') throw new InvalidInputError('scene', shape.kind, 'a mesh at the end of its arm')
  const { positions } = shape
  let best = 0
  for (let i = 0; i < positions.length; i += 3) {
    if (Math.hypot(...positions.subarray(i, i + 3)) > Math.hypot(...positions.subarray(best, best + 3))) best = i
  }
  const point = new Float64Array(3)
  transformPoint(point, 0, pose, 0, positions, best)
  return { index: last.index, point }
}
