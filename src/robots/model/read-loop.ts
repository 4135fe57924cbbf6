// The loop of a joint as a caller gives it, turned into its function of variables (loop-function.ts): the way from the joint's frame to
// the point that its own point is held at a distance from, through the tree, all in the plane across the joint's axis.
//
// A link on the way is turned by φ, a sum of joint values, about the axis, after a rotation R0 that no joint changes: a vector v of it is
// Rot(axis, φ)·R0·v in the joint's frame. A fixed shift adds a term to F, and a joint that turns adds to φ.
import { checkFields, checkSize, checkVec3 } from '../../base/math/checks.js'
import { composeInversePose, composePose, identityPose, POSE } from '../../base/math/pose.js'
import { arctangent, cosine, sine } from '../../base/math/trigonometry.js'
import { InvalidInputError } from '../../errors.js'
import { type Joint, LOOP_BRANCHES, type LoopInput } from './joint.js'
import { LoopFunction, type LoopTerm } from './loop-function.js'

/** Axes that are this far from parallel, or less, are: their directions are rounded in files and in rotations. No unit. */
const PARALLEL = 1e-12

/** Sides of a parallelogram that differ by this part of them, or less, are equally long. */
const ALIKE = 1e-9

/** A loop closes for a single variable or for two: a four-bar or a five-bar. */
const MOST_VARIABLES = 2

/** By link: the joint that it hangs on. */
type Above = (link: number) => Joint | undefined

interface Phase {
  /** By variable of the robot. */
  readonly factors: ReadonlyMap<number, number>
  readonly offset: number
}

export function checkLoop(field: string, input: LoopInput, kind: string, mimic: unknown): void {
  checkFields(field, input, ['point', 'link', 'at', 'length', 'branch'])
  if (kind !== 'revolute' && kind !== 'continuous') {
    throw new InvalidInputError(field, kind, 'of a revolute or continuous joint')
  }
  if (mimic !== undefined) throw new InvalidInputError(field, 'a loop', 'left out of a joint that mimics another')
  checkVec3(`${field}.point`, input.point)
  checkVec3(`${field}.at`, input.at)
  checkSize(`${field}.length`, input.length)
  if (!LOOP_BRANCHES.includes(input.branch)) {
    throw new InvalidInputError(`${field}.branch`, input.branch, `one of ${LOOP_BRANCHES.join(', ')}`)
  }
}

/** What a loop comes to: a function of one or two variables; for a parallelogram, an angle that follows a variable. */
export type ReadLoop =
  | { readonly loop: LoopFunction }
  | { readonly variable: number; readonly multiplier: number; readonly offset: number }

/** `link`: the place of the loop's link. Joints have their variables, and those that a loop sets have -1. */
export function readLoop(field: string, input: LoopInput, joint: Joint, link: number, above: Above): ReadLoop {
  const [e1, e2] = across(joint.axis)
  const along = (v: ArrayLike<number>): [number, number] => [dot(e1, v), dot(e2, v)]
  const rotation = new Float64Array(POSE)
  identityPose(rotation, 0)
  let phase: Phase = { factors: new Map(), offset: 0 }
  const found: { readonly re: number; readonly im: number; readonly phase: Phase }[] = []
  const shift = (pose: Float64Array): void => {
    const t = [pose[3]!, pose[7]!, pose[11]!]
    const [re, im] = along(turnedBy(rotation, t))
    found.push({ re, im, phase })
    composePose(scratch, 0, rotation, 0, pose, 0)
    rotation.set(scratch)
    for (const k of [3, 7, 11]) rotation[k] = 0
  }
  const turn = ({ name, axis, mimic, variable, kind, loop }: Joint, isUp: boolean): void => {
    if (kind === 'fixed') return
    const expected = `one that revolute joints parallel to ${joint.name} lead to, which no loop sets`
    if (kind !== 'revolute' && kind !== 'continuous') throw refuse(field, input, `${expected}; ${name} is ${kind}`)
    if (loop !== undefined || variable === -1) throw refuse(field, input, `${expected}; a loop sets ${name}`)
    const turned = turnedBy(rotation, axis)
    const cos = dot(turned, joint.axis)
    const sign = cos > 0 ? 1 : -1
    if (!(Math.max(...turned.map((x, k) => Math.abs(x - sign * joint.axis[k]!))) <= PARALLEL)) {
      throw refuse(field, input, `${expected}; ${name} has another axis`)
    }
    const factor = (isUp ? -sign : sign) * (mimic?.multiplier ?? 1)
    const factors = new Map(phase.factors)
    factors.set(variable, (factors.get(variable) ?? 0) + factor)
    phase = { factors, offset: phase.offset + (isUp ? -sign : sign) * (mimic?.offset ?? 0) }
  }
  inverse(joint.origin)
  shift(scratchInverse)
  const { up, down } = wayBetween(joint.parent, link, above)
  for (const own of up) {
    turn(own, true)
    inverse(own.origin)
    shift(scratchInverse)
  }
  for (const own of down) {
    shift(own.origin)
    turn(own, false)
  }
  const [re, im] = along(turnedBy(rotation, Array.from(input.at)))
  found.push({ re, im, phase })

  const variables = [...new Set(found.flatMap((term) => [...term.phase.factors.keys()]))]
    .filter((v) => found.some((term) => (term.phase.factors.get(v) ?? 0) !== 0))
    .sort((x, y) => x - y)
  if (variables.length === 0) throw refuse(field, input, `a link that moves against the parent of ${joint.name}`)
  if (variables.length > MOST_VARIABLES) {
    throw refuse(field, input, `a link that ${MOST_VARIABLES} variables or one move; these are ${variables.length}`)
  }
  const point = along(input.point)
  if (point[0] === 0 && point[1] === 0) {
    throw new InvalidInputError(`${field}.point`, input.point, `a point that is not on the axis of ${joint.name}`)
  }
  const terms = merged(found, variables)
  if (input.branch === 'parallel') return parallelogram(field, input, variables, terms, point)
  const isLimited = joint.lower > -Infinity && joint.upper < Infinity
  const side = input.branch === 'positive' ? 1 : -1
  const middle = isLimited ? joint.lower / 2 + joint.upper / 2 : 0
  return { loop: new LoopFunction({ variables, terms, point, length: input.length, side, middle }) }
}

