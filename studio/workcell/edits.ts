// What the user has changed of a cell: plain data, kept in the address.

export interface AddedObstacle {
  readonly name: string
  readonly kind: 'box' | 'ball' | 'mesh'
  /** Of a box or a mesh, along x, y and z; of a ball, its radius. Metres. */
  readonly size: readonly number[]
  readonly at: readonly number[]
  /** Of a mesh: the file that it was in. */
  readonly file?: string
}

export interface CellEdits {
  /** By name: how far an obstacle was moved from where it was at first. Metres. */
  readonly moved: Readonly<Record<string, readonly number[]>>
  readonly added: readonly AddedObstacle[]
  readonly removed: readonly string[]
  /** By both names with a bar between, as pairKey makes them: may they touch? */
  readonly pairs: Readonly<Record<string, 'allowed' | 'checked'>>
}

export const NO_EDITS: CellEdits = { moved: {}, added: [], removed: [], pairs: {} }

export function editsOf({ moved, added, removed, pairs }: CellEdits): CellEdits {
  return { moved, added, removed, pairs }
}

export function pairKey(a: string, b: string): string {
  return `${a}|${b}`
}
