// Figures of the docs are those of committed results.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { MOST_TRIANGLE_PAIRS } from '../../src/base/work/pair-list.js'
import { MOST_BEAD_PAIRS } from '../../src/chains/necklace/necklace-visitors.js'
import { MESH_MAX_BYTES } from '../../src/formats/meshes/parse-mesh.js'
import { MOLECULE_MAX_BYTES } from '../../src/formats/molecules/frames-data.js'
import { LIMIT_TOLERANCE } from '../../src/robots/motion/motion-limits.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What a function of scripts/figures.mjs returns. */
function made(name: string): unknown {
  const script = JSON.stringify(pathToFileURL(join(root, 'scripts', 'figures.mjs')).href)
  const code = `import { ${name} } from ${script}\nprocess.stdout.write(JSON.stringify(${name}()))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }))
}

test('docs/figures.md is what scripts/figures.mjs writes: run it after a bench', () => {
  expect(read('docs/figures.md')).toBe(made('figuresPage'))
})

test('figures that pages quote are those of the results', () => {
  const pages = made('quotedFigures') as Readonly<Record<string, readonly string[]>>
  const all = Object.entries(pages).flatMap(([page, figures]) => figures.map((figure) => ({ page, figure })))
  expect(all.length).toBeGreaterThan(25)
  expect(all.filter(({ page, figure }) => !read(page).includes(figure))).toEqual([])
})

test('limits that pages quote are those of the sources', () => {
  const [triangles, beads] = [MOST_TRIANGLE_PAIRS, MOST_BEAD_PAIRS].map((count) => Math.floor(count / 1e6))
  const conventions = read('docs/concepts/conventions.md')
  expect(conventions).toContain(`${triangles} million of triangles, ${beads} million of beads`)
  const scale = read('docs/guides/scale.md')
  expect(scale).toContain(`${triangles} million pairs of triangles or ${beads} million pairs of beads`)
  expect(scale).toContain(
    `${MESH_MAX_BYTES / 2 ** 20} MiB a mesh, ${MOLECULE_MAX_BYTES / 2 ** 30} GiB a file of molecules`,
  )
  for (const page of ['concepts/free', 'guides/motions']) {
    expect(read(`docs/${page}.md`)).toContain(`up to ${LIMIT_TOLERANCE.toExponential().replace('+', '')} `)
  }
})

test('the README has at most 8 kB', () => {
  const bytes = Buffer.byteLength(read('README.md'))
  console.log(`README.md: ${bytes} bytes`)
  expect(bytes).toBeLessThanOrEqual(8000)
})
