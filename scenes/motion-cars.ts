// Six arms around a car body (Figures 12c and 12d): a curved shell of sheet metal with openings for windows, doors' glass and
// wheels, on six stands' worth of welding robots, three a side.
import type { ObstacleInput, Robot, RobotPlacement } from '../src/entries/robots.js'
import { heavyArm, sixAxisArm } from './motion-arms.js'
import { type MotionScene, motionScene } from './motion-scene.js'
import { Surface, type Vec3 } from './motion-surface.js'

/** Figure 12c: six arms of about 3,594 triangles around a body of about 19,668. */
export function carSix(): MotionScene {
  const robot = sixAxisArm('irb', { name: 'arm', forearm: 1.59, sides: 19, gunSides: 16, gunBands: 4 })
  return cell('car-six', 'Fig. 12c', 1.59, robot, [2.4, 3], 2, 123, 47, [-0.28, -0.22, 0.93, -1.97, -1.52, -2.7])
}

/** Figure 12d: six other arms of about 2,502 triangles around a coarser body of about 4,016. */
export function carCoarse(): MotionScene {
  return cell(
    'car-coarse',
    'Fig. 12d',
    1.32,
    heavyArm(1.32),
    [2.4, 2.9],
    2,
    49,
    22,
    [-0.38, 0.19, -0.63, 1.96, 0.06, -0.08],
  )
}

/** Arms at x = −spread, 0, spread and y = ±aside, facing the body. */
function cell(
  name: string,
  paper: string,
  lref: number,
  robot: Robot,
  [spread, aside]: readonly [number, number],
  scale: number,
  m: number,
  n: number,
  goal: readonly number[],
): MotionScene {
  const robots: RobotPlacement[] = []
  for (const side of [-1, 1]) {
    for (const x of [-spread, 0, spread]) {
      // A quarter turn, so that the arm's x looks along −y or y.
      const rotation = [0, side, 0, -side, 0, 0, 0, 0, 1]
      robots.push({ robot, name: `arm${robots.length + 1}`, base: { at: [x, side * aside, 0], rotation } })
    }
  }
  const body: ObstacleInput = { name: 'body', shape: carBody(scale, m, n).shape() }
  // Elbows drawn back, so that they stay clear of the body.
  const start = [0, -0.9, 0.2, 0, 0.6, 0]
  return motionScene({ name, paper, lref, robots, obstacles: [body], start, goal })
}

/** Along a car from front to back: how high its skin is. Bonnet, windscreen, roof, rear window, boot. */
const HEIGHTS: readonly (readonly [number, number])[] = [
  [-2.2, 0.62],
  [-2, 0.78],
  [-0.9, 0.95],
  [-0.25, 1.4],
  [0.4, 1.46],
  [1.1, 1.4],
  [1.7, 1.02],
  [2.1, 0.95],
  [2.2, 0.7],
]

/** A body 4.4 long, 1.7 wide and 1.46 high, times `scale`, over m × n cells: along it, and from one sill over the roof to the other. */
export function carBody(scale: number, m: number, n: number): Surface {
  const [sill, half, sheet] = [0.25, 0.85, 0.025]
  const x = (i: number): number => -2.2 + (4.4 * i) / m
  return new Surface().panel(
    m,
    n,
    (i, j, side): Vec3 => {
      const thinner = sheet * side
      // From the right sill (0) to the left one (π); rounder than a box, squarer than an ellipse.
      const angle = (Math.PI * j) / n
      const squarely = (a: number): number => Math.sign(a) * Math.abs(a) ** 0.55
      const narrow = 1 - 0.12 * (x(i) / 2.2) ** 4
      const y = -(half * narrow - thinner) * squarely(Math.cos(angle))
      // The cabin leans inwards.
      const up = squarely(Math.sin(angle))
      const z = sill + (heightAt(x(i)) - sill - thinner) * up
      const lean = z > 0.9 ? 1 - 0.35 * (z - 0.9) : 1
      return [scale * x(i), scale * y * lean, scale * z]
    },
    (i, j) => isOpening(x(i + 0.5), Math.abs((j + 0.5) / n - 0.5)),
  )
}

function heightAt(x: number): number {
  const k = Math.max(
    1,
    HEIGHTS.findIndex(([at]) => at >= x),
  )
  const [[a, low], [b, high]] = [HEIGHTS[k - 1]!, HEIGHTS[k]!]
  // Smoothly from one to the next.
  const f = Math.min(Math.max((x - a) / (b - a), 0), 1)
  return low + (high - low) * f * f * (3 - 2 * f)
}

/** By the place along the car, and how far from the middle of the roof (0) towards a sill (0.5). */
function isOpening(x: number, across: number): boolean {
  if (across < 0.26) return (x > -0.85 && x < -0.3) || (x > 1.15 && x < 1.65)
  // Side windows, front and back; arches over the wheels.
  if (across < 0.4) return across > 0.3 && ((x > -0.3 && x < 0.3) || (x > 0.42 && x < 1.1))
  return across > 0.44 && Math.abs(Math.abs(x) - 1.4) < 0.35
}
