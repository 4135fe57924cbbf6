// The state in the address: `#/cell?state=…&view=…`. A link shows the same scene, settings and view. The state is JSON of what
// differs from the scene's first state, so that short ones stay readable.

import type { Section } from '../view/section.js'

/** Units of a scene. Nothing is to be seen from farther away. */
const FARTHEST = 1e9

export interface Address {
  readonly scene: string
  /** Fields of the scene's state that are not as at first; unchecked. */
  readonly state: Readonly<Record<string, unknown>>
  /** The camera's position and target: six numbers. */
  readonly view: readonly number[] | undefined
  /** What is cut away: a direction of unit length, and how far along it. */
  readonly section?: Section | undefined
}

/** An address, and what of it could not be understood, in words. */
export interface ReadAddress extends Address {
  readonly faults: readonly string[]
}

export function readAddress(hash: string): ReadAddress {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s, 2)
  const values = new URLSearchParams(query)
  const faults: string[] = []
  return {
    scene: readName(path),
    state: readState(values.get('state'), faults),
    view: readView(values.get('view'), faults),
    section: readSection(values.get('section'), faults),
    faults,
  }
}

export function writeAddress({ scene, state, view, section }: Address): string {
  const values = new URLSearchParams()
  if (Object.keys(state).length > 0) values.set('state', JSON.stringify(state))
  if (view !== undefined) values.set('view', shortNumbers(view))
  if (section !== undefined) values.set('section', shortNumbers(section))
  const query = values.toString()
  return `#/${encodeURIComponent(scene)}${query === '' ? '' : `?${query}`}`
}

function shortNumbers(numbers: readonly number[]): string {
  return numbers.map((v) => String(Number(v.toPrecision(5)))).join(',')
}

/** What of `state` is not as in `first`. */
export function differences(state: object, first: object): Record<string, unknown> {
  const found = Object.entries(state).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((first as Record<string, unknown>)[name]),
  )
  return Object.fromEntries(found)
}

function readName(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // No scene has such a name: it is said as it stands.
    return path
  }
}

function readState(text: string | null, faults: string[]): Record<string, unknown> {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  faults.push('its state is not valid; part of the link may be missing.')
  return {}
}

function numbersOf(text: string): number[] {
  return text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
}

function readSection(text: string | null, faults: string[]): Section | undefined {
  if (text === null) return undefined
  const numbers = numbersOf(text)
  const [x = 0, y = 0, z = 0, offset = Number.NaN] = numbers
  const length = Math.hypot(x, y, z)
  if (numbers.length === 4 && length > 0 && numbers.every((n) => Math.abs(n) <= FARTHEST)) {
    return [x / length, y / length, z / length, offset]
  }
  faults.push('its section must be four numbers: a direction, and how far along it everything is cut away.')
  return undefined
}

function readView(text: string | null, faults: string[]): number[] | undefined {
  if (text === null) return undefined
  const view = numbersOf(text)
  if (view.length === 6 && view.every((x) => Math.abs(x) <= FARTHEST)) {
    const [x = 0, y = 0, z = 0, a = 0, b = 0, c = 0] = view
    if (Math.hypot(x - a, y - b, z - c) > 0) return view
  }
  faults.push('its view must be six numbers: the position of the camera, and the point that it faces.')
  return undefined
}
