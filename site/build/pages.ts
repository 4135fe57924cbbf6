// The pages of the site: those of docs/ with README.md as the first one, their links made fit for the site, and the navigation, which
// lists only pages that exist.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { GeneratedPage } from './cli-pages.js'
import { changeLinks, titleOf } from './markdown.js'

/** Documents outside docs/ that are pages as well, and where the site has them. */
const OTHERS: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
}

/** Paths of all documents, relative to the repository. */
export function documents(root: string): string[] {
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
  return [...Object.keys(OTHERS), ...below.sort()]
}

/** The text of every document, by its path. */
export function readDocuments(root: string): Map<string, string> {
  return new Map(documents(root).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

export function pageOf(document: string): string {
  return OTHERS[document] ?? document.replace(/^docs\//, '')
}

export interface SitePages {
  readonly pages: readonly GeneratedPage[]
  /** Files of the repository that pages link to. The site has copies, as plain text: links work without a repository. */
  readonly sources: readonly string[]
}

/** The documents as pages of the site. */
export function sitePages(root: string): SitePages {
  const sources = new Set<string>()
  const pages = [...readDocuments(root)].map(([path, text]) => {
    const page = pageOf(path)
    const from = posix.dirname(page)
    const changed = changeLinks(text, (target) => {
      const [file = '', anchor] = target.split('#', 2)
      if (file === '') return target
      const place = posix.join(posix.dirname(path), file)
      const end = anchor === undefined ? '' : `#${anchor}`
      if (place.endsWith('.md') && existsSync(join(root, place))) {
        return `${relative(from, pageOf(place))}${end}`
      }
      if (place.startsWith('docs/')) return `${relative(from, place.slice('docs/'.length))}${end}`
      // Folders have nothing to show.
      if (!statSync(join(root, place)).isFile()) return undefined
      sources.add(place)
      return `/source/${place}.txt`
    })
    return { path: page, text: page === 'index.md' ? home(root, changed) : changed }
  })
  return { pages, sources: [...sources].sort() }
}

function relative(from: string, to: string): string {
  const path = posix.relative(from, to)
  return path.startsWith('.') ? path : `./${path}`
}

/** The first page: a head made of package.json, and the README below it. */
function home(root: string, readme: string): string {
  const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { description: string }
  const start = existsSync(join(root, 'docs/start.md')) ? '/start' : '/architecture'
  return `---
layout: home
hero:
  name: Limber
  tagline: ${JSON.stringify(description)}
  actions:
    - { text: Start, link: ${start} }
    - { text: API, link: /api/, theme: alt }
    - { text: Studio, link: /studio/, theme: alt, target: _self }
---

${readme.replace(/^# .*\n+/, '')}`
}

export interface Item {
  readonly text: string
  readonly link?: string
  readonly items?: readonly Item[]
  readonly collapsed?: boolean
}

/** A section of the sidebar: a page of its own, or a folder with the pages that come first, by name; the others follow. */
type Section = readonly [title: string, place: string, first?: readonly string[]]

const SECTIONS: readonly Section[] = [
  ['Start', 'start.md'],
  ['Try it in the page', 'live.md'],
  [
    'Guides',
    'guides/',
    'robots motions planning cells allowed-pairs meshes deform chains ropes proteins scale certificates embed'.split(
      ' ',
    ),
  ],
  ['Recipes', 'recipes/', 'files motions allowed-pairs meshes molecules errors'.split(' ')],
  ['Concepts', 'concepts/'],
  ['Coming from', 'coming-from/', 'fcl moveit three-mesh-bvh molstar vamp'.split(' ')],
  ['Command line', 'cli/', ['index']],
  ['API', 'api/index.md'],
  ['Formats', 'formats/', 'scene xacro mjcf ros path bvh certificate report'.split(' ')],
  ['Figures', 'figures.md'],
  ['Published figures', 'papers.md'],
  ['Spec', 'spec.md'],
  ['Decisions', 'decisions.md'],
  ['Architecture', 'architecture.md'],
  ['Glossary', 'glossary.md'],
  ['Contributing', 'contributing.md'],
  ['Changelog', 'changelog.md'],
]

/** The sidebar, from the pages there are. */
export function sidebar(pages: readonly GeneratedPage[]): Item[] {
  const title = (page: GeneratedPage): string => titleOf(page.text) ?? page.path
  const link = (path: string): string => `/${path.replace(/(?:index)?\.md$/, '')}`
  const known = pages.map((page) => page.path)
  return SECTIONS.flatMap(([text, place, first = []]): Item[] => {
    if (!place.endsWith('/')) return known.includes(place) ? [{ text, link: link(place) }] : []
    const rank = (page: GeneratedPage): number => {
      const at = first.indexOf(page.path.slice(place.length, -'.md'.length))
      return at < 0 ? first.length : at
    }
    const own = pages.filter((page) => page.path.startsWith(place) && !page.path.slice(place.length).includes('/'))
    if (own.length === 0) return []
    own.sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1))
    return [{ text, collapsed: true, items: own.map((page) => ({ text: title(page), link: link(page.path) })) }]
  })
}
