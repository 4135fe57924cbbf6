// A hand over a table with a ball: cab-2004, Table 5. Palm, thumb and four fingers of three phalanges each are moved by angles
// that wander (sums of sines by seed), as a tracked hand would be, and go through the table where they like; the ball is
// pushed by the hand, rests on the table and is drawn back to its middle, where the hand can reach it again.
//
// Lengths are in units of the palm's. Checked are the hand within itself and against the table and the ball; the ball on the
// table would be in contact all the time, and is not an articulated body.
import { box, Random, type Shape, sphere } from '../src/entries/meshes.js'
import { ellipsoidLink, roundedLink } from './articulated-links.js'
import { type ArticulatedBody, type ArticulatedScene, articulatedPairs, PLACE } from './articulated-scene.js'
import { axisTurn, type Quaternion, turns, turnVector, type Vector, wander } from './articulated-turns.js'

const PALM = [1, 0.9, 0.25] as const
const BALL_RADIUS = 0.25
/** What draws the ball back, a second squared. */
const BALL_PULL = 8
const PAPER_FRAMES = 4000

interface Finger {
  readonly name: string
  /** Where it begins, in the palm's frame: fingers along x, the palm's inside down. */
  readonly base: Vector
  /** Its direction without any bend. */
  readonly rest: Quaternion
  readonly lengths: readonly [number, number, number]
  readonly width: number
}

const FINGERS: readonly Finger[] = [
  {
    name: 'thumb',
    base: [-0.15, 0.48, -0.05],
    rest: turns(axisTurn(2, 0.9), axisTurn(0, -0.7)),
    lengths: [0.45, 0.36, 0.3],
    width: 0.22,
  },
  finger('index', 0.33, 0.1, [0.46, 0.28, 0.22]),
  finger('middle', 0.11, 0.03, [0.5, 0.32, 0.24]),
  finger('ring', -0.11, -0.05, [0.46, 0.3, 0.23]),
  finger('little', -0.33, -0.14, [0.36, 0.22, 0.2]),
]

function finger(name: string, across: number, splay: number, lengths: Finger['lengths']): Finger {
  return { name, base: [PALM[0] / 2, across, 0], rest: axisTurn(2, splay), lengths, width: 0.17 }
}

export function articulatedHand(options: { readonly seed?: number } = {}): ArticulatedScene {
  const random = new Random(options.seed ?? 1)
  const move = handMotion(random)
  const places = new Float64Array(PLACE * (3 * FINGERS.length + 1))
  move(places, 0)
  const bodies = handBodies(places)
  const [table, ball] = [bodies.length - 2, bodies.length - 1]
  return {
    name: 'hand',
    what: 'a hand of 16 bodies over a table with a ball',
    table: 5,
    frames: PAPER_FRAMES,
    bodies,
    pairs: articulatedPairs(bodies, (a, b) => a === table && b === ball),
    gravity: 40,
    step: 1 / 60,
    settle: 60,
    damping: 0.5,
    forces: (out, _, at) => {
      out.fill(0)
      for (let k = 0; k < 2; k++) out[3 * ball + k] = -BALL_PULL * at[PLACE * ball + k]!
    },
    placed: move,
  }
}

function handBodies(places: Float64Array): ArticulatedBody[] {
  const bodies: ArticulatedBody[] = []
  const add = (
    name: string,
    shape: Shape,
    motion: ArticulatedBody['motion'],
    more: Partial<ArticulatedBody> = {},
  ): number =>
    bodies.push({
      name,
      parent: -1,
      tree: 0,
      anchor: new Float64Array(3),
      parentAnchor: new Float64Array(3),
      shape,
      hull: undefined,
      solids: [shape],
      motion,
      start: places.slice(PLACE * bodies.length, PLACE * (bodies.length + 1)),
      ...more,
    }) - 1
  add('palm', roundedLink(...PALM), 'kinematic')
  for (const { name, base, lengths, width } of FINGERS) {
    let parent = 0
    let parentAnchor = Float64Array.from(base)
    for (const [k, length] of lengths.entries()) {
      const shape = ellipsoidLink({ length, width: width * (1 - 0.08 * k) })
      const anchor = Float64Array.of(-length / 2, 0, 0)
      parent = add(`${name}${k}`, shape, 'kinematic', { parent, anchor, parentAnchor })
      parentAnchor = Float64Array.of(length / 2, 0, 0)
    }
  }
  add('table', box({ size: [8, 8, 0.2] }), 'fixed', { tree: 1, start: Float64Array.of(0, 0, -0.1, 0, 0, 0, 1) })
  const onTable = Float64Array.of(0.3, 0.2, BALL_RADIUS, 0, 0, 0, 1)
  add('ball', sphere({ radius: BALL_RADIUS }), 'dynamic', { tree: 2, start: onTable })
  return bodies
}

/** Where the hand's bodies are at a time. */
function handMotion(random: Random): (out: Float64Array, time: number) => void {
  const palm = Array.from({ length: 6 }, () => wander(random, 8))
  const bends = FINGERS.map(() => [wander(random, 4), wander(random, 4), wander(random, 9)] as const)
  return (out, time) => {
    const [x, y, z, yaw, pitch, roll] = palm.map((at) => at(time)) as [number, number, number, number, number, number]
    const turn = turns(axisTurn(2, 0.5 * yaw), axisTurn(1, 0.15 + 0.25 * pitch), axisTurn(0, 0.25 * roll))
    const place: Vector = [-0.6 + 1.1 * x, 1.1 * y, 1.15 + 0.35 * z]
    out.set([...place, ...turn], 0)
    FINGERS.forEach((f, k) => {
      const [first, others, splay] = bends[k]!.map((at) => at(time)) as [number, number, number]
      // The knuckle bends by 0.1 to 0.9, the others by 0.1 to 1.3 and two thirds of that; about y, from x down.
      const bend = [0.5 + 0.4 * first, 0.7 + 0.6 * others, (2 / 3) * (0.7 + 0.6 * others)]
      placeFinger(out, 1 + 3 * k, f, place, turn, bend, 0.08 * splay)
    })
  }
}

/** Writes the places of three phalanges, one joint after the other. */
function placeFinger(
  out: Float64Array,
  body: number,
  { base, rest, lengths }: Finger,
  palm: Vector,
  palmTurn: Quaternion,
  bend: readonly number[],
  splay: number,
): void {
  let joint = plus(palm, turnVector(palmTurn, base))
  let turn = turns(palmTurn, axisTurn(2, splay), rest)
  for (const [k, length] of lengths.entries()) {
    turn = turns(turn, axisTurn(1, bend[k]!))
    const half = turnVector(turn, [length / 2, 0, 0])
    const middle = plus(joint, half)
    out.set([...middle, ...turn], PLACE * (body + k))
    joint = plus(middle, half)
  }
}

function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
