// Makes the results that the studio's Lab shows: `npm run lab:results [-- name …]` runs experiments in full and writes
// lab/results/<name>.json, the documents of `limber lab <name> --json`, and <name>.txt, what it prints without it, and
// docs/papers.md, which is made from all of them. Times are those of the machine: let nothing else run on it. Ctrl-C (or SIGTERM)
// prints what there is; finished parts are kept in lab/results/.partial, and the next call of the same build resumes after them.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { experiments, runExperiment } from '../dist/lab/index.js'
import { KeptFile } from '../dist/lab/kept-parts.js'
import { papersPage } from '../dist/lab/papers.js'
import { readResults } from '../dist/lab/read-results.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const results = join(root, 'lab', 'results')
const names = process.argv.slice(2)
const unknown = names.filter((name) => !experiments.some((one) => one.name === name))
if (unknown.length > 0) {
  console.error(`There is no experiment ${unknown.join(', ')}: ${experiments.map((one) => one.name).join(', ')}.`)
  process.exit(2)
}

if (!process.env.LIMBER_DATA) {
  console.error('Committed results are made with LIMBER_DATA set: some experiments use its structures and meshes.')
  process.exit(2)
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    // The second time at once.
    if (stop.signal.aborted) process.exit(130)
    stop.abort()
  })
}

const build = await hashOf(['src', 'lab', 'scenes'])
await mkdir(results, { recursive: true })
for (const experiment of experiments) {
  if (names.length > 0 && !names.includes(experiment.name)) continue
  const options = experiment.full ?? {}
  const of = `${build} ${JSON.stringify(experiment.plan(options))}`
  const kept = await KeptFile.open(join(results, '.partial', `${experiment.name}.json`), of)
  if (kept.size > 0) console.error(`${experiment.name}: ${kept.size} parts are there from before`)
  const { document, text, good, complete } = await runExperiment(experiment, options, progressOf(experiment.name), {
    signal: stop.signal,
    kept,
  })
  if (!complete) {
    console.log(text)
    console.error(`${experiment.name}: stopped. The next call resumes after ${kept.size} finished parts.`)
    process.exit(130)
  }
  const place = join(results, experiment.name)
  await writeFile(`${place}.json`, `${JSON.stringify(document)}\n`)
  await writeFile(`${place}.txt`, `${text}\n`)
  await writeFile(join(root, 'docs', 'papers.md'), `${papersPage(await readResults(results))}\n`)
  await kept.remove()
  console.log(`${experiment.name}: ${document.run.seconds} s${good ? '' : '; a required result is missing'}`)
}

/** A line every ten seconds; signals are heard in between. */
function progressOf(name) {
  let reported = performance.now()
  let paused = reported
  return (share, label) => {
    const time = performance.now()
    if (time - reported >= 10_000) {
      reported = time
      console.error(`${name}: ${(100 * share).toFixed(0)} %, ${label}`)
    }
    if (time - paused < 100) return undefined
    paused = time
    return setImmediate()
  }
}

/** Of the built code: parts made by other code are not mixed with those of this one. */
async function hashOf(folders) {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const files = await readdir(join(root, 'dist', folder), { recursive: true })
    for (const file of files.filter((one) => one.endsWith('.js')).sort()) {
      hash.update(file).update(await readFile(join(root, 'dist', folder, file)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
