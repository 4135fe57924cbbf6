// `limber allow` on real robots, as a user runs it: how many pairs are decided, in how many cells and seconds, and what it says of
// the robots' own lists of exemptions. The robots are those of the folder that LIMBER_DATA names; without it, one by formula.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AllowedPairsDocument } from '../src/entries/robots.js'
import type { Bench } from './bench.js'
import { DATA_ROBOTS, type DataRobot, type RobotFiles } from './data-robots.js'

/** What deep tests check pair by pair too; the PR2 would take them hours. */
export const ALLOW_ROBOTS: readonly DataRobot[] = ['panda', 'ur5', 'fetch', 'irb2400', 'iiwa', 'fanuc', 'shadow']
const BENCH_ROBOTS: readonly DataRobot[] = [...ALLOW_ROBOTS, 'pr2']

interface Row {
  readonly robot: string
  readonly pairs: number
  /** Pairs that are not adjacent, and how many of them are decided. */
  readonly apart: number
  readonly decided: number
  readonly classes: Readonly<Record<string, number>>
  /** Of proofs with up to four joints between, and of all. */
  readonly mostCellsOfFour: number
  readonly mostCells: number
  readonly cells: number
  readonly seconds: number
  readonly confirmed: number
  readonly unsafe: readonly string[]
  readonly wasteful: readonly string[]
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export const allow: Bench = {
  name: 'allow',
  /** `--robot=panda`: one robot of the data folder, also one that is not in the list; nothing is kept. */
  async run(quick, progress, { robot } = {}) {
    const data = process.env.LIMBER_DATA
    const folder = data === undefined ? undefined : join(data, 'robots')
    const real = folder !== undefined && existsSync(folder)
    const base = real ? folder : join(root, 'examples')
    const all = real
      ? (Object.keys(DATA_ROBOTS) as DataRobot[])
          .filter((name) => name === robot || BENCH_ROBOTS.includes(name))
          .map((name) => ({ name, files: DATA_ROBOTS[name] }))
      : [{ name: 'arm', files: { urdf: 'arm.urdf' } }]
    const chosen = all.filter(({ name }) => robot === undefined || name === robot).slice(0, quick ? 2 : undefined)
    const notes = real ? [] : ['LIMBER_DATA names no folder with robots: one of examples/ stands in']
    const rows: Row[] = []
    for (const [k, { name, files }] of chosen.entries()) {
      progress(k / chosen.length, name)
      if (existsSync(join(base, files.urdf))) rows.push(await judge(name, files, base))
      else notes.push(`${name} is not there`)
    }
    return {
      rows,
      about: { threads: cpus().length, notes },
      keep: robot === undefined && real,
      text: [...notes, ...rows.flatMap(lines)].join('\n'),
    }
  },
}

async function judge(name: string, { urdf, srdf, packages = {} }: RobotFiles, folder: string): Promise<Row> {
  const place = mkdtempSync(join(tmpdir(), 'limber-allow-'))
  try {
    const report = join(place, 'report.json')
    const list = srdf === undefined ? undefined : join(folder, srdf)
    const began = performance.now()
    await run([
      'allow',
      join(folder, urdf),
      ...['--report', report, '--root', folder],
      ...Object.entries(packages).flatMap(([key, to]) => ['--package', `${key}=${join(folder, to)}`]),
      ...(list !== undefined && existsSync(list) ? ['--against', list] : []),
    ])
    const seconds = (performance.now() - began) / 1000
    return rowOf(name, JSON.parse(readFileSync(report, 'utf8')) as AllowedPairsDocument, seconds)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Exit codes 1 and 3 are findings, not failures. */
function run(args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, 'dist', 'bin', 'limber.js'), ...args])
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said += text
    })
    child.stdout.resume()
    child.on('error', fail)
    child.on('close', (code) => (code === 2 || code === null ? fail(new Error(said)) : done()))
  })
}

function rowOf(robot: string, { limits, pairs }: AllowedPairsDocument, seconds: number): Row {
  const apart = pairs.filter(({ adjacent }) => !adjacent)
  const classes: Record<string, number> = {}
  for (const pair of pairs) classes[pair.class] = (classes[pair.class] ?? 0) + 1
  const most = (list: typeof pairs): number => list.reduce((top, { cells }) => Math.max(top, cells), 0)
  const unsafe = pairs.filter(({ srdf }) => srdf === 'unsafe')
  const shown = (witness: readonly number[] = []): string =>
    witness.map((x, i) => `${limits[i]!.joint} ${Number(x.toFixed(8))}`).join(', ')
  return {
    robot,
    pairs: pairs.length,
    apart: apart.length,
    decided: apart.filter((pair) => pair.class !== 'undecided').length,
    classes,
    mostCellsOfFour: most(pairs.filter(({ joints }) => joints.length <= 4)),
    mostCells: most(pairs),
    cells: pairs.reduce((sum, { cells }) => sum + cells, 0),
    seconds: Number(seconds.toFixed(1)),
    confirmed: pairs.filter(({ srdf }) => srdf === 'confirmed').length,
    unsafe: unsafe.map(
      ({ a, b, depth = 0, witness }) => `${a} – ${b}: ${(1000 * depth).toFixed(1)} mm deep at ${shown(witness)}`,
    ),
    wasteful: pairs.filter(({ srdf }) => srdf === 'wasteful').map(({ a, b }) => `${a} – ${b}`),
  }
}

function lines(row: Row): string[] {
  const { robot, pairs, apart, decided, classes, mostCellsOfFour, mostCells, cells, seconds } = row
  const kinds = Object.entries(classes).map(([kind, count]) => `${count} ${kind}`)
  return [
    `${robot}: ${decided} of ${apart} pairs decided that are not adjacent (${pairs} in all: ${kinds.join(', ')}); ${seconds} s`,
    `  cells: at most ${mostCells} a pair (${mostCellsOfFour} with up to four joints between), ${cells} in all`,
    ...(row.confirmed + row.unsafe.length + row.wasteful.length === 0
      ? ['  no list of its own']
      : [`  its own list: ${row.confirmed} confirmed, ${row.unsafe.length} unsafe, ${row.wasteful.length} wasteful`]),
    ...row.unsafe.map((pair) => `    unsafe ${pair}`),
    ...(row.wasteful.length === 0 ? [] : [`    checked, and never touch: ${row.wasteful.join('; ')}`]),
  ]
}
