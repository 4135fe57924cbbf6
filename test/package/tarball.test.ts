// The packed tarball, as its users meet it: what is in it, and that it works in Node (import and require), from the command line, with
// TypeScript, with Vite, in Web Workers and in a page with an import map. test/deep has webpack, Bun and Deno.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { build, createServer, type UserConfig } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium, HOW_TO_GET_IT, servedToChromium, WEBGL_FLAGS } from '../chromium/browser.js'
import { ENTRY_SOURCES } from '../project/declarations.js'
import { ANSWER, output, Packed, PROGRAM, root } from './pack.js'
import { bundled, SHOW } from './pages.js'
import { shownInChromium } from './shown.js'
import { installed, walk } from './walk.js'

/** Bytes of the tarball and of what is in it, at most. */
const MOST_PACKED = 4_600_000
const MOST_UNPACKED = 13_800_000

let packed: Packed

beforeAll(() => {
  packed = new Packed()
}, 120_000)

afterAll(() => packed?.remove())

/** `limber`, `limber/robots` and so on: every module that the manifest offers. */
function entries(): string[] {
  return Object.keys(packed.manifest.exports)
    .filter((name) => !name.endsWith('.json'))
    .map((name) => name.replace('.', 'limber'))
}

function read(name: string): string {
  return readFileSync(packed.path(`node_modules/limber/${name}`), 'utf8')
}

test('the tarball has what users need, nothing else, and is small', () => {
  const { size, unpackedSize, files } = packed.listing
  console.log(`the package: ${size} bytes packed, ${unpackedSize} unpacked, ${files.length} files`)
  const paths = files.map(({ path }) => path)
  for (const folder of ['docs', 'examples', 'schemas']) {
    for (const name of readdirSync(join(root, folder))) {
      expect(paths.filter((path) => path === `${folder}/${name}` || path.startsWith(`${folder}/${name}/`))).not.toEqual(
        [],
      )
    }
  }
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/studio/licences.txt']) expect(paths).toContain(name)
  expect(paths.filter((path) => /(?<!\.d)\.tsx?$|\.tsbuildinfo$|(^|\/)\./.test(path))).toEqual([])
  expect(size).toBeLessThan(MOST_PACKED)
  expect(unpackedSize).toBeLessThan(MOST_UNPACKED)
})

