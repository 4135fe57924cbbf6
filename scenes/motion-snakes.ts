// Skinny arms of 20 joints among thin things (Figures 1a and 11c). Links of length 0.5, joints by turns about x and y, 16
// triangles a link and 320 an arm. All at zero they stand straight up, through rings or the holes of a lattice, and are free.
import {
  InvalidInputError,
  type JointInput,
  type LinkInput,
  mesh,
  type ObstacleInput,
  Robot,
} from '../src/entries/robots.js'
import { checkCount, checkLength } from './checks.js'
import { torusMesh } from './meshes.js'
import { type MotionScene, motionScene } from './motion-scene.js'
import { Surface } from './motion-surface.js'

/** Of a link, the paper's L_ref. */
const LENGTH = 0.5

/** `joints` links `link1`, `link2`, … from the ground up, each turning by up to `limit` against the one before. */
export function snakeArm(joints = 20, limit = Math.PI, name = 'snake'): Robot {
  checkCount('joints', joints)
  checkLength('limit', limit)
  const links: LinkInput[] = [{ name: 'ground' }]
  const turning: JointInput[] = []
  // Square rods with pointed ends: 16 triangles.
  const rod = new Surface().turned([0, 0, 0], [0, 0, LENGTH], ROD, 4).shape()
  for (let i = 1; i <= joints; i++) {
    links.push({ name: `link${i}`, geometry: [{ shape: rod }] })
    turning.push({
      name: `joint${i}`,
      kind: 'revolute',
      parent: links[i - 1]!.name,
      child: `link${i}`,
      origin: { at: [0, 0, i === 1 ? 0 : LENGTH] },
      axis: i % 2 === 1 ? [1, 0, 0] : [0, 1, 0],
      limits: { lower: -limit, upper: limit },
    })
  }
  return new Robot({ name, links, joints: turning })
}

const ROD = [
  [0.03, 0.02],
  [0.97, 0.02],
] as const

/** The first joints of an arm that lies nearly level, aside and lower than all rings and grids; nine lie past each other. */
const LYING = [1, 0.2, 0.5, 0.1]

/** How high the middles of the rings are, and those of the grids. */
export const RINGS: readonly number[] = [3, 5.25, 7.5]
export const GRIDS: readonly number[] = [1.75, 3.75, 5.75, 7.75]

/** Figure 1a: two arms stand up through three thin rings of about 6,000 triangles each. */
export function tori(): MotionScene {
  const robot = snakeArm()
  const ring = mesh(torusMesh(6000, { radius: 0.9, tube: 0.06 }))
  return motionScene({
    name: 'tori',
    paper: 'Fig. 1a',
    lref: LENGTH,
    goal: LYING,
    robots: [-0.3, 0.3].map((x, i) => ({ robot, name: `snake${i + 1}`, base: { at: [x, 0, 0] } })),
    obstacles: RINGS.map((z, i): ObstacleInput => ({ name: `ring${i + 1}`, shape: ring, pose: { at: [0, 0, z] } })),
  })
}

/** Between the middles of the lattice's bars. */
const HOLE = 0.8

/**
 * Figure 11c: an arm through each of the holes of four grids one above the other, 32 bars and 384 triangles: the middle hole
 * for one arm, all of them for nine. Joints turn all the way round for one; for nine by up to 1, or hardly any random
 * configuration would be free. A walk that has to come out takes the whole range for nine as well.
 */
export function lattice(arms: 1 | 9 = 1, limit: number = arms === 1 ? Math.PI : 1): MotionScene {
  if (arms !== 1 && arms !== 9) throw new InvalidInputError('arms', arms, '1 or 9')
  const robot = snakeArm(20, limit)
  const grid = new Surface()
  const [end, half] = [2 * HOLE, 0.03]
  for (let i = 0; i < 4; i++) {
    const at = (i - 1.5) * HOLE
    grid.box([-end, at - half, -half], [end, at + half, half])
    grid.box([at - half, -end, -half], [at + half, end, half])
  }
  const shape = grid.shape()
  const places = arms === 1 ? [4] : Array.from({ length: 9 }, (_, i) => i)
  return motionScene({
    name: `lattice-${arms}`,
    paper: 'Fig. 11c',
    lref: LENGTH,
    goal: LYING,
    robots: places.map((hole, i) => ({
      robot,
      name: `snake${i + 1}`,
      base: { at: [((hole % 3) - 1) * HOLE, (Math.floor(hole / 3) - 1) * HOLE, 0] },
    })),
    obstacles: GRIDS.map((z, i): ObstacleInput => ({ name: `grid${i + 1}`, shape, pose: { at: [0, 0, z] } })),
  })
}
