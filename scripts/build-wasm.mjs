// Compiles the modules of wasm/ with AssemblyScript and writes their bytes to src/. Those files are part of the repository,
// so only who changes wasm/ needs the compiler. `--check` writes nothing: exit 1 if a file is not what the sources give, 2 if
// the compiler is not installed. `--made-from` compiles nothing either: it looks only whether the files say that they were made from
// these sources.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const check = process.argv.includes('--check')
const sources = createHash('sha256')
for (const name of readdirSync(join(root, 'wasm')).sort()) {
  if (name.endsWith('.ts')) sources.update(name).update(readFileSync(join(root, 'wasm', name)))
}
const head = `// Made by scripts/build-wasm.mjs from wasm/: do not edit. Sources ${sources.digest('hex').slice(0, 16)}.\n`

const MODULES = [
  { source: 'chain', target: 'src/chains/chain/chain-wasm-bytes.ts', user: 'chain-wasm.ts', name: 'CHAIN_WASM' },
  { source: 'mesh-tree', target: 'src/meshes/tree/mesh-wasm-bytes.ts', user: 'mesh-wasm.ts', name: 'MESH_WASM' },
  { source: 'energy', target: 'src/molecules/energy/block-wasm-bytes.ts', user: 'block-wasm.ts', name: 'ENERGY_WASM' },
  { source: 'many', target: 'src/robots/world/many-wasm-bytes.ts', user: 'many-filter.ts', name: 'MANY_WASM' },
]

if (process.argv.includes('--made-from')) {
  const old = MODULES.filter(({ target }) => !readFileSync(join(root, target), 'utf8').startsWith(head))
  for (const { target } of old)
    console.error(`limber: ${target} was made from another wasm/: run \`npm run build:wasm\`.`)
  process.exit(old.length > 0 ? 1 : 0)
}

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
for (const { source, target, user, name } of MODULES) {
  const { error, binary, stderr } = await compile(source, [...options, '-O3', '--converge', '--shrinkLevel', '2'])
  if (error !== null) {
    console.error(`${stderr}limber: wasm/${source}.ts could not be compiled: ${error.message}`)
    process.exit(1)
  }
  const text = `${head}/** The WebAssembly module of ${user}, in base64. ${binary.length} bytes. */
export const ${name} =
  '${Buffer.from(binary).toString('base64')}'
`
  if (!check) {
    writeFileSync(join(root, target), text)
    console.error(`limber: ${source}: ${binary.length} bytes of WebAssembly`)
  } else if (readFileSync(join(root, target), 'utf8') !== text) {
    console.error(`limber: ${target} is not what wasm/ gives: run \`npm run build:wasm\`.`)
    process.exit(1)
  }
}

async function compile(source, flags) {
  let binary
  const result = await asc.main([`${source}.ts`, '--outFile', `${source}.wasm`, ...flags], {
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
