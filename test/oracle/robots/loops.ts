// Closed loops by brute force: the angle at which a point on a circle has a given distance from another point, found by walking round the
// circle and bisecting, on the side that is asked for; robots with random four-bars and five-bars; and what a bound over a box must
// hold for.

import {
  capsule,
  checkMotion,
  type Random,
  Robot,
  type RobotInput,
  sphere,
  World,
} from '../../../src/entries/robots.js'
import { classifyPair } from '../../../src/robots/allow/classify-pair.js'
import { LoopBounds, LoopFunction, type LoopShape } from '../../../src/robots/model/loop-function.js'

/** Steps round the circle. */
const STEPS = 180

/** The angle, from −π to π, at which the loop closes on its branch; undefined if there is none. */
export function bruteAngle(shape: LoopShape, x: readonly number[]): number | undefined {
  const [fx, fy] = centre(shape, x)
  const at = (angle: number): [number, number] => [
    Math.cos(angle) * shape.point[0] - Math.sin(angle) * shape.point[1],
    Math.sin(angle) * shape.point[0] + Math.cos(angle) * shape.point[1],
  ]
  const excess = (angle: number): number => {
    const [px, py] = at(angle)
    return Math.hypot(px - fx, py - fy) - shape.length
  }
  for (let k = 0; k < STEPS; k++) {
    let low = -Math.PI + (2 * Math.PI * k) / STEPS
    let high = -Math.PI + (2 * Math.PI * (k + 1)) / STEPS
    const isUp = excess(low) <= 0
    if (isUp === excess(high) <= 0) continue
    for (let n = 0; n < 60; n++) {
      const middle = (low + high) / 2
      if (excess(middle) <= 0 === isUp) low = middle
      else high = middle
    }
    const [px, py] = at(low)
    if (Math.sign(fx * py - fy * px) === shape.side) return low
  }
  return undefined
}

export function centre({ terms }: LoopShape, x: readonly number[]): [number, number] {
  let fx = 0
  let fy = 0
  for (const { re, im, k } of terms) {
    const phase = k.reduce((sum, own, j) => sum + own * x[j]!, 0)
    fx += re * Math.cos(phase) - im * Math.sin(phase)
    fy += re * Math.sin(phase) + im * Math.cos(phase)
  }
  return [fx, fy]
}

/** Two to four terms, of one variable or two; some of them chosen so that the circles touch, or nearly, where the variables are 0. */
export function randomShape(random: Random, nearSingular = false): LoopShape {
  const count = 1 + random.integer(2)
  const size = 10 ** random.range(-3, 2)
  const number = (): number => size * random.range(-1, 1)
  const terms = Array.from({ length: 2 + random.integer(3) }, (_, t) => ({
    ...{ re: number(), im: number() },
    k: Array.from({ length: count }, () =>
      t === 0 ? 0 : random.integer(2) === 0 ? random.integer(3) - 1 : random.range(-2, 2),
    ),
  }))
  const point = [number(), number()] as const
  const side = random.integer(2) === 0 ? 1 : -1
  const shape = {
    variables: count === 1 ? [0] : [0, 1],
    terms,
    point,
    length: size * random.range(0.1, 1.5),
    side,
    middle: 0,
  } as const
  if (!nearSingular) return shape
  const d = Math.hypot(...centre(shape, [0, 0]))
  const r1 = Math.hypot(...point)
  const off = 1 - 10 ** random.range(-12, -1)
  // From inside: it closes at 0, hardly.
  const length = random.integer(2) === 0 ? (d - r1) / off : (d + r1) * off
  return { ...shape, length: length > 0 ? length : Math.max(Math.abs(d - r1), 0.01 * size) / off }
}

