// The checker of words finds banned turns where people read them, and nowhere else. That the sources have none is a step of the lint.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** What the checker prints of a file with this text: the lines and turns. */
function found(text: string): string[] {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist', 'words-'))
  try {
    const file = join(folder, 'sample.tsx')
    writeFileSync(file, text)
    const run = spawnSync(process.execPath, ['scripts/lint-words.mjs', relative(root, file)], {
      cwd: root,
      encoding: 'utf8',
    })
    const lines = [...run.stderr.matchAll(/sample\.tsx:(\d+): "([^"]*)": write /g)].map((m) => `${m[1]} ${m[2]}`)
    expect(run.status).toBe(lines.length > 0 ? 1 : 0)
    return lines
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('comments, strings, templates and JSX texts are checked, across line ends too', () => {
  expect(found('// Boxes are built anew.\nexport {}\n')).toEqual(['1 anew'])
  expect(found("// A.\n// It goes\n// on.\nexport const a = 'after so many steps'\n")).toEqual([
    '4 so many',
    '2 goes on',
  ])
  expect(found('// A.\nexport const b = `all of it is told`\n')).toEqual(['2 is told'])
  expect(found('// A.\nexport const c = <p>Nobody is here.</p>\n')).toEqual(['2 Nobody'])
  expect(found('export const d = 1\n\n/**\n * It goes\n * on.\n */\nexport const e = 2 // For anybody.\n')).toEqual([
    '4 goes on',
    '7 anybody',
  ])
})

test('names, keys and good turns pass', () => {
  const good = [
    '// So many as there are; there is no other, and there is none. No larger than that, or no longer.',
    "export const parted = 'anew'",
    '// It goes',
    'export const on = 1',
    "export const a = 'so long as it holds'",
  ]
  expect(found(`${good.join('\n')}\n`)).toEqual([])
})
