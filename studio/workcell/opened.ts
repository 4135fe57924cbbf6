// Files that were dropped, opened in the worker; and what is sent to the page about them.
import type { OpenOptions } from '../../src/entries/meshes.js'
import {
  configurationsOf,
  type GeometryChoice,
  jointsLeftOut,
  type PathDescription,
  type Shape,
  type World,
  withoutMimics,
  worldDocument,
} from '../../src/entries/robots.js'
import { verifyCertificate } from '../../src/verify/index.js'
import type { GivenFile } from '../engine/unpack.js'
import type { CellEdits } from './edits.js'
import { type Found, readFiles } from './files.js'
import type { FoundObstacle } from './obstacles.js'
import { planningObstacles } from './planning.js'
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

/** A path in the variables of a world. Lists are empty where the file says nothing; rows are null where it says nothing of one. */
export interface OpenedPath {
  readonly waypoints: readonly (readonly number[])[]
  /** Seconds. */
  readonly times: readonly number[]
  readonly velocities: readonly (readonly number[] | null)[]
  readonly accelerations: readonly (readonly number[] | null)[]
  /** What there is to say about the file. */
  readonly notes?: readonly string[]
}

export interface OpenedFiles {
  /** A new cell, if there was one among them. */
  readonly view: CellView | undefined
  /** Of a path or a pose for the cell that is open now. */
  readonly waypoints: readonly (readonly number[])[] | undefined
  /** The same with its times, and of two paths the second. */
  readonly path?: OpenedPath
  readonly second?: OpenedPath
  /** Of a planning scene, with places of their own. */
  readonly obstacles?: readonly FoundObstacle[]
  /** What there is to say about these files. */
  readonly notes?: readonly string[]
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
  const read = (path: PathDescription | undefined, file: string | undefined): OpenedPath | undefined =>
    path === undefined || cell === undefined ? undefined : pathIn(cell.world(now), path, file)
  const [path, second] = [found.path, found.second].map((one, k) => read(one, found.paths[k]?.file))
  const planned =
    found.planned === undefined ? undefined : await planningObstacles(found.planned, cell?.parts.robots ?? [])
  for (const [file, shape] of planned?.shapes ?? []) meshes.set(folder + file, shape)
  const placed = planned?.obstacles.map((one) => (one.file === undefined ? one : { ...one, file: folder + one.file }))
  return {
    cell,
    paths: found.paths,
    answer: {
      view: isNew ? cell?.view(now) : undefined,
      waypoints: path?.waypoints,
      ...(path === undefined ? {} : { path }),
      ...(second === undefined ? {} : { second }),
      ...(placed === undefined ? {} : { obstacles: placed }),
      notes: planned?.notes ?? [],
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

function pathIn(world: World, given: PathDescription, file: string | undefined): OpenedPath {
  const path = withoutMimics(world, given)
  const left = jointsLeftOut(world, path, file)
  // A sentence begins with a capital, the name of a message type does not.
  const notes = (path.notes ?? []).map((note) => `${note.replace(/^[a-z](?=[a-z]* )/, (one) => one.toUpperCase())}.`)
  if (left.length > 0) notes.push(`The path does not name ${left.join(', ')}: at neutral.`)
  const rates = (rows: PathDescription['velocities'] = []): (number[] | null)[] => {
    // Of joints that the path does not name: at rest.
    const still = { variables: world.variables, neutral: () => new Float64Array(world.dof) }
    const order = { ...still, configuration: (_: unknown, from: Float64Array) => from }
    return rows.map((row) =>
      row === undefined ? null : [...configurationsOf(order, { joints: path.joints, waypoints: [row] })[0]!],
    )
  }
  return {
    waypoints: configurationsOf(world, path, file).map((q) => [...q]),
    times: path.times ?? [],
    velocities: rates(path.velocities),
    accelerations: rates(path.accelerations),
    notes,
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
