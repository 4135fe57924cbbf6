// Figures of the docs are those of committed results.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

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

test("the README's figures are those of the results", () => {
  const figures = made('readmeFigures') as string[]
  expect(figures.length).toBeGreaterThan(10)
  const readme = read('README.md')
  expect(figures.filter((figure) => !readme.includes(figure))).toEqual([])
})

test('the README has at most 8 kB', () => {
  const bytes = Buffer.byteLength(read('README.md'))
  console.log(`README.md: ${bytes} bytes`)
  expect(bytes).toBeLessThanOrEqual(8000)
})
