// Writes docs/papers.md from the committed results: `node scripts/papers.mjs`, after a build.
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { papersPage } from '../dist/lab/papers.js'
import { readResults } from '../dist/lab/read-results.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
await writeFile(join(root, 'docs', 'papers.md'), `${papersPage(await readResults(join(root, 'lab', 'results')))}\n`)
