// Builds the documentation site: node dist/site/build/main.js [--serve] [options of vitepress]. Pages are put together in site/pages,
// from docs/, the commands and the sources; VitePress makes dist/website of them, where they are not those of the last time.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { createProgram } from '../../cli/program.js'
import { apiSidebars, entries, linkUses, writeApiPages } from './api-pages.js'
import { cliPages } from './cli-pages.js'
import { digestOf } from './digest.js'
import { fencesOf, titleOf } from './markdown.js'
import { pageOf, readDocuments, sidebar, sitePages } from './pages.js'
import { importedNames } from './uses.js'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const pages = join(root, 'site', 'pages')
const place = join(root, 'dist', 'website')
const stamp = join(root, 'dist', 'website.stamp')
const options = process.argv.slice(2).filter((option) => option !== '--serve')
const serve = process.argv.includes('--serve')

await writePages()
await writeEngine()
writeViews()
const want = digestOf(root, ['site/pages', 'site/.vitepress', 'site/package-lock.json'], options)
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== want) {
  rmSync(stamp, { force: true })
  vitepress(['build', ...options])
  writeFileSync(stamp, want)
}
console.log(`the site is in ${place}`)
if (serve) vitepress(['preview', ...options])

async function writePages(): Promise<void> {
  rmSync(pages, { recursive: true, force: true })
  mkdirSync(pages, { recursive: true })
  const texts = readDocuments(root)
  const titles = new Map(
    [...texts].map(([path, text]) => [path, path === 'README.md' ? 'the first page' : (titleOf(text) ?? path)]),
  )
  const fences = [...texts].flatMap(([path, text]) => fencesOf(path, text))

  const { pages: written, sources } = sitePages(root)
  const transcripts = fences
    .filter(({ language }) => language === 'console')
    .map((fence) => ({ fence, title: titles.get(fence.file)! }))
  const all = [...written, ...cliPages(await createProgram(), transcripts)]
  writeApiPages(root, pages)
  for (const { path, text } of all) {
    mkdirSync(dirname(join(pages, path)), { recursive: true })
    writeFileSync(join(pages, path), text)
  }
  const used = new Map<string, Map<string, string>>()
  for (const { file, language, text } of fences) {
    if (language !== 'ts') continue
    for (const name of importedNames(text)) {
      const places = used.get(name) ?? new Map<string, string>()
      used.set(name, places.set(pageOf(file), titles.get(file)!))
    }
  }
  linkUses(pages, used)

  const main = sidebar([...all, { path: 'api/index.md', text: '# API' }])
  const sidebars = { ...apiSidebars(root, pages), '/': main }
  writeFileSync(join(pages, 'navigation.json'), JSON.stringify(sidebars))

  const copies = join(pages, 'public')
  for (const path of sources) cpSync(join(root, path), join(copies, 'source', `${path}.txt`))
  for (const entry of readdirSync(join(root, 'docs'), { withFileTypes: true })) {
    if (entry.isDirectory())
      cpSync(join(root, 'docs', entry.name), join(pages, entry.name), {
        recursive: true,
        filter: (path) => !path.endsWith('.md'),
      })
  }
  cpSync(join(root, 'studio', 'public', 'icon.svg'), join(copies, 'icon.svg'))
  // Its addresses are relative, so it works in any folder.
  cpSync(join(root, 'dist', 'studio'), join(copies, 'studio'), { recursive: true })
}

/** The engine for programs that run in a page: a module for each entry that runs there. */
async function writeEngine(): Promise<void> {
  const able = entries(root).filter(
    ({ name }) => !['limber/node', 'limber/three', 'limber/view', 'limber/web'].includes(name),
  )
  const input = Object.fromEntries(
    able.map(({ name, source }) => [name.replaceAll('/', '-'), join(root, 'dist', source.replace(/\.ts$/, '.js'))]),
  )
  const bundle = await rolldown({ input, logLevel: 'silent' })
  await bundle.write({ dir: join(pages, 'public', 'engine'), format: 'esm', minify: true })
  await bundle.close()
}

/** What elements in pages show: the element itself, scenes of the examples, and a proof that the command makes of one now. */
function writeViews(): void {
  const copies = join(pages, 'public')
  cpSync(join(root, 'dist', 'element'), join(copies, 'element'), { recursive: true })
  const scenes = join(copies, 'scenes')
  mkdirSync(scenes, { recursive: true })
  for (const name of ['cell', 'rod', 'round-post', 'past-rod'].map((one) => `${one}.json`)) copyExample(name)
  for (const name of ['arm.urdf', 'arm.srdf', 'tray.obj']) copyExample(name)
  const words = ['check', 'cell.json', '--path', 'round-post.json', '--certificate', 'certificate.json']
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist', 'bin', 'limber.js'), ...words], {
    cwd: scenes,
    encoding: 'utf8',
  })
  if (!existsSync(join(scenes, 'certificate.json'))) throw new Error(`limber ${words.join(' ')}: ${status}, ${stderr}`)

  function copyExample(name: string): void {
    cpSync(join(root, 'examples', name), join(scenes, name))
  }
}

function vitepress(args: readonly string[]): void {
  const program = join(root, 'site', 'node_modules', 'vitepress', 'bin', 'vitepress.js')
  if (!existsSync(program)) throw new Error('the packages of the site are not installed: run `npm run setup -- --docs`')
  const { status } = spawnSync(process.execPath, [program, ...args], {
    cwd: join(root, 'site'),
    stdio: 'inherit',
    // For tests too: what they look at is what readers get.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) process.exit(status ?? 1)
}
