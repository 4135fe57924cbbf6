// The reference: TypeDoc reads the sources of every entry of the package and writes Markdown. Each value gets links to the pages
// whose code uses it.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { digestOf } from './digest.js'
import type { Item } from './pages.js'

export interface Entry {
  /** `limber/robots`. */
  readonly name: string
  /** Its source, relative to the repository. */
  readonly source: string
}

/** The entries of package.json. The root comes last: what it exports is documented where its house is. */
export function entries(root: string): Entry[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string | { readonly types: string }>>
  }
  const found = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string'
      ? []
      : [
          {
            name: posix.join('limber', path),
            source: target.types.replace(/^\.\/dist\/types\//, '').replace(/\.d\.ts$/, '.ts'),
          },
        ],
  )
  return found.sort((a, b) => Number(a.name === 'limber') - Number(b.name === 'limber'))
}

/** What the head of an entry's source says of it. */
function about(root: string, { name, source }: Entry): string {
  const head = /^(?:\/\/ ?.*\n)+/.exec(readFileSync(join(root, source), 'utf8'))?.[0] ?? ''
  const text = head.replace(/^\/\/ ?/gm, '').trim()
  return text.replace(`The entry \`${name}\`: `, '').replace(/^./, (letter) => letter.toUpperCase())
}

/** All that TypeDoc reads, besides the entries; what these import from packages is in the lock files. */
const READ_BY_TYPEDOC = [
  ...['src', 'node', 'web', 'three', 'view', 'package-lock.json', 'tsconfig.base.json'],
  ...['site/typedoc.json', 'site/tsconfig.json', 'site/package-lock.json'],
]

/** Writes api/ below `pages`. Throws with what TypeDoc says where it finds an error or a reason to warn. */
export function writeApiPages(root: string, pages: string): void {
  const texts = new Map(
    entries(root).map((entry) => {
      const from = `../../${entry.source.replace(/\.ts$/, '.js')}`
      const text = `/**\n * ${about(root, entry)}\n * @module ${entry.name}\n */\nexport * from '${from}'\n`
      return [`${entry.name.replaceAll('/', '-')}.ts`, text]
    }),
  )
  // TypeDoc takes most of the time of a build: it runs where something that it reads has changed.
  const kept = join(root, 'dist', 'api')
  const stamp = join(root, 'dist', 'api.stamp')
  const want = digestOf(root, READ_BY_TYPEDOC, [...texts].flat())
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== want) {
    rmSync(stamp, { force: true })
    runTypeDoc(root, kept, texts)
    writeFileSync(stamp, want)
  }
  cpSync(kept, join(pages, 'api'), { recursive: true })
}

/** `texts`: of the entries' modules, by file name. */
function runTypeDoc(root: string, out: string, texts: ReadonlyMap<string, string>): void {
  const work = join(root, 'site', 'entries')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work)
  for (const [file, text] of texts) writeFileSync(join(work, file), text)
  const files = [...texts.keys()].map((file) => join(work, file))
  const typedoc = join(root, 'site', 'node_modules', 'typedoc', 'bin', 'typedoc')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [typedoc, '--options', join(root, 'site', 'typedoc.json'), '--out', out, '--entryPoints', ...files],
    { cwd: join(root, 'site'), encoding: 'utf8' },
  )
  rmSync(work, { recursive: true, force: true })
  if (status !== 0) throw new Error(`TypeDoc failed:\n${stdout}${stderr}`)
}

/** Folders of TypeDoc that hold values; all others hold types. */
const VALUE_FOLDERS = ['classes', 'functions', 'variables']

/** The page of every value, by its name; relative to `pages`. */
export function valuePages(pages: string): Map<string, string> {
  const all = readdirSync(join(pages, 'api'), { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  return new Map(
    all
      .filter((path) => VALUE_FOLDERS.includes(posix.basename(posix.dirname(path))))
      .map((path) => [posix.basename(path, '.md'), `api/${path}`]),
  )
}

/** Ends the page of every value with links to the pages that use it. `used`: by name, the documents with their titles. */
export function linkUses(pages: string, used: ReadonlyMap<string, ReadonlyMap<string, string>>): void {
  for (const [name, path] of valuePages(pages)) {
    const places = used.get(name)
    if (places === undefined) continue
    const links = [...places].map(([page, title]) => `[${title}](${posix.relative(posix.dirname(path), page)})`)
    const text = readFileSync(join(pages, path), 'utf8')
    writeFileSync(join(pages, path), `${text.trimEnd()}\n\n## Used in\n\n${links.join(', ')}\n`)
  }
}

/** For the pages of each entry, a sidebar of its values. */
export function apiSidebars(root: string, pages: string): Record<string, Item[]> {
  const values = [...valuePages(pages)].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    entries(root)
      .filter(({ name }) => existsSync(join(pages, 'api', name, 'index.md')))
      .map(({ name }) => {
        const place = `/api/${name}/`
        const own = values.filter(
          ([, path]) => posix.dirname(posix.dirname(`/${path}`)) === posix.normalize(place).slice(0, -1),
        )
        const items = own.map(([text, path]) => ({ text, link: `/${path.replace(/\.md$/, '')}` }))
        return [
          place,
          [
            { text: 'API', link: '/api/' },
            { text: name, link: place, items },
          ],
        ]
      }),
  )
}
