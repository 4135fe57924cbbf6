// A process for chunks of jobs in which some structures are not what they seem: `fault-…` goes wrong when it is looked at; `slow-…` is a
// helix that takes a while, and its name is written to the file that LIMBER_TEST_COUNT names, so that executions can be counted.
import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { folderContents } from '../../../dist/node/batch/contents.js'
import { Libraries } from '../../../dist/node/batch/disk-library.js'
import { serveChunks } from '../../../dist/node/batch/serve-chunks.js'
import { readStructure } from '../../../dist/node/index.js'

const SLOW_MILLIS = 20
const [folder] = process.argv.slice(2)
const libraries = new Libraries(folder === undefined ? undefined : folderContents(folder))
const helix = await readStructure(fileURLToPath(new URL('../../../examples/helix.pdb', import.meta.url)))
const faults = {
  throw() {
    throw new TypeError('no reason')
  },
  endless() {
    for (;;);
  },
  abort: () => process.abort(),
  exit: () => process.exit(7),
  memory() {
    const kept = []
    for (;;) kept.push(new Array(1e6).fill(kept.length))
  },
}
const faulty = (name) => new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : faults[name]()) })

function slow(path) {
  appendFileSync(process.env.LIMBER_TEST_COUNT, `${path}\n`)
  for (const end = performance.now() + SLOW_MILLIS; performance.now() < end; );
  return helix
}

await serveChunks((place) => {
  const library = libraries.at(place)
  return {
    ...library,
    async structure(path) {
      if (path.startsWith('slow-')) return slow(path)
      return path.startsWith('fault-') ? faulty(path.slice(6)) : library.structure(path)
    },
  }
})