/** Throws where a bound over a box does not hold at a sample of it. Returns whether the box was bounded. */
export function checkBounds(
  shape: LoopShape,
  middle: readonly number[],
  half: readonly number[],
  random: Random,
): string {
  const loop = new LoopFunction(shape)
  const bounds = new LoopBounds()
  loop.bound(bounds, middle, 0, Float64Array.from(half))
  const n = shape.variables.length
  const fail = (what: string, detail: unknown): never => {
    throw new Error(`${what}: ${JSON.stringify({ shape, middle, half, detail })}`)
  }
  for (let sample = 0; sample < 16; sample++) {
    const shift = half.map((h) => (random.integer(3) === 0 ? h * (2 * random.integer(2) - 1) : random.range(-h, h)))
    const x = middle.map((m, j) => m + shift[j]!)
    const angle = bruteAngle(shape, x)
    if (angle === undefined) {
      // Brute force cannot see circles that cross by less than its steps.
      if (bounds.state === 'closed' && !loop.closesAt(x, 0)) fail('closed box that is open', x)
      continue
    }
    if (bounds.state === 'open') fail('open box that closes', x)
    const away = Math.abs(wrapped(angle - bounds.value))
    // Brute force is good to the rounding of its distance, which a flat angle feels as a root.
    const error = bruteError(shape, x)
    if (away > bounds.spread + error) fail('spread', { x, angle, value: bounds.value, spread: bounds.spread })
    if (bounds.state !== 'closed') continue
    let first = 0
    let linear = 0
    let second = 0
    let rounding = bounds.off
    for (let j = 0; j < n; j++) {
      first += bounds.first[j]! * Math.abs(shift[j]!)
      linear += bounds.slopes[j]! * shift[j]!
      rounding += bounds.slopeErrors[j]! * Math.abs(shift[j]!)
      for (let k = 0; k < n; k++) second += (bounds.second[2 * j + k]! * Math.abs(shift[j]! * shift[k]!)) / 2
    }
    if (away > first + rounding + error) fail('first', { x, away, first })
    const curved = Math.abs(wrapped(angle - bounds.value - linear))
    if (curved > second + rounding + error) fail('second', { x, curved, second })
  }
  return bounds.state
}

/** What brute force may be off by: some u of its lengths, as felt by the angle. */
export function bruteError(shape: LoopShape, x: readonly number[]): number {
  const [fx, fy] = centre(shape, x)
  const r1 = Math.hypot(...shape.point)
  const d = Math.hypot(fx, fy)
  const size = r1 + d + shape.length + shape.terms.reduce((sum, { re, im }) => sum + Math.hypot(re, im), 0)
  const h = Math.sqrt(Math.max(0, ((r1 + shape.length) ** 2 - d * d) * (d * d - (r1 - shape.length) ** 2))) / 2
  const u = 2 ** -53
  return Math.min((64 * u * size * size) / Math.max(h, 1e-300), 64 * Math.sqrt(u) * (size / Math.max(r1, d))) + 64 * u
}

export function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

/** A five-bar in a random plane: base, crank and coupler on one side, crank and rocker on the other, held together by a pin. */
export interface FiveBar {
  readonly robot: Robot
  /** The pin in the frames of the two links that it holds together. */
  readonly pin: readonly [
    { readonly link: string; readonly at: readonly number[] },
    { readonly link: string; readonly at: readonly number[] },
  ]
}

/** `isFour`: the second crank stands. It closes at 0, where the circles cross by more than a little. */
export function randomBars(random: Random, isFour: boolean): FiveBar {
  const rotation = randomRotation(random)
  const turned = (x: number, y: number, z: number): number[] =>
    [0, 1, 2].map((k) => rotation[k]![0]! * x + rotation[k]![1]! * y + rotation[k]![2]! * z)
  const axis = turned(0, 0, 1)
  const number = (): number => random.range(-0.3, 0.3)
  const [a, b, pin, c, d] = Array.from({ length: 5 }, () => [number(), number()] as const)
  const [C, F, P] = [b!, d!, pin!]
  const rel = (p: readonly number[], o: readonly number[]): [number, number] => [p[0]! - o[0]!, p[1]! - o[1]!]
  const at = (p: readonly number[], o: readonly number[], z = 0): { at: number[] } => ({ at: turned(...rel(p, o), z) })
  const pc = rel(P, C)
  const pf = rel(P, F)
  const cross = (u: readonly number[], v: readonly number[]): number => u[0]! * v[1]! - u[1]! * v[0]!
  const fromC = rel(F, C)
  const fromF = rel(C, F)
  const lengths = { c: Math.hypot(...pc), f: Math.hypot(...pf) }
  const input: RobotInput = {
    name: 'bars',
    links: [
      ['base', [0, 0]] as const,
      ['crank', rel(C, a!)] as const,
      ['coupler', pc] as const,
      ['other', rel(F, c!)] as const,
      ['rocker', pf] as const,
    ].map(([name, [x, y]]) => ({
      name,
      geometry: [{ shape: capsule({ radius: 0.004, from: [0, 0, 0], to: turned(x, y, 0) }) }],
    })),
    joints: [
      {
        name: 'a',
        kind: 'revolute',
        parent: 'base',
        child: 'crank',
        origin: at(a!, [0, 0]),
        axis,
        limits: { lower: -1, upper: 1 },
      },
      {
        ...{ name: 'c', kind: 'revolute', parent: 'crank', child: 'coupler', origin: at(C, a!, 0.1), axis },
        loop: {
          ...{ point: turned(...pc, 0), link: 'other', at: turned(...rel(F, c!), 0), length: lengths.f },
          branch: cross(fromC, pc) > 0 ? 'positive' : 'negative',
        },
      },
      isFour
        ? { name: 'b', kind: 'fixed', parent: 'base', child: 'other', origin: at(c!, [0, 0]) }
        : {
            name: 'b',
            kind: 'revolute',
            parent: 'base',
            child: 'other',
            origin: at(c!, [0, 0]),
            axis: axis.map((x) => -x),
            limits: { lower: -1, upper: 1 },
          },
      {
        ...{
          name: 'f',
          kind: 'revolute',
          parent: 'other',
          child: 'rocker',
          origin: at(F, c!),
          axis: axis.map((x) => -x),
        },
        loop: {
          ...{ point: turned(...pf, 0), link: 'crank', at: turned(...rel(C, a!), 0.1), length: lengths.c },
          // Seen from the other side.
          branch: cross(fromF, pf) > 0 ? 'negative' : 'positive',
        },
      },
    ],
  }
  return {
    robot: new Robot(input),
    pin: [
      { link: 'coupler', at: turned(...pc, 0) },
      { link: 'rocker', at: turned(...pf, 0.1) },
    ],
  }
}

