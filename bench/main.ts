// `npm run bench -- [name …] [--quick] [--option=value …]`: side by side in one run; results as JSON in bench/results.
// `npm run bench -- [name …] --against FOLDER [--quick]`: this build beside another one. `speed`: item by item (speed/).
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BothCases, compareBuilds, compareTable, compareVerdict, FULL, QUICK } from './against/compare.js'
import { findBuild, type LoadedBuild, loadBuild } from './against/load-build.js'
import { OWN_CASES } from './against/own-cases.js'
import { allow } from './allow.js'
import { readArguments } from './arguments.js'
import { batch } from './batch.js'
import type { Bench } from './bench.js'
import { bend } from './bend.js'
import { cells } from './cells.js'
import { chains } from './chains.js'
import { drag } from './drag.js'
import { gpuSegments } from './gpu/segments.js'
import { gpu } from './gpu.js'
import { keepResult } from './keep-result.js'
import { meshes } from './meshes.js'
import { motions } from './motions.js'
import { necklaces } from './necklaces.js'
import { planning } from './planning.js'
import { proteins } from './proteins.js'
import { roadmapBench } from './roadmap.js'
import { serve } from './serve.js'
import { solids } from './solids.js'
import { compareSpeed } from './speed.js'
import { worlds } from './worlds.js'

const BENCHES: readonly Bench[] = [
  allow,
  batch,
  bend,
  cells,
  chains,
  drag,
  gpu,
  gpuSegments,
  meshes,
  motions,
  necklaces,
  planning,
  proteins,
  roadmapBench,
  serve,
  solids,
  worlds,
]

try {
  const { names, quick, against, options } = readArguments(process.argv.slice(2))
  const unknown = names.filter((name) => name !== 'speed' && !BENCHES.some((bench) => bench.name === name))
  if (unknown.length > 0) {
    throw new Error(`no bench is called ${unknown.join(', ')}; there is ${BENCHES.map((b) => b.name).join(', ')}`)
  }
  if (names.includes('speed')) {
    if (against === undefined || names.length > 1) throw new Error('speed stands alone, with --against FOLDER')
    await compareSpeed(findBuild(resolve(process.env.INIT_CWD ?? '.', against)), quick, options, show, clear)
  } else if (against === undefined) await run(names, quick, options)
  else await compare(names, quick, against)
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 2
}

async function run(names: readonly string[], quick: boolean, options: Readonly<Record<string, string>>): Promise<void> {
  for (const bench of BENCHES.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const result = await bench.run(quick, show, options)
    clear()
    console.log(result.text)
    // dist/bench/main.js → bench/results
    const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'bench', 'results')
    if (!quick) keepResult(bench.name, result, folder)
  }
}

/** What this build does beside what another does, on the same inputs. Printed only: the figures are of two builds. */
async function compare(names: readonly string[], quick: boolean, against: string): Promise<void> {
  const unable = names.filter((name) => OWN_CASES[name] === undefined)
  if (unable.length > 0) throw new Error(`--against: ${unable.join(', ')} cannot be compared with another build`)
  // npm changes to the checkout's root; a relative folder is one of the caller's.
  const dist = findBuild(resolve(process.env.INIT_CWD ?? '.', against))
  for (const name of names.length === 0 ? Object.keys(OWN_CASES) : names) {
    const loaded: LoadedBuild[] = []
    const load = async (pass: number): Promise<BothCases> => {
      // Who comes first changes from pass to pass.
      const order = pass % 2 === 0 ? [undefined, dist] : [dist, undefined]
      const [first, second] = [await loadBuild(order[0]), await loadBuild(order[1])]
      loaded.push(first, second)
      const cases = [await first.cases[name]!(quick), await second.cases[name]!(quick)] as const
      return pass % 2 === 0 ? cases : [cases[1], cases[0]]
    }
    try {
      const rows = await compareBuilds(load, quick ? QUICK : FULL, show)
      clear()
      console.log(`${name}, this build against ${against}\n\n${compareTable(rows)}\n\n${compareVerdict(rows)}\n`)
    } finally {
      for (const build of loaded) build.close()
    }
  }
}

function clear(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}

function show(share: number, label: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${Math.round(share * 100)} % ${label}`)
}
