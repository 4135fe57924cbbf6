// An arm in a workshop (Figure 12b): a hall ten by eight and five high, with pillars, pipes, a bench, lathes and shelves full of
// drums, about 74,700 triangles in five meshes: `hall` (floor, walls with windows, pillars), `pipes`, `bench`, `lathes`,
// `shelves`. The arm stands in the middle; floor, bench, a lathe, a shelf, two pillars and pipes are within its reach.
import { gear } from './meshes.js'
import { sixAxisArm } from './motion-arms.js'
import { type MotionScene, motionScene } from './motion-scene.js'
import { type Profile, Surface, type Vec3 } from './motion-surface.js'

export function workshop(): MotionScene {
  const robot = sixAxisArm('irb', { name: 'arm', forearm: 0.64, sides: 30, gunSides: 20, gunBands: 5 })
  return motionScene({
    name: 'workshop',
    paper: 'Fig. 12b',
    lref: 0.64,
    robots: [{ robot }],
    obstacles: [
      { name: 'hall', shape: hall().shape() },
      { name: 'pipes', shape: pipes().shape() },
      { name: 'bench', shape: bench().shape() },
      { name: 'lathes', shape: lathes().shape() },
      { name: 'shelves', shape: shelves().shape() },
    ],
    goal: [-2.05, -0.46, 0.39, -0.31, 0.18, -1.01],
  })
}

function hall(): Surface {
  const s = new Surface().box([-5, -4, -0.2], [5, 4, 0], [50, 40, 1])
  // Windows in a band at eye height.
  const window = (i: number, j: number): boolean => i % 10 >= 3 && i % 10 < 8 && j >= 8 && j < 16
  s.panel(50, 24, (i, j, side): Vec3 => [-5 + i / 5, 4 + 0.15 * side, (5 * j) / 24], window)
  s.panel(40, 24, (i, j, side): Vec3 => [-5 - 0.15 * side, -4 + i / 5, (5 * j) / 24], window)
  for (const [x, y] of PILLARS) s.turned([x, y, 0], [x, y, 5], PILLAR, 24)
  return s
}

const PILLARS = [
  [-0.55, 0.65],
  [0.65, -0.6],
  [-4, 3],
  [4, 3],
  [-4, -3],
  [4, -3],
] as const

/** With a foot and a capital. */
const PILLAR: Profile = Array.from({ length: 25 }, (_, k) => {
  const f = k / 24
  const flare = Math.max(0, 0.06 - f) + Math.max(0, f - 0.94)
  return [f, 0.12 + 1.5 * flare] as const
})

/** Pipes under the roof, each with a branch that comes down and turns away in a bend of twelve pieces. */
function pipes(): Surface {
  const s = new Surface()
  for (let i = 0; i < 5; i++) {
    const y = -1.6 + 0.8 * i
    const x = 0.55 * (i % 2 === 0 ? 1 : -1)
    const high = 3.2 + 0.1 * i
    s.rod([-4.9, y, high], [4.9, y, high], 0.07, 20, 24)
    const low = 1.3 + 0.12 * i
    const bend = Array.from({ length: 13 }, (_, k): Vec3 => {
      const angle = ((k / 12) * Math.PI) / 2
      return [x, y + 0.3 * (1 - Math.cos(angle)), low - 0.3 * Math.sin(angle)]
    })
    s.pipe([[x, y, high], ...bend, [x, y + 1.2, low - 0.3]], 0.05, 20)
    // Flanges along it.
    for (let k = 0; k < 4; k++) s.rod([-4 + 2.4 * k, y, high], [-3.9 + 2.4 * k, y, high], 0.12, 24, 2)
  }
  return s
}

/** A table in front of the arm, on it a vice with a gear wheel, and a row of bottles. */
function bench(): Surface {
  const s = new Surface().box([0.5, -0.6, 0.4], [1.35, 0.9, 0.46], [17, 30, 1])
  for (const x of [0.55, 1.25]) for (const y of [-0.55, 0.8]) s.box([x, y, 0], [x + 0.05, y + 0.05, 0.4])
  s.box([0.7, -0.15, 0.46], [0.95, -0.1, 0.6], [5, 1, 3]).box([0.7, 0.1, 0.46], [0.95, 0.15, 0.6], [5, 1, 3])
  const { positions, triangles } = gear(2700, 20)
  s.add({ positions: positions.map((p) => 0.12 * p), triangles }, [0.83, 0, 0.62])
  for (let k = 0; k < 4; k++) s.turned([1.2, 0.2 + 0.15 * k, 0.46], [1.2, 0.2 + 0.15 * k, 0.76], BOTTLE, 20)
  return s
}

