// `npm run bench -- [name …] [--quick] [--option=value …]`: side by side in one run; results as JSON in bench/results.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allow } from './allow.js'
import type { Bench } from './bench.js'
import { chains } from './chains.js'
import { meshes } from './meshes.js'
import { motions } from './motions.js'
import { necklaces } from './necklaces.js'
import { planning } from './planning.js'
import { proteins } from './proteins.js'
import { worlds } from './worlds.js'

const BENCHES: readonly Bench[] = [allow, chains, meshes, motions, necklaces, planning, proteins, worlds]

const quick = process.argv.includes('--quick')
const names = process.argv.slice(2).filter((a) => !a.startsWith('-'))
const options = Object.fromEntries(
  process.argv.slice(2).flatMap((a) => {
    const [, name, value] = /^--([a-z]+)=(.*)$/.exec(a) ?? []
    return name === undefined ? [] : [[name, value!]]
  }),
)
const unknown = names.filter((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(`bench: no bench is called ${unknown.join(', ')}; there is ${BENCHES.map((b) => b.name).join(', ')}`)
  process.exit(2)
}

for (const bench of BENCHES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const { rows, about, text, keep = true } = await bench.run(quick, show, options)
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  console.log(text)
  // dist/bench/main.js → bench/results
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length }
  if (!quick && keep && rows.length > 0) {
    const document = { bench: bench.name, machine, ...about, rows }
    writeFileSync(join(folder, `${bench.name}.json`), `${JSON.stringify(document, null, 2)}\n`)
  }
}

function show(share: number, label: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${Math.round(share * 100)} % ${label}`)
}
