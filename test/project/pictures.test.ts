// Pictures of the docs that the engine draws are what it draws now.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

test('docs/pictures/rod.svg is what scripts/picture-rod.mjs draws', () => {
  const script = pathToFileURL(join(root, 'scripts', 'picture-rod.mjs')).href
  const code = `import { rodPicture } from ${JSON.stringify(script)}\nprocess.stdout.write(await rodPicture())`
  const drawn = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(drawn).toBe(readFileSync(join(root, 'docs', 'pictures', 'rod.svg'), 'utf8'))
})
