// Between three's matrices (column-major, with any scale) and Limber's poses (row-major 3×4, rigid).
import { Matrix4, type Object3D } from 'three'
import { InvalidInputError } from '../src/entries/meshes.js'

/**
 * How far the columns of a matrix may be from being at right angles, and scales from being equal, relative to their
 * lengths, before it counts as sheared or scaled. No unit. As for poses that the engine is given: quaternions out of files
 * that print six or seven digits pass.
 */
export const SCALE_TOLERANCE = 1e-5

/** The rigid part of a matrix and the lengths of its columns: a mirroring one has its first column turned round. */
export interface RigidParts {
  readonly rigid: Matrix4
  /** The first is negative where the matrix mirrors, as three's own `decompose` has it. */
  readonly scale: readonly [number, number, number]
}

/** Undefined for a matrix that is sheared, flat or not finite: it has no rigid part that one could name. */
export function rigidParts(matrix: Matrix4): RigidParts | undefined {
  const e = matrix.elements
  const x = [e[0]!, e[1]!, e[2]!]
  const y = [e[4]!, e[5]!, e[6]!]
  const z = [e[8]!, e[9]!, e[10]!]
  const mirrored = isMirror(matrix)
  const scale = [length(x) * (mirrored ? -1 : 1), length(y), length(z)] as const
  // Also false for what is not a number.
  const sized = scale.every((s) => Math.abs(s) > 0 && Math.abs(s) < Infinity)
  if (!sized || !isFinite3(e[12]!, e[13]!, e[14]!)) return undefined
  for (let k = 0; k < 3; k++) {
    x[k]! /= scale[0]
    y[k]! /= scale[1]
    z[k]! /= scale[2]
  }
  const skew = Math.max(Math.abs(dot(x, y)), Math.abs(dot(y, z)), Math.abs(dot(z, x)))
  if (!(skew <= SCALE_TOLERANCE)) return undefined
  makeOrthonormal(x, y, z)
  const rigid = new Matrix4().set(
    ...[x[0]!, y[0]!, z[0]!, e[12]!],
    ...[x[1]!, y[1]!, z[1]!, e[13]!],
    ...[x[2]!, y[2]!, z[2]!, e[14]!],
    ...[0, 0, 0, 1],
  )
  return { rigid, scale }
}

/** rigid⁻¹ · matrix of a matrix with that rigid part: its scale. The position goes to zero without rounding. */
export function withoutRigid(rigid: Matrix4, matrix: Matrix4): Matrix4 {
  const turnedBack = rigid.clone().setPosition(0, 0, 0).transpose()
  return turnedBack.multiply(matrix.clone().setPosition(0, 0, 0))
}

/** True if it turns left hands into right ones, and so every triangle round. */
export function isMirror(matrix: Matrix4): boolean {
  const e = matrix.elements
  const column = (k: number): number[] => {
    const v = [e[k]!, e[k + 1]!, e[k + 2]!]
    // The determinant of a small scale is zero to a computer; that of directions is not.
    normalise(v)
    return v
  }
  return dot(cross(column(0), column(4)), column(8)) < 0
}

/** The scales agree to SCALE_TOLERANCE. */
export function alike(a: number, b: number): boolean {
  return Math.abs(a - b) <= SCALE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b))
}

/** Row-major 3×4 of a rigid matrix. */
export function poseFromMatrix(matrix: Matrix4): Float64Array {
  const pose = new Float64Array(12)
  for (let r = 0; r < 3; r++) for (let c = 0; c < 4; c++) pose[4 * r + c] = matrix.elements[4 * c + r]!
  return pose
}

/** The matrix of twelve numbers, row-major 3×4. */
export function matrixFromPose(pose: ArrayLike<number>, offset = 0): Matrix4 {
  const matrix = new Matrix4()
  for (let r = 0; r < 3; r++) for (let c = 0; c < 4; c++) matrix.elements[4 * c + r] = pose[offset + 4 * r + c]!
  return matrix
}

/** A caller's pose as a matrix, or InvalidInputError naming what is wrong with it. */
export function readPoseMatrix(field: string, pose: ArrayLike<number>): Matrix4 {
  if (pose === null || typeof pose !== 'object' || pose.length !== 12) {
    throw new InvalidInputError(field, pose, 'twelve numbers (a row-major 3×4 pose)')
  }
  for (let i = 0; i < 12; i++) {
    if (typeof pose[i] !== 'number' || !Number.isFinite(pose[i])) {
      throw new InvalidInputError(`${field}[${i}]`, pose[i], 'a finite number')
    }
  }
  const parts = rigidParts(matrixFromPose(pose))
  if (parts === undefined || !parts.scale.every((s) => alike(s, 1))) {
    throw new InvalidInputError(field, pose, 'a pose whose 3×3 part is a rotation matrix (orthonormal, determinant +1)')
  }
  return parts.rigid
}

/** The object's own matrix, brought up to date as three's renderer would. */
export function localMatrix(object: Object3D): Matrix4 {
  if (object.matrixAutoUpdate) object.updateMatrix()
  return object.matrix
}

/**
 * The object's matrix in the world, a new one: the product of all above it. Not three's updateWorldMatrix, which leaves an
 * object whose matrix is kept by hand where it was when something above it has moved.
 */
export function worldMatrix(object: Object3D): Matrix4 {
  if (object.matrixWorldAutoUpdate === false) return object.matrixWorld.clone()
  const own = localMatrix(object).clone()
  return object.parent === null ? own : own.premultiply(worldMatrix(object.parent))
}

/** How an object is called in errors and notes. */
export function nameOf(object: Object3D): string {
  return object.name === '' ? `a ${object.type} without a name` : `${object.type} ${JSON.stringify(object.name)}`
}

export function demandObject(field: string, object: Object3D): void {
  if ((object as Object3D | undefined)?.isObject3D !== true) {
    throw new InvalidInputError(field, object, 'an Object3D of three')
  }
}

/** A record with no other fields than these. */
export function checkOptions(options: object, fields: readonly string[]): void {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  for (const [key, value] of Object.entries(options)) {
    if (fields.includes(key)) continue
    throw new InvalidInputError(`options.${key}`, value, `left out: known are ${fields.join(', ')}`)
  }
}

/** A choice among strings, the first being what is taken if it is left out. */
export function readChoice<T extends string>(field: string, value: T | undefined, choices: readonly T[]): T {
  if (value === undefined) return choices[0]!
  if (!choices.includes(value)) throw new InvalidInputError(field, value, `one of ${choices.join(', ')}`)
  return value
}

function makeOrthonormal(x: number[], y: number[], z: number[]): void {
  // Columns that are orthonormal to rounding stay as they are: what is read back and set again does not move.
  const error = Math.max(
    ...[dot(x, y), dot(y, z), dot(z, x), dot(x, x) - 1, dot(y, y) - 1, dot(z, z) - 1].map(Math.abs),
  )
  if (error <= 1e-15) return
  normalise(x)
  const d = dot(x, y)
  for (let k = 0; k < 3; k++) y[k]! -= d * x[k]!
  normalise(y)
  cross(x, y).forEach((c, k) => {
    z[k] = c
  })
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
}

function normalise(v: number[]): void {
  const norm = length(v)
  for (let k = 0; k < 3; k++) v[k]! /= norm
}

function length(v: readonly number[]): number {
  return Math.hypot(v[0]!, v[1]!, v[2]!)
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
}

function isFinite3(x: number, y: number, z: number): boolean {
  return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)
}
