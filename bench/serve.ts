// `limber serve` from Python: how long a collision test of a warm world takes, there and back; and how fast many configurations in one
// call are, beside the library itself in this process. Rounds alternate.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { loadScene } from '../node/read-scene.js'
import { parseScene, Random, type World } from '../src/entries/robots.js'
import { type Bench, roundFigure } from './bench.js'
import { DATA_ROBOTS } from './data-robots.js'
import { median } from './interleave.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Configurations in one call. */
const MANY = 1000

interface Round {
  readonly seconds: number
  readonly hits: number
  /** Of single calls. */
  readonly median: number | null
}

export const serve: Bench = {
  name: 'serve',
  async run(quick, progress) {
    const { name, folder, scene } = chooseScene()
    const { world } = await loadScene(parseScene(scene), join(folder, 'scene'), { root: folder })
    const rows = configurations(world, quick ? 2 * MANY : 10 * MANY)
    const place = mkdtempSync(join(tmpdir(), 'limber-bench-'))
    const file = join(place, 'rows')
    writeFileSync(file, rows)
    const python = startPython(folder, [JSON.stringify(scene), folder, file])
    try {
      const singles = quick ? 500 : 2000
      const rounds = quick ? 3 : 9
      const single: number[] = []
      const rates: { library: number; served: number }[] = []
      let hits = 0
      // One round more, first, that is not counted: it is the compiler's.
      for (let r = -1; r < rounds; r++) {
        progress((r + 1) / (rounds + 1), name)
        const one = await python.round(`single ${singles}`)
        const [library, served] =
          r % 2 === 0
            ? [runLibrary(world, rows), await python.round(`many ${MANY}`)]
            : await inOtherOrder(world, rows, python)
        if (library.hits !== served.hits)
          throw new Error(`${served.hits} collisions served, ${library.hits} in the library`)
        hits = library.hits
        if (r < 0) continue
        single.push(1e6 * one.median!)
        const count = rows.length / world.dof
        rates.push({ library: count / library.seconds, served: count / served.seconds })
      }
      const row = {
        ...{ scene: name, configurations: rows.length / world.dof, collisions: hits, rounds },
        singleMicros: roundFigure(median(single)),
        libraryPerSecond: roundFigure(median(rates.map(({ library }) => library))),
        servedPerSecond: roundFigure(median(rates.map(({ served }) => served))),
        ratio: roundFigure(median(rates.map(({ library, served }) => served / library))),
      }
      const text = [
        `${name}: ${row.configurations} configurations, ${hits} collide, median of ${rounds} rounds`,
        `  one configuration per call, from Python and back: ${row.singleMicros} µs`,
        `  ${MANY} in a call: ${row.servedPerSecond} per second; the library: ${row.libraryPerSecond}; ratio ${row.ratio}`,
      ]
      return { rows: [row], text: text.join('\n') }
    } finally {
      python.close()
      rmSync(place, { recursive: true, force: true })
    }
  },
}

async function inOtherOrder(world: World, rows: Float64Array, python: Python): Promise<[Round, Round]> {
  const served = await python.round(`many ${MANY}`)
  return [runLibrary(world, rows), served]
}

/** A Panda among boxes where the data folder has one, else the arm of examples/. */
function chooseScene(): { readonly name: string; readonly folder: string; readonly scene: object } {
  const box = (name: string, size: number[], xyz: number[]): object => ({
    ...{ name, shape: { kind: 'box', size }, pose: { xyz } },
  })
  const obstacles = [
    box('shelf', [0.4, 1, 0.02], [0.6, 0, 0.5]),
    box('post', [0.05, 0.05, 1], [0.4, 0.4, 0.5]),
    box('wall', [0.02, 2, 1], [-0.6, 0, 0.5]),
  ]
  const data = join(process.env.LIMBER_DATA ?? '', 'robots')
  const real = process.env.LIMBER_DATA !== undefined && existsSync(join(data, DATA_ROBOTS.panda.urdf))
  const robot = real ? { name: 'panda', ...DATA_ROBOTS.panda } : { name: 'arm', urdf: 'arm.urdf', srdf: 'arm.srdf' }
  const folder = real ? data : join(root, 'examples')
  return { name: real ? 'Panda' : 'arm of examples/', folder, scene: { limber: 1, robots: [robot], obstacles } }
}

function configurations(world: World, count: number): Float64Array {
  const random = new Random(1)
  return Float64Array.from({ length: count * world.dof }, (_, i) => {
    const k = i % world.dof
    return random.range(world.lower[k]!, world.upper[k]!)
  })
}

function runLibrary(world: World, rows: Float64Array): Round {
  const start = performance.now()
  let hits = 0
  for (let at = 0; at < rows.length; at += world.dof) if (world.collides(rows.subarray(at, at + world.dof))) hits++
  return { seconds: (performance.now() - start) / 1000, hits, median: null }
}

interface Python {
  round(what: string): Promise<Round>
  close(): void
}

function startPython(folder: string, words: readonly string[]): Python {
  const script = join(root, 'bench', 'serve', 'rounds.py')
  const env = {
    ...process.env,
    PYTHONPATH: join(root, 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
    LIMBER_COMMAND: `"${process.execPath}" "${join(root, 'dist', 'bin', 'limber.js')}"`,
  }
  const child = spawn('python3', [script, ...words], { env, cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async round(what) {
      child.stdin.write(`${what}\n`)
      const { value, done } = await lines.next()
      if (done === true) throw new Error('Python has ended: it needs numpy')
      return JSON.parse(value) as Round
    },
    close: () => child.stdin.end(),
  }
}
