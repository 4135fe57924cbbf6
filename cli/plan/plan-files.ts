// The files that `limber plan`, `limber smooth` and `limber coordinate` write: checked before the work begins, written when all of it is done.
import { realpath } from 'node:fs/promises'
import { plotStart } from '../../lab/plot.js'
import { ROS_TRAJECTORY_START, rosJoints, writeJointTrajectory } from '../../src/entries/robots.js'
import { InvalidInputError, type World } from '../../src/index.js'
import { CERTIFICATE_START } from '../check/check-path.js'
import { isSignals } from '../coordinate/signal-table.js'
import { type Place, placeFor, writeAtomically } from '../print/write-atomically.js'

/**
 * Ours begin like this, to the space and line: a path of another program is never lost. Where the list of joints is longer than
 * what is read, it is enough that it is a list.
 */
function beginsWith(list: 'waypoints' | 'points'): (start: string) => boolean {
  const whole = new RegExp(`^\\{"joints":\\[(?:"(?:[^"\\\\]|\\\\.)*",?)*\\],\\n"${list}":\\[\\n`)
  const cut = /^\{"joints":\[(?:"(?:[^"\\]|\\.)*",?)*(?:"[^"]*)?$/
  return (start) =>
    whole.test(start) || (start.length > 250 && cut.test(start)) || start.startsWith(ROS_TRAJECTORY_START)
}

export interface WantedFiles {
  readonly out?: string
  readonly certificate?: string
  readonly trajectory?: string
  readonly signals?: string
  readonly plot?: string
}

export type FileKind = keyof WantedFiles

interface FileRule {
  readonly kind: FileKind
  readonly flag: string
  readonly isOurs: (start: string) => boolean
  readonly what: string
}

const KINDS: readonly FileRule[] = [
  { kind: 'out', flag: '--out', isOurs: beginsWith('waypoints'), what: 'a name for a path' },
  {
    kind: 'certificate',
    flag: '--certificate',
    isOurs: (start) => CERTIFICATE_START.test(start),
    what: 'a name for a certificate',
  },
  { kind: 'trajectory', flag: '--trajectory', isOurs: beginsWith('points'), what: 'a name for a trajectory' },
  { kind: 'signals', flag: '--signals', isOurs: isSignals, what: 'a name for a table of signals' },
  {
    kind: 'plot',
    flag: '--plot',
    isOurs: (start) => start.startsWith(plotStart('coordinate')),
    what: 'a name for an SVG file',
  },
]

export type Places = Readonly<Partial<Record<FileKind, Place>>>

/** `inputs`: files that are read, and must not be written over. */
export async function placesFor(wanted: WantedFiles, inputs: readonly string[]): Promise<Places> {
  const places: Partial<Record<FileKind, Place>> = {}
  const taken = new Map<string, string>()
  for (const file of inputs) {
    const real = await realpath(file).catch(() => undefined)
    if (real !== undefined) taken.set(real, 'a file that is read')
  }
  for (const { kind, flag, isOurs, what } of KINDS) {
    const file = wanted[kind]
    if (file === undefined) continue
    const place = await placeFor(file, isOurs, what)
    const other = place.there === 'device' ? undefined : taken.get(place.real)
    if (other !== undefined) throw new InvalidInputError(flag, file, `another file than ${other}`)
    taken.set(place.real, `that of ${flag}`)
    places[kind] = place
  }
  return places
}

export interface Written {
  readonly file: string
  readonly bytes: number
}

/** All texts are there before the first is written. */
export async function writeFiles(
  places: Places,
  texts: Readonly<Partial<Record<FileKind, string>>>,
): Promise<Partial<Record<FileKind, Written>>> {
  const written: Partial<Record<FileKind, Written>> = {}
  for (const { kind } of KINDS) {
    const [place, text] = [places[kind], texts[kind]]
    if (place === undefined || text === undefined) continue
    await writeAtomically(place, text)
    written[kind] = { file: place.file, bytes: Buffer.byteLength(text) }
  }
  return written
}

/** What to say of files that were asked for and are not written. */
export function notWritten(
  places: Places,
  why: string,
  kinds: readonly FileKind[] = KINDS.map(({ kind }) => kind),
): string[] {
  return kinds.flatMap((kind) => {
    const place = places[kind]
    if (place === undefined) return []
    return [`${why}: ${place.there === 'file' ? `${place.file} is an older one` : `${place.file} is not written`}`]
  })
}

/** How paths and trajectories are written: as Limber has them, or as a JointTrajectory. */
export const FILE_LAYOUTS = ['limber', 'ros'] as const
export type FileLayout = (typeof FILE_LAYOUTS)[number]

/** Refuses a layout that cannot have the world's joints, before any work is done. */
export function checkLayout({ variables }: World, layout: FileLayout): void {
  if (layout !== 'ros') return
  try {
    rosJoints(variables)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    throw new InvalidInputError('--format', layout, `limber: ${error.message}`)
  }
}

/** The text of a path file: one waypoint a line. */
export function pathText(
  { variables }: World,
  path: readonly ArrayLike<number>[],
  layout: FileLayout = 'limber',
  times?: readonly number[] | undefined,
): string {
  if (layout === 'ros') {
    return writeJointTrajectory({ joints: variables, waypoints: path.map((q) => Array.from(q)) })
  }
  const lines = path.map((q) => JSON.stringify(Array.from(q)))
  const clock = times === undefined ? '' : `,\n"times":${JSON.stringify(times)}`
  return `{"joints":${JSON.stringify(variables)},\n"waypoints":[\n${lines.join(',\n')}\n]${clock}}\n`
}