test('no module points to a source map that is not there', () => {
  const scripts = packed.listing.files.map(({ path }) => path).filter((path) => extname(path) === '.js')
  expect(scripts.length).toBeGreaterThan(50)
  expect(scripts.filter((path) => /^\/\/# sourceMappingURL=/m.test(read(path)))).toEqual([])
})

test('installing it runs nothing and brings no command-line parser', () => {
  const { scripts = {}, dependencies = {} } = packed.manifest
  const hooks = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare']
  expect(hooks.filter((name) => scripts[name] !== undefined)).toEqual([])
  expect(Object.keys(dependencies)).toEqual([
    '@msgpack/msgpack',
    '@noble/hashes',
    'fflate',
    'flatqueue',
    'robust-predicates',
    'saxes',
    'yaml',
  ])
})

test.each([
  ['bin', ['commander', 'ws']],
  ['studio', ['fflate', 'preact', 'saxes', 'three']],
])('the packages bundled into dist/%s are there with their licences', (folder, names) => {
  const [, ...parts] = read(`dist/${folder}/licences.txt`).split(/^(\S+) \d\S* \([\w.-]+\)\n\n/m)
  const texts = new Map(parts.flatMap((name, k) => (k % 2 === 0 ? [[name, parts[k + 1]!]] : [])))
  expect([...texts.keys()]).toEqual(expect.arrayContaining(names))
  for (const [name, text] of texts) expect(text, name).toMatch(/copyright|by \w|public domain/i)
})

test('publint has no complaint', async () => {
  const bytes = readFileSync(packed.tarball)
  const { messages } = await publint({ pack: { tarball: Uint8Array.from(bytes).buffer }, strict: true })
  expect(messages).toEqual([])
})

test('Node imports every entry', async () => {
  const folder = packed.folder(
    {
      'answer.mjs': PROGRAM,
      'main.mjs': `import { answer } from './answer.mjs'
const names = {}
for (const name of ${JSON.stringify(entries())}) names[name] = Object.keys(await import(name)).sort()
const { default: schema } = await import('limber/schemas/scene.schema.json', { with: { type: 'json' } })
console.log(JSON.stringify({ names, answer: answer(), schema: schema.title }))`,
    },
    ['three'],
  )
  const { names, answer, schema } = JSON.parse(output(process.execPath, ['main.mjs'], folder)) as {
    readonly names: Readonly<Record<string, readonly string[]>>
    readonly answer: string
    readonly schema: string
  }
  expect(answer).toBe(ANSWER)
  expect(schema).toBe('Scene')
  for (const name of entries()) expect(names[name]!.length).toBeGreaterThan(1)
  for (const [name, source] of Object.entries(ENTRY_SOURCES)) {
    const ours: object = await import(/* @vite-ignore */ pathToFileURL(join(root, 'dist', 'src', `${source}.js`)).href)
    expect(names[name]).toEqual(Object.keys(ours).sort())
  }
})

/** The files of an entry, as it loads them at first. */
function filesOf(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found
  found.add(entry)
  for (const [, name] of read(`dist/bin/${entry}`).matchAll(/^(?:import|export) .*? from "\.\/(.+)";$/gm)) {
    filesOf(name!, found)
  }
  return found
}

test.each(['verify.js', 'verify-exact.js'])('dist/bin/%s shares nothing with the engine', (entry) => {
  const parts = [...filesOf(entry)].flatMap((name) => [...read(`dist/bin/${name}`).matchAll(/^\/\/#region (.*)$/gm)])
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.map(([, part]) => part!).filter((part) => !part.startsWith('dist/src/verify/'))).toEqual([])
})

test('only limber/node and the command need Node', () => {
  const needNode = packed.listing.files
    .map(({ path }) => path)
    .filter((path) => path.startsWith('dist/bin/') && / from "node:/.test(extname(path) === '.js' ? read(path) : ''))
    .map((path) => path.replace('dist/bin/', ''))
  expect(needNode.length).toBeGreaterThan(5)
  for (const { default: file } of Object.values(packed.manifest.exports).filter(
    (target) => typeof target !== 'string',
  )) {
    const loads = [...filesOf(file.replace('./dist/bin/', ''))]
    expect(
      loads.some((name) => needNode.includes(name)),
      file,
    ).toBe(file.endsWith('/node.js'))
  }
})

/** Bytes, minified, of a program that imports one name. */
async function bundledSize(name: string, from: string): Promise<number> {
  const file = join(
    packed.folder({ 'main.js': `import { ${name} } from ${JSON.stringify(from)}\nconsole.log(${name})\n` }),
    'main.js',
  )
  const bundle = await rolldown({ input: file, logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output.reduce((sum, part) => sum + (part.type === 'chunk' ? part.code.length : 0), 0)
}

test.each([
  ['limber', 'box'],
  ['limber/meshes', 'PairCache'],
  ['limber/robots', 'lineMotion'],
  ['limber/robots', 'World'],
  ['limber/molecules', 'clashes'],
  ['limber/batch', 'readJob'],
] as const)(
  'of %s, a bundler takes what %s needs, as from the modules before they are put together',
  async (entry, name) => {
    const whole = await bundledSize(name, entry)
    const apart = await bundledSize(name, join(root, 'dist/src', `${ENTRY_SOURCES[entry]}.js`))
    console.log(`${name} of ${entry}: ${whole} bytes, ${apart} from single modules`)
    expect(whole).toBeLessThan(1.02 * apart + 1000)
  },
)

test('Node requires every entry, as it can since 20.19', () => {
  const folder = packed.folder(
    { 'main.cjs': `for (const name of ${JSON.stringify(entries())}) console.log(name, typeof require(name))` },
    ['three'],
  )
  const lines = entries().map((name) => `${name} object\n`)
  expect(output(process.execPath, ['main.cjs'], folder)).toBe(lines.join(''))
})

test('the command runs, also in threads, on examples of the package', () => {
  const folder = packed.folder({})
  const example = (name: string): string => `node_modules/limber/examples/${name}`
  const command = (...args: string[]): string =>
    output(process.execPath, ['node_modules/limber/dist/bin/limber.js', ...args], folder)
  expect(command('--version')).toBe(`${packed.manifest.version}\n`)
  expect(command('check', example('cell.json'), '--path', example('round-post.json'))).toMatch(/^free: /)
  expect(command('allow', example('arm.urdf'), '--workers', '2')).toMatch(/^arm: 21 pairs of links,.*, 2 threads$/m)
  expect(command('init', 'copied')).toMatch(/^\d+ files in copied\. Try:\n/)
  expect(command('check', 'copied/cell.json', '--path', 'copied/round-post.json')).toMatch(/^free: /)
  expect(command('info', 'copied/cell.json')).toMatch(/^copied\/cell\.json: scene, /)
  expect(command('demo', '--still')).toMatch(/\nvalid {6}the proof, /)
})

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2022',
  module: 'nodenext',
}

function compile(folder: string): string {
  return output(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', folder], folder)
}

function importing(names: readonly string[]): string {
  return names.map((name, k) => `import * as m${k} from '${name}'\nexport const k${k}: object = m${k}\n`).join('')
}

test("TypeScript compiles with it, strict, without the DOM's and Node's types", () => {
  const folder = packed.folder({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...STRICT, lib: ['es2022'], types: [] } }),
    'answer.ts': `${PROGRAM}export const text: string = answer()\n`,
    'entries.ts': importing(Object.keys(ENTRY_SOURCES)),
    'required.cts': "import limber = require('limber')\nexport = limber.ChainTree\n",
  })
  expect(compile(folder)).toBe('')
})

test('TypeScript compiles with all entries where there are the types of both', () => {
  const options = { ...STRICT, skipLibCheck: true, lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'] }
  const folder = packed.folder(
    {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({ compilerOptions: options }),
      'entries.ts': importing(entries()),
    },
    ['three', '@types/three', '@types/node'],
  )
  expect(compile(folder)).toBe('')
})

// What a program has of WebGPU: a GPU, a device, and threads of a browser or of Node. Iterables are narrower in lib.dom.
const GPU_PROGRAM = `
import { World } from 'limber'
import { batchWorld, exactThreads, serveExact } from 'limber/gpu'
declare const gpu: GPU
const device = await (await gpu.requestAdapter())!.requestDevice()
const world = new World({})
export const batches = [await batchWorld(world, { gpu }), await batchWorld(world, { device, force: 'gpu' })]
`
const BROWSER_THREADS = `
serveExact(world, self)
serveExact(world, new MessageChannel().port1)
export const threads = exactThreads(world, [new Worker('thread.js')])
export const hits = batches[0]!.collides([[1]], { signal: new AbortController().signal })
`
const NODE_THREADS = `
import { MessageChannel, parentPort, Worker } from 'node:worker_threads'
import { create } from 'webgpu'
serveExact(world, parentPort!)
export const threads = exactThreads(world, [new Worker('thread.js'), new MessageChannel().port1])
export const created = await batchWorld(world, { gpu: create([]) })
`

test('a GPU, a device and threads are what limber/gpu takes, by the types of browsers, @webgpu/types and Node', () => {
  const browser = { ...STRICT, lib: ['es2022', 'dom', 'dom.iterable'], types: [] }
  const node = { ...STRICT, skipLibCheck: true, lib: ['es2022'], types: ['node', '@webgpu/types'] }
  for (const [compilerOptions, program] of [
    [browser, GPU_PROGRAM + BROWSER_THREADS],
    [node, GPU_PROGRAM + NODE_THREADS],
  ] as const) {
    const folder = packed.folder(
      {
        'package.json': '{ "type": "module" }',
        'tsconfig.json': JSON.stringify({ compilerOptions }),
        'program.ts': program,
      },
      ['@types/node', '@webgpu/types', 'webgpu'],
    )
    expect(compile(folder)).toBe('')
  }
})

// Browsers.

test('a page and a Web Worker that Vite has bundled run in Chromium', async ({ skip }) => {
  if (findChromium() === undefined) return skip(HOW_TO_GET_IT)
  const folder = bundled(packed)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { minify: false },
  })
  expect(await shownInChromium(join(folder, 'dist'), 2)).toEqual([ANSWER, ANSWER])
})

test("an element in Vite's development server, with what docs/guides/embed.md tells to set", async ({ skip }) => {
  const program = findChromium()
  if (program === undefined) return skip(HOW_TO_GET_IT)
  const text = readFileSync(join(root, 'docs/guides/embed.md'), 'utf8')
  const [, names, more] = /`optimizeDeps: \{ exclude: \['([^\]]+)'\], include: \['([^\]]+)'\] \}`/.exec(text)!
  const example = (name: string): string => readFileSync(join(root, 'examples', name), 'utf8')
  const files = ['rod.json', 'past-rod.json', 'arm.urdf', 'arm.srdf'].map((name) => [name, example(name)])
  const page = `<!doctype html><limber-view src="rod.json" motion="past-rod.json" check></limber-view><script type="module" src="./main.js"></script>`
  const main = "import { defineLimberView } from 'limber/view'\ndefineLimberView()\n"
  const folder = packed.folder({ ...Object.fromEntries(files), 'index.html': page, 'main.js': main }, ['three'])
  const options: UserConfig = {
    ...{ root: folder, configFile: false, logLevel: 'error', cacheDir: join(folder, '.vite') },
    optimizeDeps: { exclude: [names!], include: [more!] },
    // Packages are links to a folder elsewhere, here only.
    server: { host: '127.0.0.1', port: 0, fs: { strict: false } },
  }
  const server = await createServer(options)
  try {
    await server.listen()
    const said = await servedToChromium(
      program,
      () => ({ type: 'text/html', body: '' }),
      async (tab) => {
        await tab.goto(server.resolvedUrls!.local[0]!)
        await tab.locator('limber-view [data-outcome=collision]').waitFor()
        return tab.locator('limber-view [data-outcome]').textContent()
      },
      { flags: WEBGL_FLAGS },
    )
    expect(said).toContain('arm/right_finger and rod touch')
  } finally {
    await server.close()
  }
})

test('the commands of the README work in the folder of a new user', { timeout: 120_000 }, async () => {
  expect(await walk(packed, 'README.md')).toEqual([])
})

test('ten minutes as a new user: all of docs/start.md, and its page', { timeout: 300_000 }, async ({ skip }) => {
  const place = installed(packed)
  expect(await walk(packed, 'docs/start.md', place)).toEqual([])
  if (findChromium() === undefined) return skip(HOW_TO_GET_IT)
  await build({ root: place, configFile: false, logLevel: 'error' })
  const [, words] = /which says `([^`]+)`/.exec(readFileSync(join(root, 'docs/start.md'), 'utf8'))!
  expect(await shownInChromium(join(place, 'dist'), 1)).toEqual([words])
})

test('a UR5e of the folder LIMBER_DATA, from xacro to a proof', { timeout: 120_000 }, async ({ skip }) => {
  const data = process.env.LIMBER_DATA
  if (data === undefined) return skip('LIMBER_DATA is not set')
  const robot = join(data, 'robots/UniversalRobots+Universal_Robots_ROS2_Description/urdf/ur.urdf.xacro')
  const place = installed(packed)
  const command = (...args: string[]): string =>
    output(
      process.execPath,
      ['node_modules/limber/dist/bin/limber.js', args[0]!, robot, 'ur_type:=ur5e', ...args.slice(1)],
      place,
    )
  expect(command('info')).toMatch(/^ {2}joints +12 joints: 6 fixed, 6 revolute$/m)
  const ends = ['--from', '0,-1.5,1.5,-1.5,-1.5,0', '--to', '2,-0.5,-1.5,0.5,1.5,0']
  expect(command('plan', ...ends, '--out', 'way.json', '--certificate', 'proof.json')).toMatch(
    /^solved: a path of \d+ waypoints, proved free at every instant/,
  )
  expect(command('verify', 'proof.json', '--path', 'way.json')).toMatch(/^valid: nothing touches at any instant/)
})

test('a page with an import map runs in Chromium, unbundled', async ({ skip }) => {
  if (findChromium() === undefined) return skip(HOW_TO_GET_IT)
  const imports: Record<string, string> = {
    '@msgpack/msgpack': '/node_modules/@msgpack/msgpack/dist.esm/index.mjs',
    '@noble/hashes/': '/node_modules/@noble/hashes/',
    fflate: '/node_modules/fflate/esm/browser.js',
    flatqueue: '/node_modules/flatqueue/index.js',
    'robust-predicates': '/node_modules/robust-predicates/index.js',
    // The only dependency that is CommonJS.
    saxes: '/saxes.js',
  }
  for (const [name, target] of Object.entries(packed.manifest.exports)) {
    if (typeof target !== 'string') imports[name.replace('.', 'limber')] = `/node_modules/limber/${target.default}`
  }
  const folder = packed.folder({
    'answer.js': PROGRAM,
    'names-of-saxes.js': "export { SaxesParser } from 'saxes'",
    'index.html': `<!doctype html><body><script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">import { answer } from './answer.js'
${SHOW}</script>`,
  })
  const bundle = await rolldown({ input: join(folder, 'names-of-saxes.js') })
  await bundle.write({ file: join(folder, 'saxes.js'), format: 'esm' })
  await bundle.close()
  expect(await shownInChromium(folder, 1)).toEqual([ANSWER])
})
