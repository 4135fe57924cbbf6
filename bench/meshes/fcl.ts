// FCL through bench/native/fcl.cpp, compiled at need into dist/ with what pkg-config says. One process a scene; it is given
// its turn by a line on its standard input and times its queries itself.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { MeshData } from '../../scenes/index.js'
import { type BenchScene, type MeshContender, type MeshOp, type Peer, PeerMissingError } from './contender.js'

/** As Debian builds the library, but for the assertions in its headers. Other instruction sets than its own would crash it. */
const COMPILER = 'g++'
const FLAGS = ['-O2', '-DNDEBUG']

interface Variant {
  readonly volume: string
  readonly name: string
  readonly op: MeshOp
  /** Contact points or nearest points as well. */
  readonly points: boolean
  /** The way that is compared with first. */
  readonly main?: true
}

const VARIANTS: readonly Variant[] = [
  { volume: 'obb', name: 'FCL OBB', op: 'collide', points: false, main: true },
  { volume: 'obb', name: 'FCL OBB, contact', op: 'collide', points: true },
  { volume: 'obbrss', name: 'FCL OBBRSS', op: 'collide', points: false },
  { volume: 'rss', name: 'FCL RSS', op: 'distance', points: false, main: true },
  { volume: 'rss', name: 'FCL RSS, points', op: 'distance', points: true },
  { volume: 'obbrss', name: 'FCL OBBRSS', op: 'distance', points: false },
]

const HOW = {
  collide: 'fcl::collide, first contact only',
  distance: 'fcl::distance, rel_err 0, abs_err 0',
}

export async function loadFcl(): Promise<Peer> {
  const program = compile()
  const { version } = await open(
    program,
    { name: '', a: POINT, b: POINT, poses: [], ops: [] },
    ({ version, close }) => {
      close()
      return { version }
    },
  )
  return {
    name: 'FCL',
    version,
    contenders: (scene, all) => open(program, scene, (talk) => contenders(talk, all)),
    builders: (mesh) =>
      open(program, { name: '', a: mesh, b: POINT, poses: [], ops: [] }, ({ ask, close }) =>
        ['obb', 'rss', 'obbrss'].map((volume, k) => ({
          name: `FCL ${volume.toUpperCase()}`,
          how: 'BVHModel, its default split',
          run: async () => (await ask(`build ${volume}`)) as { micros: number; bytes: number },
          ...(k === 0 ? { close } : {}),
        })),
      ),
  }
}

/** A mesh that costs nothing to build, where only the other one matters. */
const POINT: MeshData = { positions: new Float64Array(9), triangles: Uint32Array.of(0, 1, 2) }

function contenders({ ask, close }: Talk, all: boolean): MeshContender[] {
  return VARIANTS.filter(({ main }) => all || main).map(({ volume, name, op, points }, k): MeshContender => {
    const how = points ? `${HOW[op]}, ${op === 'collide' ? 'enable_contact' : 'enable_nearest_points'}` : HOW[op]
    return {
      name,
      how: { [op]: how },
      precision: 'double',
      run: async (_, count) => {
        const { micros, answers } = (await ask(`${op} ${volume} ${Number(points)} 0 ${count}`)) as {
          micros: number[]
          answers: number[]
        }
        // Where meshes touch, FCL gives 0 or less.
        return { micros: Float64Array.from(micros), answers: Float64Array.from(answers, (d) => Math.max(0, d)) }
      },
      ...(points
        ? {}
        : {
            counts: async (_: MeshOp, count: number) => {
              const { bvTests, triangleTests } = (await ask(`counts ${op} ${volume} ${count}`)) as {
                bvTests: number
                triangleTests: number
              }
              return { volumeTests: bvTests, triangleTests }
            },
          }),
      // All of them share one process.
      ...(k === 0 ? { close } : {}),
    }
  })
}

/** The program's path, compiled if its source or the flags have changed. */
function compile(): string {
  const flags = spawnSync('pkg-config', ['--cflags', '--libs', 'fcl'], { encoding: 'utf8' })
  if (flags.error !== undefined || flags.status !== 0) {
    throw new PeerMissingError('pkg-config finds no FCL (on Debian: apt install libfcl-dev pkg-config g++)')
  }
  // dist/bench/meshes/fcl.js → bench/native
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
  const source = join(root, 'bench', 'native', 'fcl.cpp')
  const folder = join(root, 'dist', 'bench', 'native')
  const libraries = flags.stdout.trim().split(/\s+/)
  const hash = createHash('sha256')
    .update(readFileSync(source))
    .update([COMPILER, ...FLAGS, ...libraries].join(' '))
  const program = join(folder, `fcl-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  // Under another name first, so that a compilation that is broken off leaves no program behind.
  const unfinished = `${program}.${process.pid}`
  const made = spawnSync(COMPILER, [...FLAGS, source, ...libraries, '-o', unfinished], { encoding: 'utf8' })
  if (made.error !== undefined) throw new PeerMissingError(`${COMPILER} cannot be started: ${made.error.message}`)
  if (made.status !== 0) throw new PeerMissingError(`bench/native/fcl.cpp does not compile:\n${made.stderr}`)
  renameSync(unfinished, program)
  return program
}

interface Talk {
  readonly version: string
  readonly ask: (command: string) => Promise<unknown>
  readonly close: () => void
}

/** Starts the program on a scene and waits until its trees are built. */
async function open<T>(program: string, scene: BenchScene, use: (talk: Talk) => T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'limber-bench-'))
  const file = join(folder, 'scene.bin')
  writeFileSync(file, sceneBytes(scene))
  const child: ChildProcess = spawn(program, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the FCL program has ended; what it said is above')
    return JSON.parse(value)
  }
  const { version } = (await next()) as { version: string }
  rmSync(folder, { recursive: true })
  return use({
    version,
    ask: (command) => {
      child.stdin!.write(`${command}\n`)
      return next()
    },
    close: () => child.stdin!.end(),
  })
}

/** The format is described in fcl.cpp. */
function sceneBytes({ a, b, poses }: BenchScene): Buffer {
  const counts = Int32Array.of(
    a.positions.length / 3,
    a.triangles.length / 3,
    b.positions.length / 3,
    b.triangles.length / 3,
    poses.length,
  )
  const parts = [counts, a.positions, b.positions, ...poses, a.triangles, b.triangles]
  return Buffer.concat(parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)))
}
