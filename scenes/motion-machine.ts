// An arm with a welding gun at a machine tool (Figure 12a): about 34,200 triangles in two meshes, `housing` (pan, walls with
// windows, roof, tanks, all open towards the arm) and `works` (tables, spindle, tool wheel, a gear wheel being cut).
import { gear } from './meshes.js'
import { heavyArm } from './motion-arms.js'
import { type MotionScene, motionScene } from './motion-scene.js'
import { type Profile, Surface, type Vec3 } from './motion-surface.js'

/** Where the machine's front is, how deep, half as wide and how tall it is. */
const [FRONT, DEEP, HALF, TALL] = [0.55, 1.9, 1.2, 2.4]
const WALL = 0.06

export function machine(): MotionScene {
  return motionScene({
    name: 'machine',
    paper: 'Fig. 12a',
    lref: 1.16,
    robots: [{ robot: heavyArm(1.16) }],
    obstacles: [
      { name: 'housing', shape: housing().shape() },
      { name: 'works', shape: works().shape() },
    ],
    // With its back to the machine, and with its gun inside.
    start: [Math.PI],
    goal: [-0.26, 0.65, -0.21, 1.01, 1.34, 0.58],
  })
}

function housing(): Surface {
  const [back, top] = [FRONT + DEEP, TALL]
  const s = new Surface().box([FRONT, -HALF, 0], [back, HALF, 0.35], [20, 25, 4])
  const window = (i: number, j: number): boolean => i >= 5 && i < 15 && j >= 10 && j < 20
  const up = (j: number): number => 0.35 + (j / 28) * (top - 0.35)
  const along = (i: number): number => FRONT + (i / 20) * DEEP
  const over = (i: number): number => -HALF + (i / 25) * 2 * HALF
  // The faces look inwards.
  s.panel(20, 28, (i, j, side): Vec3 => [along(i), HALF + WALL * side, up(j)], window)
  s.panel(20, 28, (i, j, side): Vec3 => [along(20 - i), -HALF - WALL * side, up(j)], window)
  s.panel(25, 28, (i, j, side): Vec3 => [back + WALL * side, over(25 - i), up(j)])
  s.panel(25, 12, (i, j, side): Vec3 => [back - (j / 12) * 0.6 * DEEP, over(25 - i), top + WALL * side])
  // Two doors, swung open towards the arm, and a cabinet beside it.
  const door = (side: number): ((i: number, j: number, face: 0 | 1) => Vec3) => {
    return (i, j, face) => [FRONT - 0.08 * (side < 0 ? i : 10 - i), side * (HALF - 0.1 + WALL * face), up(j)]
  }
  s.panel(10, 28, door(-1)).panel(10, 28, door(1))
  s.box([-1.5, -0.5, 0], [-1.1, 0.7, 1.3], [4, 12, 13])
  // Tanks and a duct beside and behind it.
  for (const y of [-0.8, 0, 0.8]) s.turned([back + 0.4, y, 0], [back + 0.4, y, 1.4], TANK, 32)
  s.pipe(
    Array.from({ length: 17 }, (_, k): Vec3 => {
      const angle = ((k / 16) * Math.PI) / 2
      return [back - 0.3, 0.6 - 0.4 * (1 - Math.cos(angle)), top + 0.1 + 0.5 * Math.sin(angle)]
    }),
    0.1,
    24,
  )
  return s
}

const TANK: Profile = [
  [0, 0.25],
  [0.05, 0.3],
  [0.3, 0.3],
  [0.6, 0.3],
  [0.85, 0.3],
  [0.93, 0.26],
  [0.98, 0.16],
  [1, 0.06],
]

function works(): Surface {
  const middle = FRONT + 0.55 * DEEP
  const s = new Surface()
  // Two tables, one sliding on the other, and a round one that turns.
  s.box([middle - 0.5, -0.9, 0.35], [middle + 0.5, 0.9, 0.5], [20, 36, 3])
  s.box([middle - 0.4, -0.5, 0.5], [middle + 0.4, 0.5, 0.62], [16, 20, 3])
  s.turned([middle, 0, 0.62], [middle, 0, 0.74], ROUND_TABLE, 64)
  const { positions, triangles } = gear(3600, 24)
  s.add({ positions: positions.map((p) => 0.3 * p), triangles }, [middle, 0, 0.8])
  s.turned([middle, 0.22, TALL + 0.2], [middle, 0.22, 1], SPINDLE, 48)
  s.box([middle - 0.2, -0.05, 1.7], [middle + 0.6, 0.5, TALL], [8, 6, 7])
  // The tool wheel with its tools, under the roof at one side.
  s.turned([middle, -0.75, 2.2], [middle, -0.75, 2.12], WHEEL, 48)
  for (let k = 0; k < 16; k++) {
    const angle = (2 * Math.PI * k) / 16
    const [x, y] = [middle + 0.3 * Math.cos(angle), -0.75 + 0.3 * Math.sin(angle)]
    s.turned([x, y, 2.12], [x, y, 1.8], TOOL, 14)
  }
  return s
}

const ROUND_TABLE: Profile = Array.from({ length: 9 }, (_, k) => [k / 8, 0.32 + (k % 2 === 0 ? 0 : 0.01)] as const)

const SPINDLE: Profile = Array.from({ length: 22 }, (_, k) => {
  const f = k / 21
  return [f, f < 0.6 ? 0.16 : f < 0.8 ? 0.12 : f < 0.9 ? 0.07 - 0.2 * (f - 0.8) : 0.015] as const
})

const WHEEL: Profile = [
  [0, 0.2],
  [0.1, 0.36],
  [0.4, 0.38],
  [0.6, 0.38],
  [0.9, 0.36],
  [1, 0.2],
]

const TOOL: Profile = [
  [0, 0.03],
  [0.1, 0.045],
  [0.25, 0.045],
  [0.3, 0.035],
  [0.45, 0.03],
  [0.5, 0.014],
  [0.9, 0.014],
  [1, 0.004],
]
