// `npm run bench -- [name] [--quick]`: side by side in one run; results as JSON in bench/results.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatNumber, formatTable } from '../lab/table.js'
import { benchChains } from './chains.js'

const BENCHES = ['chains'] as const

const quick = process.argv.includes('--quick')
const names = process.argv.slice(2).filter((a) => !a.startsWith('-'))
const unknown = names.filter((n) => !BENCHES.some((b) => b === n))
if (unknown.length > 0) {
  console.error(`bench: no bench is called ${unknown.join(', ')}; there is ${BENCHES.join(', ')}`)
  process.exit(2)
}

for (const name of names.length > 0 ? names : BENCHES) {
  const rows = benchChains(quick ? [1000] : [1000, 10_000], quick ? 500 : 2000, quick ? 3 : 9, show)
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  const titles = ['links', 'variant', 'µs a step', 'ratio', 'box tests', 'link tests', 'nodes']
  console.log(
    formatTable(
      titles,
      rows.map(({ n, variant, stepMicros, ratio, boxTests, primitiveTests, nodesUpdated }) => [
        n.toLocaleString('en'),
        variant,
        ...[stepMicros, ratio, boxTests, primitiveTests, nodesUpdated].map(formatNumber),
      ]),
      2,
    ),
  )
  // dist/bench/main.js → bench/results
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length }
  if (!quick)
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ bench: name, machine, rows }, null, 2)}\n`)
}

function show(share: number, label: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${Math.round(share * 100)} % ${label}`)
}
