// What the user has changed of a cell: plain data, kept in the address.

/** The shapes that can be added from a menu, and what their sizes are called. */
export const PRIMITIVES = {
  box: ['x', 'y', 'z'],
  ball: ['radius'],
  cylinder: ['radius', 'length'],
  capsule: ['radius', 'length'],
} as const

export type Primitive = keyof typeof PRIMITIVES

/** What a number in a mesh file may mean, in metres. */
export const UNITS = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254 } as const

export type Unit = keyof typeof UNITS

export interface AddedObstacle {
  readonly name: string
  readonly kind: Primitive | 'mesh' | 'copy'
  /** Metres; of a primitive as PRIMITIVES has them, of a mesh along x, y and z in its own unit; none of a copy. */
  readonly size: readonly number[]
  readonly at: readonly number[]
  /** Of a mesh: the file that it was in. Of a copy: the obstacle of the cell that it has the shape of. */
  readonly file?: string
  /** Of a mesh; metres if left out. */
  readonly unit?: Unit
}

export interface CellEdits {
  /** By name: how far an obstacle was moved from where it was at first. Metres. */
  readonly moved: Readonly<Record<string, readonly number[]>>
  /** By name: roll, pitch and yaw by which it is turned from how it was at first, about its own origin. Degrees. */
  readonly turned: Readonly<Record<string, readonly number[]>>
  /** By name: by how much it is larger than at first, from its own origin. */
  readonly scaled: Readonly<Record<string, number>>
  readonly added: readonly AddedObstacle[]
  readonly removed: readonly string[]
  /** By both names with a bar between, as pairKey makes them: may they touch? */
  readonly pairs: Readonly<Record<string, 'allowed' | 'checked'>>
}

export const NO_EDITS: CellEdits = { moved: {}, turned: {}, scaled: {}, added: [], removed: [], pairs: {} }

export function editsOf({ moved, turned, scaled, added, removed, pairs }: CellEdits): CellEdits {
  return { moved, turned, scaled, added, removed, pairs }
}

/** What of them changes how things look, and not only where they are: by this they are drawn again. */
export function shapeKey({ added, removed, turned, scaled }: CellEdits): string {
  return JSON.stringify([added, removed, turned, scaled])
}

export function pairKey(a: string, b: string): string {
  return `${a}|${b}`
}
