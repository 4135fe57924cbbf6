// Pictures of the docs that the engine draws are what it draws now.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

test('docs/pictures has what the scripts draw', { timeout: 30_000 }, () => {
  const script = (name: string): string => JSON.stringify(pathToFileURL(join(root, 'scripts', name)).href)
  const code = `import { rodPicture } from ${script('picture-rod.mjs')}
import { PICTURES } from ${script('picture-papers.mjs')}
const drawn = {}
for (const [name, draw] of Object.entries({ 'rod.svg': rodPicture, ...PICTURES })) drawn[name] = await draw()
process.stdout.write(JSON.stringify(drawn))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  const drawn = JSON.parse(printed) as Readonly<Record<string, string>>
  expect(Object.keys(drawn)).toHaveLength(6)
  for (const [name, text] of Object.entries(drawn)) {
    expect(readFileSync(join(root, 'docs', 'pictures', name), 'utf8'), name).toBe(text)
  }
})
