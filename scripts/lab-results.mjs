// Makes the results that the studio's Lab shows: `npm run lab:results [-- name …] [-- --quick]` writes lab/results/<name>.json, the
// documents of `limber lab <name> --json`, and <name>.txt, what it prints without it. Times are those of the machine it runs on: let nothing else run meanwhile.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { experiments } from '../dist/lab/index.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const given = process.argv.slice(2)
const quick = given.includes('--quick')
const names = given.filter((one) => !one.startsWith('--'))
const unknown = names.filter((name) => !experiments.some((one) => one.name === name))
if (unknown.length > 0) {
  console.error(`There is no experiment ${unknown.join(', ')}: ${experiments.map((one) => one.name).join(', ')}.`)
  process.exit(1)
}
await mkdir(join(root, 'lab', 'results'), { recursive: true })
for (const experiment of experiments) {
  if (names.length > 0 && !names.includes(experiment.name)) continue
  const from = performance.now()
  let told = from
  const { document, text, good } = await experiment.run(quick ? { quick: true } : {}, (share, label) => {
    if (performance.now() - told < 10_000) return undefined
    told = performance.now()
    console.error(`${experiment.name}: ${(100 * share).toFixed(0)} %, ${label}`)
    return undefined
  })
  const place = join(root, 'lab', 'results', experiment.name)
  await writeFile(`${place}.json`, `${JSON.stringify(document)}\n`)
  await writeFile(`${place}.txt`, `${text}\n`)
  const seconds = ((performance.now() - from) / 1000).toFixed(0)
  console.log(`${experiment.name}: ${seconds} s${good ? '' : ', and something came out that must not'}`)
}
