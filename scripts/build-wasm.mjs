// Compiles wasm/chain.ts with AssemblyScript and writes the bytes to src/chains/chain-wasm-bytes.ts. That file is part of
// the repository, so only who changes wasm/ needs the compiler. `--check` writes nothing: exit 1 if the file is not what
// the sources give, 2 if the compiler is not installed.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const target = join(root, 'src', 'chains', 'chain-wasm-bytes.ts')
const check = process.argv.includes('--check')

let asc
try {
  asc = await import('assemblyscript/asc')
} catch {
  console.error('limber: AssemblyScript is not installed: run `npm ci` first.')
  process.exit(2)
}

const options = [
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--noAssert',
  '--enable',
  'simd,bulk-memory',
]
const { error, binary, stderr } = await compile([...options, '-O3', '--converge', '--shrinkLevel', '2'])
if (error !== null) {
  console.error(`${stderr}limber: wasm/chain.ts could not be compiled: ${error.message}`)
  process.exit(1)
}
const text = `// Made by scripts/build-wasm.mjs from wasm/: do not edit.
/** The WebAssembly module of chain-wasm.ts, in base64. ${binary.length} bytes. */
export const CHAIN_WASM =
  '${Buffer.from(binary).toString('base64')}'
`
if (!check) {
  writeFileSync(target, text)
  console.error(`limber: ${binary.length} bytes of WebAssembly`)
} else if (readFileSync(target, 'utf8') !== text) {
  console.error('limber: src/chains/chain-wasm-bytes.ts is not what wasm/ gives: run `npm run build:wasm`.')
  process.exit(1)
}

async function compile(flags) {
  let binary
  const result = await asc.main(['chain.ts', '--outFile', 'chain.wasm', ...flags], {
    readFile: (name, base) => {
      try {
        return readFileSync(join(root, 'wasm', base ?? '.', name), 'utf8')
      } catch {
        return null
      }
    },
    writeFile: (name, contents) => {
      if (name.endsWith('.wasm')) binary = contents
    },
    listFiles: () => [],
  })
  return { error: result.error, binary, stderr: result.stderr.toString() }
}