const BOTTLE: Profile = [
  [0, 0.045],
  [0.02, 0.05],
  [0.3, 0.05],
  [0.6, 0.05],
  [0.68, 0.045],
  [0.75, 0.03],
  [0.8, 0.018],
  [0.95, 0.016],
  [0.96, 0.02],
  [1, 0.02],
]

/** Two lathes: bed, headstock, chuck with three jaws, work, tailstock, handwheels and legs. One is beside the arm. */
function lathes(): Surface {
  const one = new Surface().box([-0.8, -0.2, 0.35], [0.8, 0.2, 0.5], [32, 8, 3])
  for (const x of [-0.7, 0.5]) one.box([x, -0.18, 0], [x + 0.2, 0.18, 0.35], [4, 7, 7])
  one.box([-0.8, -0.2, 0.5], [-0.45, 0.2, 0.95], [7, 8, 9])
  one.turned([-0.45, 0, 0.72], [-0.3, 0, 0.72], CHUCK, 48)
  for (let k = 0; k < 3; k++) {
    const angle = (2 * Math.PI * k) / 3
    const [y, z] = [0.1 * Math.cos(angle), 0.72 + 0.1 * Math.sin(angle)]
    one.box([-0.3, y - 0.02, z - 0.02], [-0.24, y + 0.02, z + 0.02])
  }
  one.turned([-0.3, 0, 0.72], [0.4, 0, 0.72], WORK, 40)
  one.box([0.45, -0.1, 0.5], [0.65, 0.1, 0.8], [4, 4, 6]).turned([0.4, 0, 0.72], [0.5, 0, 0.72], CENTRE, 32)
  for (const [x, z] of [
    [0, 0.45],
    [0.3, 0.45],
    [0.7, 0.6],
  ] as const) {
    one.turned(
      [x, -0.2, z],
      [x, -0.26, z],
      CHUCK.map(([f, r]) => [f, 0.6 * r] as const),
      32,
    )
    one.rod([x + 0.06, -0.26, z], [x + 0.06, -0.32, z], 0.012, 12, 2)
  }
  return new Surface().add(one, [-0.4, -0.95, 0]).add(one, [2.9, 2.2, 0], 2.1)
}

const CHUCK: Profile = [
  [0, 0.08],
  [0.1, 0.15],
  [0.3, 0.16],
  [0.5, 0.155],
  [0.7, 0.16],
  [0.9, 0.15],
  [1, 0.13],
]

/** A turned piece of work. */
const WORK: Profile = Array.from({ length: 24 }, (_, k) => {
  const f = k / 23
  return [f, 0.06 + 0.02 * Math.sin(9 * f) - (f > 0.8 ? 0.03 : 0)] as const
})

const CENTRE: Profile = [
  [0, 0.004],
  [0.5, 0.04],
  [1, 0.05],
]

/** Two units of four boards with drums and cans on them. One is behind the arm. */
function shelves(): Surface {
  const one = new Surface()
  for (const x of [-0.6, 0.55]) for (const y of [-0.2, 0.15]) one.box([x, y, 0], [x + 0.05, y + 0.05, 1.9])
  for (let board = 0; board < 4; board++) {
    const z = 0.3 + 0.5 * board
    one.box([-0.6, -0.2, z], [0.6, 0.2, z + 0.03], [12, 4, 1])
    for (let k = 0; k < 5; k++) {
      const [x, tall] = [-0.46 + 0.23 * k, 0.2 + 0.05 * ((k + board) % 3)]
      one.turned([x, 0, z + 0.03], [x, 0, z + 0.03 + tall], DRUM, 20)
    }
  }
  return new Surface().add(one, [-1.05, 0, 0], Math.PI / 2).add(one, [2.6, -2.8, 0])
}

/** With beads around it. */
const DRUM: Profile = [
  [0, 0.085],
  [0.03, 0.09],
  [0.3, 0.088],
  [0.33, 0.094],
  [0.36, 0.088],
  [0.64, 0.088],
  [0.67, 0.094],
  [0.7, 0.088],
  [0.97, 0.09],
  [1, 0.085],
]
