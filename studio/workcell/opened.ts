// Files that were dropped, opened in the worker; and what is sent to the page about them.
import type { OpenOptions } from '../../src/entries/meshes.js'
import {
  configurationsOf,
  type GeometryChoice,
  type Shape,
  type World,
  worldDocument,
} from '../../src/entries/robots.js'
import { verifyCertificate } from '../../src/verify/index.js'
import type { GivenFile } from '../engine/unpack.js'
import type { CellEdits } from './edits.js'
import { type Found, readFiles } from './files.js'
import { notCovered } from './sight.js'
import { type CellView, Workcell } from './workcell.js'

/** `open`, `closeWithin`: what becomes of meshes that are obstacles and not closed. */
export interface FilesRequest extends OpenOptions {
  readonly files: readonly GivenFile[]
  /** Of the cell that is open. */
  readonly edits: CellEdits
  /** Of a cell that is among the files; as `edits` if left out. */
  readonly fresh?: CellEdits
  /** Which of several scenes or robots. */
  readonly choice?: string
  /** Which elements of robots' files are geometry; empty for what the scene says. */
  readonly geometry?: '' | GeometryChoice
  /** Of a xacro file: `name:=value`, once or more often. */
  readonly values?: string
  /** Before the names of meshes that become obstacles: '' or one with a slash at its end. */
  readonly folder?: string
}

export interface OpenedFiles {
  /** A new cell, if there was one among them. */
  readonly view: CellView | undefined
  /** Of a path or a pose for the cell that is open now. */
  readonly waypoints: readonly (readonly number[])[] | undefined
  /** By robot, of scenes in which each has a path: waypoints in its own variables. */
  readonly paths?: Readonly<Record<string, readonly (readonly number[])[]>>
  /** To be added as obstacles. */
  readonly meshes: readonly {
    readonly file: string
    readonly size: readonly number[]
    readonly notes: readonly string[]
  }[]
  /** Of a motion: whether it holds for the cell that is open, in words. */
  readonly certificate?: string
}

/** `cell` is the one that is open then: another, if there was one among the files. `paths`: all path files, as they are. */
export async function openFiles(
  { files, edits, fresh = edits, choice, geometry = '', values, folder = '', open, closeWithin }: FilesRequest,
  before: Workcell | undefined,
  meshes: Map<string, Shape>,
): Promise<{ readonly cell: Workcell | undefined; readonly answer: OpenedFiles; readonly paths: Found['paths'] }> {
  const found = await readFiles(files, { choice, values, open, closeWithin, ...(geometry === '' ? {} : { geometry }) })
  for (const { file, shape } of found.meshes) meshes.set(folder + file, shape)
  const isNew = found.cell !== undefined
  const cell = isNew ? new Workcell(found.cell, meshes) : before
  const now = isNew ? fresh : edits
  const { path } = found
  const waypoints =
    path === undefined || cell === undefined ? undefined : configurationsOf(cell.world(now), path).map((q) => [...q])
  return {
    cell,
    paths: found.paths,
    answer: {
      view: isNew ? cell?.view(now) : undefined,
      waypoints,
      ...(found.certificate === undefined || cell === undefined
        ? {}
        : { certificate: verified(found.certificate, cell.world(now)) }),
      meshes: found.meshes.map(({ file, half, notes }) => ({
        file: folder + file,
        size: half.map((h) => 2 * h),
        notes,
      })),
    },
  }
}

/** Checked by code that shares none with the checker that made it. */
function verified({ file, text }: NonNullable<Found['certificate']>, world: World): string {
  const verification = verifyCertificate(worldDocument(world), JSON.parse(text))
  if (!verification.valid) return `${file} does not hold for this cell: ${verification.reason}.`
  const { segments, leaves } = verification
  const what = `${segments} pieces of a motion, ${leaves} planes, verified independently.`
  return `${file} holds for this cell: ${what}${notCovered(verification)}`
}
