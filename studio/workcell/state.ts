// What a link of the cell restores.
import type { GeometryChoice } from '../../src/entries/robots.js'
import { refuseFile } from '../app/dropped.js'
import { fault, isRecord } from '../app/fields.js'
import { type AddedObstacle, type CellEdits, NO_EDITS, PRIMITIVES } from './edits.js'

export interface CellState extends CellEdits {
  /** Which cell: one of the studio's, or `file 1`, … for what the user has dropped. */
  readonly cell: string
  /** Of files with several scenes or robots, which one; empty for the first. */
  readonly choice: string
  /** Which elements of robots' files are geometry; empty for what the scene says, or `collision`. */
  readonly geometry: '' | GeometryChoice
  /** The configuration: numbers as the world has them; empty for the cell's own start. */
  readonly q: readonly number[]
}

export const GEOMETRIES: readonly (readonly [CellState['geometry'], string])[] = [
  ['', 'as the file says'],
  ['collision', 'collision'],
  ['visual', 'visual'],
  ['both', 'collision and visual'],
]

/** What an obstacle can be scaled by. */
export const LEAST_SCALE = 0.001
export const MOST_SCALE = 1000

export const FIRST: CellState = { cell: 'arm', choice: '', geometry: '', q: [], ...NO_EDITS }

export function readCellState(fields: Readonly<Record<string, unknown>>, cells: readonly string[]): Partial<CellState> {
  const { cell, q, moved, turned, scaled, added, removed, pairs } = fields
  const found: { -readonly [K in keyof CellState]?: CellState[K] } = {}
  refuseFile(cell)
  if (cell !== undefined)
    found.cell = demand('cell', cell, (v) => cells.includes(v as string), cells.join(', ')) as string
  if (q !== undefined) found.q = demand('q', q, areNumbers, 'a list of numbers') as number[]
  if (moved !== undefined) {
    found.moved = demand('moved', moved, arePoints, 'obstacles and how far they were moved') as CellState['moved']
  }
  if (turned !== undefined) {
    found.turned = demand('turned', turned, arePoints, 'obstacles and three angles in degrees') as CellState['turned']
  }
  if (scaled !== undefined) {
    const isFactor = (x: unknown): boolean => typeof x === 'number' && x >= LEAST_SCALE && x <= MOST_SCALE
    const isScales = (v: unknown): boolean => isRecord(v) && Object.values(v).every(isFactor)
    const expected = `obstacles and factors from ${LEAST_SCALE} to ${MOST_SCALE}`
    found.scaled = demand('scaled', scaled, isScales, expected) as CellState['scaled']
  }
  if (added !== undefined) {
    const isList = (v: unknown): boolean => Array.isArray(v) && v.every(isAdded)
    const expected = 'a list of shapes with their names, sizes and places'
    found.added = demand('added', added, isList, expected) as AddedObstacle[]
  }
  if (removed !== undefined) {
    const isList = (v: unknown): boolean => Array.isArray(v) && v.every((name) => typeof name === 'string')
    found.removed = demand('removed', removed, isList, 'a list of names') as string[]
  }
  if (pairs !== undefined) {
    const isPairs = (v: unknown): boolean =>
      isRecord(v) &&
      Object.entries(v).every(([key, s]) => key.split('|').length === 2 && (s === 'allowed' || s === 'checked'))
    found.pairs = demand('pairs', pairs, isPairs, 'pairs of names, allowed or checked') as CellState['pairs']
  }
  return found
}

function demand(name: string, value: unknown, test: (value: unknown) => boolean, expected: string): unknown {
  return test(value) ? value : fault(name, value, expected)
}

export function areNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((x) => typeof x === 'number' && Number.isFinite(x))
}

function isPoint(value: unknown): boolean {
  return areNumbers(value) && (value as unknown[]).length === 3
}

function arePoints(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isPoint)
}

function isAdded(value: unknown): boolean {
  if (!isRecord(value) || typeof value.name !== 'string' || value.name === '' || !isPoint(value.at)) return false
  const { kind, size } = value
  if (kind === 'mesh') throw new Error(`it shows ${String(value.file)}, which is not in it: drop it here.`)
  if (kind === 'copy') return typeof value.file === 'string'
  if (typeof kind !== 'string' || !Object.hasOwn(PRIMITIVES, kind)) return false
  const isPositive = areNumbers(size) && (size as number[]).every((s) => s > 0)
  return isPositive && (size as number[]).length === PRIMITIVES[kind as keyof typeof PRIMITIVES].length
}
