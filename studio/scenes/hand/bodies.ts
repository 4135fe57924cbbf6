// The bodies that the boxes are around: robots, what stands beside them, and a motion that ends where it began.
import { articulatedHand, ellipsoidLink, hand, humanoid, PLACE } from '../../../scenes/index.js'
import {
  box,
  type JointInput,
  type LinkInput,
  Robot,
  type RobotPlacement,
  sphere,
  type World,
  type WorldInput,
} from '../../../src/entries/robots.js'
import { bothTurns, poseOf, turnAbout } from '../meshes/turns.js'
import type { HandBody } from './state.js'

export interface Body {
  readonly world: Pick<WorldInput, 'robots' | 'obstacles'>
  /** The configuration at a part of the motion, from 0 to 1. */
  motion(world: World): (t: number) => Float64Array
  /** From where it is seen. */
  readonly from: readonly number[]
  /** Of volumes: its name, and how many of them are in a cubic unit of the body. */
  readonly unit: readonly [name: string, scale: number]
  /** Seconds for the whole motion. */
  readonly seconds: number
}

export const MODELS: Readonly<Record<HandBody, () => Body>> = {
  hand: () => ({
    world: {
      robots: [{ robot: hand(), name: 'hand', base: ASKEW }],
      obstacles: [{ name: 'ball', shape: sphere({ radius: 0.026, at: [0, -0.052, 0.118] }), pose: ASKEW }],
    },
    motion: byNames(closing),
    from: [0.2, -1, 0.32],
    unit: ['cm³', 1e6],
    seconds: 7,
  }),
  paper: paperHand,
  figure: () => ({
    world: { robots: [humanoid()] },
    motion: byNames(running),
    from: [1, -1, 0.3],
    unit: ['l', 1e3],
    seconds: 4,
  }),
  snake: () => ({
    world: { robots: [snake()] },
    motion: byNames(coiling),
    from: [0.7, -1, 0.9],
    unit: ['', 1],
    seconds: 12,
  }),
}

/** A hand that comes from one side: nothing of it is along an axis. */
const ASKEW = poseOf([0, 0, 0], bothTurns(turnAbout([0, 1, 0], 0.55), turnAbout([0, 0, 1], 0.5)))

/** Values of joints by name at a part of the motion; the others are neutral. */
function byNames(values: (t: number) => Readonly<Record<string, number>>): Body['motion'] {
  // Sines of one browser and another differ in their last digits: rounded, they are the same.
  return (world) => (t) => world.configuration(values(t)).map(Math.fround)
}

/** From 0 at its ends to 1 in the middle. */
function swell(t: number): number {
  return (1 - Math.cos(2 * Math.PI * t)) / 2
}

function closing(t: number): Record<string, number> {
  const out: Record<string, number> = { 'wrist-bend': 0.25 * Math.sin(2 * Math.PI * t), 'wrist-side': -0.1 * swell(t) }
  ;['first', 'middle', 'ring', 'little'].forEach((finger, k) => {
    // The little finger begins.
    const close = swell(Math.min(1, Math.max(0, t - 0.03 * (3 - k)) / (1 - 0.03 * (3 - k))))
    out[`${finger}-spread`] = (1 - close) * (0.22 - 0.15 * k)
    out[`${finger}-bend-1`] = 0.08 + 1.15 * close
    out[`${finger}-bend-2`] = 0.1 + 1.25 * close
    out[`${finger}-bend-3`] = 0.06 + 0.85 * close
  })
  const close = swell(t)
  out['thumb-turn'] = 0.5 - 1.2 * close
  out['thumb-lift'] = 1 - 0.3 * close
  out['thumb-side'] = -0.1
  out['thumb-bend'] = 0.5 * close
  out['thumb-tip'] = 0.1 + 0.7 * close
  return out
}

function running(t: number): Record<string, number> {
  const out: Record<string, number> = {}
  const turn = 2 * Math.PI * t
  for (const [side, phase] of [
    ['left', 0],
    ['right', Math.PI],
  ] as const) {
    const swing = Math.sin(turn + phase)
    out[`${side}-hip-y`] = -0.25 - 0.85 * swing
    out[`${side}-knee`] = 1.1 + 0.85 * Math.cos(turn + phase + 0.6)
    out[`${side}-shoulder-y`] = 0.85 * swing
    out[`${side}-elbow`] = -1.45 - 0.35 * swing
  }
  out['back-y'] = 0.15
  out['back-z'] = 0.25 * Math.sin(turn)
  out['neck-nod'] = 0.1 * Math.cos(2 * turn)
  return out
}

/** To each side of the one in the middle. */
const SNAKE_ARMS = 24
const ARMS = ['front', 'back'] as const

