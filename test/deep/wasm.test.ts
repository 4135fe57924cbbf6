// The bytes of WebAssembly in the repository are those that the compiler makes of wasm/.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

test('the bytes in the repository are what wasm/ gives', { timeout: 300_000 }, (context) => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'build-wasm.mjs'), '--check'], {
    encoding: 'utf8',
  })
  if (status === 2) context.skip('AssemblyScript is not installed')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