/** F = c₀ + c₁·exp(i·k·x) with |c₀| = r2 and |c₁| = r1: P = c₁·exp(i·k·x) has the distance r2 from it for every x. */
function parallelogram(
  field: string,
  { length, branch }: LoopInput,
  variables: readonly number[],
  terms: readonly LoopTerm[],
  point: readonly [number, number],
): ReadLoop {
  const still = terms.find(({ k }) => k.every((x) => x === 0))
  const moving = terms.find((term) => term !== still)
  const sizes = [still, moving].map((term) => (term === undefined ? 0 : Math.sqrt(term.re ** 2 + term.im ** 2)))
  const wanted = [length, Math.sqrt(point[0] ** 2 + point[1] ** 2)]
  const isOne = terms.length === 2 && variables.length === 1 && sizes.every((x, k) => isAlike(x, wanted[k]!))
  if (!isOne || moving === undefined) {
    throw new InvalidInputError(`${field}.branch`, branch, 'of a parallelogram: opposite sides are equally long')
  }
  const offset = arctangent(moving.im * point[0] - moving.re * point[1], moving.re * point[0] + moving.im * point[1])
  return { variable: variables[0]!, multiplier: moving.k[0]!, offset }
}

/** Of two lengths: files print some digits. */
export function isAlike(a: number, b: number): boolean {
  return Math.abs(a - b) <= ALIKE * Math.max(a, b)
}

function refuse(field: string, { link }: LoopInput, expected: string): InvalidInputError {
  return new InvalidInputError(`${field}.link`, link, expected)
}

/** Terms with the same factors are one; offsets of angles are in the coefficients. */
function merged(
  found: readonly { readonly re: number; readonly im: number; readonly phase: Phase }[],
  variables: readonly number[],
): LoopTerm[] {
  const out = new Map<string, { re: number; im: number; readonly k: readonly number[] }>()
  for (const { re, im, phase } of found) {
    const k = variables.map((v) => phase.factors.get(v) ?? 0)
    const [c, s] = phase.offset === 0 ? [1, 0] : [cosine(phase.offset), sine(phase.offset)]
    const key = k.join(' ')
    const term = out.get(key) ?? { re: 0, im: 0, k }
    term.re += re * c - im * s
    term.im += re * s + im * c
    out.set(key, term)
  }
  return [...out.values()].filter(({ re, im }) => re !== 0 || im !== 0)
}

/** Joints from one link up to what both hang on, and from there down to the other. */
function wayBetween(from: number, to: number, above: Above): { readonly up: Joint[]; readonly down: Joint[] } {
  const joints = (link: number): Joint[] => {
    const out: Joint[] = []
    for (let at = above(link); at !== undefined; at = above(at.parent)) out.push(at)
    return out
  }
  const up = joints(from)
  const down = joints(to)
  while (up.length > 0 && down.length > 0 && up.at(-1) === down.at(-1)) {
    up.pop()
    down.pop()
  }
  return { up, down: down.reverse() }
}

const scratch = new Float64Array(POSE)
const scratchInverse = new Float64Array(POSE)

function inverse(pose: Float64Array): void {
  identityPose(scratch, 0)
  composeInversePose(scratchInverse, 0, pose, 0, scratch, 0)
}

function turnedBy(pose: Float64Array, v: ArrayLike<number>): number[] {
  return [0, 4, 8].map((o) => pose[o]! * v[0]! + pose[o + 1]! * v[1]! + pose[o + 2]! * v[2]!)
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
}

/** Two directions across a unit vector and each other, such that the second is the first turned about it by a quarter. */
function across(axis: Float64Array): readonly [number[], number[]] {
  const least = [0, 1, 2].reduce((best, k) => (Math.abs(axis[k]!) < Math.abs(axis[best]!) ? k : best), 0)
  const e = [0, 1, 2].map((k) => (k === least ? 1 : 0) - axis[least]! * axis[k]!)
  const length = Math.sqrt(dot(e, e))
  const e1 = e.map((x) => x / length)
  const e2 = [0, 1, 2].map((k) => axis[(k + 1) % 3]! * e1[(k + 2) % 3]! - axis[(k + 2) % 3]! * e1[(k + 1) % 3]!)
  return [e1, e2]
}
