// A process for chunks of jobs in which structures called `fault-…` go wrong when they are looked at.
import { Libraries } from '../../../dist/node/batch/disk-library.js'
import { serveChunks } from '../../../dist/node/batch/serve-chunks.js'

const libraries = new Libraries()
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
await serveChunks((place) => {
  const library = libraries.at(place)
  return {
    ...library,
    structure: async (path) => (path.startsWith('fault-') ? faulty(path.slice(6)) : library.structure(path)),
  }
})