function randomRotation(random: Random): number[][] {
  const q = Float64Array.from({ length: 4 }, () => random.range(-1, 1))
  const n = Math.hypot(...q)
  const [w, x, y, z] = [...q].map((a) => a / n) as [number, number, number, number]
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ]
}

/** How far apart the two sides of the pin are at a configuration. */
export function pinResidual({ robot, pin }: FiveBar, q: ArrayLike<number>): number {
  const poses = robot.linkPoses(q)
  const [one, other] = pin.map(({ link, at }) => {
    const o = 12 * robot.link(link).index
    return [0, 4, 8].map(
      (r) => poses[o + r]! * at[0]! + poses[o + r + 1]! * at[1]! + poses[o + r + 2]! * at[2]! + poses[o + r + 3]!,
    )
  })
  return Math.hypot(...one!.map((x, k) => x - other![k]!))
}

/** A random motion among random balls, checked; `free` beside samples, which must also find every loop closed. Returns the outcome. */
export function checkLoopMotion(robot: Robot, random: Random, samples = 200): string {
  const number = (): number => random.range(-0.4, 0.4)
  const balls = Array.from({ length: 3 }, (_, k) => ({
    ...{ name: `ball${k}`, shape: sphere({ radius: random.range(0.01, 0.06), at: [number(), number(), number()] }) },
  }))
  const world = new World({ robots: [robot], obstacles: balls })
  const from = robot.neutral().map(() => random.range(-0.3, 0.3))
  const to = robot.neutral().map(() => random.range(-0.7, 0.7))
  const { outcome } = checkMotion(world, [from, to], { maxMillis: 5000 })
  const seen = Array.from({ length: samples + 1 }, (_, k) => from.map((x, i) => x + (to[i]! - x) * (k / samples)))
  const closes = (q: Float64Array): boolean =>
    robot.joints.every(({ loop }) => loop === undefined || loop.closesAt(q, 0))
  const fail = (q: Float64Array): never => {
    throw new Error(`${outcome}: ${JSON.stringify({ from: [...from], to: [...to], q: [...q], balls })}`)
  }
  for (const q of seen) {
    if (outcome === 'free' && (!closes(q) || world.collides(q))) fail(q)
    if (outcome === 'collision' && !closes(q)) fail(q)
  }
  if (outcome === 'outside-limits' && seen.every((q) => closes(q)) && samples > 1000) fail(from)
  return outcome
}

/** The class of a pair; `never` beside samples of all configurations in which the loops close, and a witness by a query of its own. */
export function checkLoopPair(robot: Robot, a: string, b: string, random: Random, samples = 400): string {
  const found = classifyPair(robot, a, b, { samples: 60, descents: 2, maxCells: 3000 })
  const world = new World({ robots: [robot], adjacent: 'checked' })
  const touch = (q: Float64Array): boolean =>
    world.collisions(q).some((hit) => hit.a === `${robot.name}/${a}` && hit.b === `${robot.name}/${b}`)
  if (found.witness !== undefined && !touch(Float64Array.from(found.witness))) throw new Error(`${a} ${b}: no witness`)
  if (found.class !== 'never') return found.class
  for (let n = 0; n < samples; n++) {
    const q = robot.neutral().map((_, i) => random.range(robot.lower[i]!, robot.upper[i]!))
    if (!robot.joints.every(({ loop }) => loop === undefined || loop.closesAt(q, 0))) continue
    if (touch(q)) throw new Error(`never, but at ${JSON.stringify([...q])} ${a} touches ${b}`)
  }
  return found.class
}