/** From a wide bow to a coil. What is behind turns the other way, being seen from the middle. */
function coiling(t: number): Record<string, number> {
  const out: Record<string, number> = {}
  const close = swell(t)
  ARMS.forEach((arm, k) => {
    const sign = k === 0 ? 1 : -1
    for (let i = 1; i <= SNAKE_ARMS; i++) {
      const wave = 0.06 * (1 - close) * Math.sin(0.6 * i + 2 * Math.PI * t)
      out[`${arm}-bend-${i}`] = sign * (0.11 + wave + 0.15 * close)
      out[`${arm}-lift-${i}`] = -sign * (0.008 + 0.002 * close)
    }
  })
  return out
}

/** Ellipsoids of length 1 on two turning joints each, from the one in the middle to both sides along x. */
function snake(): Robot {
  const shape = ellipsoidLink({ length: 1.1, width: 0.5 })
  const links: LinkInput[] = [{ name: 'middle', geometry: [{ shape }] }]
  const joints: JointInput[] = []
  const limits = { lower: -1.5, upper: 1.5 }
  ARMS.forEach((arm, k) => {
    for (let i = 1; i <= SNAKE_ARMS; i++) {
      const [frame, name] = [`${arm}-joint-${i}`, `${arm}-${i}`]
      // The first one of those behind looks backwards.
      const first = { at: [k === 0 ? 0.5 : -0.5, 0, 0], rotation: k === 0 ? [0, 0, 0, 1] : [0, 0, 1, 0] }
      const origin = i === 1 ? first : { at: [1, 0, 0] }
      const parent = i === 1 ? 'middle' : `${arm}-${i - 1}`
      joints.push(
        { name: `${arm}-bend-${i}`, kind: 'revolute', parent, child: frame, origin, axis: [0, 0, 1], limits },
        { name: `${arm}-lift-${i}`, kind: 'revolute', parent: frame, child: name, axis: [0, 1, 0], limits },
      )
      links.push({ name: frame }, { name, geometry: [{ shape, pose: { at: [0.5, 0, 0] } }] })
    }
  })
  return new Robot({ name: 'chain', links, joints })
}

/** Seconds of the paper's hand that are shown: its motion wanders for ever. */
const PAPER_SECONDS = 24

/** Palm and fifteen phalanges, each on a joint that turns any way, moved as the scene of cab-2004 has it, over a table with a ball. */
function paperHand(): Body {
  const { bodies, placed } = articulatedHand()
  const moving = bodies.filter(({ motion }) => motion === 'kinematic')
  const frameOf = (b: number): string => (b < 0 ? 'world' : bodies[b]!.name)
  const links: LinkInput[] = moving.map(({ name, shape, anchor }) => ({
    name,
    geometry: [{ shape, pose: { at: [...anchor].map((x) => -x) } }],
  }))
  const joints: JointInput[] = moving.map(({ name, parent, parentAnchor }) => {
    const above = bodies[parent]?.anchor ?? [0, 0, 0]
    const at = [...parentAnchor].map((x, k) => x - above[k]!)
    return { name, kind: 'floating', parent: frameOf(parent), child: name, origin: { at } }
  })
  const robot = new Robot({ name: 'hand', links: [{ name: 'world' }, ...links], joints })
  const rest: RobotPlacement[] = [{ robot, name: 'hand' }]
  return {
    world: {
      robots: rest,
      obstacles: [
        { name: 'table', shape: box({ size: [3.4, 3.4, 0.2], at: [0, 0, -0.1] }) },
        { name: 'ball', shape: sphere({ radius: 0.25, at: [0.3, 0.2, 0.25] }) },
      ],
    },
    motion(world) {
      const places = new Float64Array(PLACE * bodies.length)
      const first = moving.map(({ name }) => world.variables.indexOf(`hand/${name}/trans_x`))
      return (t) => {
        const q = world.neutral()
        // There and back: it ends where it began.
        placed(places, (PAPER_SECONDS / 2) * (1 - Math.abs(1 - 2 * t)))
        moving.forEach(({ parent }, b) => {
          const at = first[b]!
          const own = places.subarray(PLACE * b, PLACE * b + PLACE)
          if (parent < 0) q.set(own, at)
          else q.set(turnBetween(places.subarray(PLACE * parent + 3, PLACE * parent + 7), own.subarray(3)), at + 3)
        })
        return q
      }
    },
    from: [1, -1, 0.75],
    unit: ['', 1],
    seconds: PAPER_SECONDS,
  }
}

/** p⁻¹·q, quaternions x, y, z, w. */
function turnBetween(p: Float64Array, q: Float64Array): [number, number, number, number] {
  const [a, b, c, w] = [-p[0]!, -p[1]!, -p[2]!, p[3]!]
  const [x, y, z, v] = [q[0]!, q[1]!, q[2]!, q[3]!]
  return [
    w * x + a * v + b * z - c * y,
    w * y - a * z + b * v + c * x,
    w * z + a * y - b * x + c * v,
    w * v - a * x - b * y - c * z,
  ]
}
