// `npm run bench -- speed --against FOLDER`: this build beside another on what people wait for: plans, proofs, queries, first use.
// `--part=plans,edges` for some of the parts; `--seeds=1,2,3`; `--every=10` for one item in ten. A full run of all parts is kept.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadBuild } from './against/load-build.js'
import { type Progress, roundFigure } from './bench.js'
import { joinSeeds, measureCase, type SpeedRow, speedTable } from './speed/compare-speed.js'
import { firstRows } from './speed/first.js'
import { SPEED_PARTS } from './speed/speed-parts.js'

const FIRST = 'first'
const RUNS = 9

/** `dist`: the other build's. */
export async function compareSpeed(
  dist: string,
  quick: boolean,
  options: Readonly<Record<string, string>>,
  progress: Progress,
  clear: () => void,
): Promise<void> {
  const known = [...Object.keys(SPEED_PARTS), FIRST]
  const names = options.part?.split(',') ?? known
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`speed has no part ${unknown.join(', ')}; there is ${known.join(', ')}`)
  const seeds = (options.seeds ?? (quick ? '1' : '1,2,3')).split(',').map(Number)
  const every = Number(options.every ?? (quick ? 20 : 1))
  const rows: SpeedRow[] = []
  for (const name of names) {
    const part = name === FIRST ? await firstRows(dist, quick ? 3 : RUNS, progress) : await onePart(name)
    clear()
    console.log(part.length === 0 ? `${name}: needs the folder that LIMBER_DATA names\n` : `${speedTable(part)}\n`)
    rows.push(...part)
  }
  if (quick || Object.keys(options).length > 0) return
  const file = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'bench', 'results', 'speed.json')
  mkdirSync(dirname(file), { recursive: true })
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length }
  writeFileSync(file, `${JSON.stringify({ bench: 'speed', machine, seeds, rows: rows.map(plain) }, null, 2)}\n`)

  async function onePart(name: string): Promise<SpeedRow[]> {
    const bySeed: SpeedRow[][] = []
    for (const [s, seed] of seeds.entries()) {
      const loaded = [await loadBuild(), await loadBuild(dist)]
      try {
        const [own, other] = await Promise.all(loaded.map(({ parts }) => parts[name]!({ every, seed })))
        const found: SpeedRow[] = []
        for (const [k, one] of own!.entries()) {
          const within: Progress = (share, label) =>
            progress((s + (k + share) / own!.length) / seeds.length, `${label}, seed ${seed}`)
          found.push(...(await measureCase(one, other![k], within)))
        }
        bySeed.push(found)
      } finally {
        for (const build of loaded) build.close()
      }
    }
    return joinSeeds(bySeed)
  }
}

function plain({
  figure: { name, of, mostRatio, most, rivalOf, leastTimes },
  unit,
  items,
  own,
  other,
}: SpeedRow): object {
  const asked = { mostRatio, most, rivalOf, leastTimes }
  return { name, of, unit, items, own: own.map(roundFigure), other: other.map(roundFigure), ...asked }
}
