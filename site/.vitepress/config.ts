// The documentation site. Its pages and navigation.json are made by site/build; nothing is loaded from elsewhere.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { defineConfig } from 'vitepress'
import { slug } from '../../dist/site/build/markdown.js'

const navigation = JSON.parse(readFileSync(new URL('../pages/navigation.json', import.meta.url), 'utf8'))
const has = (link: string): boolean => JSON.stringify(navigation['/']).includes(`"link":"${link}"`)

export default defineConfig({
  title: 'Limber',
  description: 'Collision, distance and proved motion for things that bend.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  srcDir: 'pages',
  outDir: '../dist/website',
  cacheDir: '.vitepress/cache',
  cleanUrls: false,
  lastUpdated: false,
  // A link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  markdown: {
    anchor: { slugify: slug },
    config: (md) => {
      // ```ts live: the program runs in the page, without its types.
      const fence = md.renderer.rules.fence!
      md.renderer.rules.fence = (tokens, k, options, env, self) => {
        const html = fence(tokens, k, options, env, self)
        const { info, content } = tokens[k]!
        // ```html live: the elements are in the page, with files that the build has made.
        if (/^html\b.*\blive\b/.test(info)) return `<LiveView code="${encodeURIComponent(content)}">${html}</LiveView>`
        if (!/^ts\b.*\blive\b/.test(info)) return html
        const { module, target } = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
        const code = ts.transpile(content, { module, target, verbatimModuleSyntax: true })
        return `<LiveExample code="${encodeURIComponent(code)}">${html}</LiveExample>`
      }
    },
  },
  vite: { build: { chunkSizeWarningLimit: 4096 }, publicDir: 'public' },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: navigation,
    nav: [
      ...(has('/start') ? [{ text: 'Start', link: '/start' }] : []),
      ...(has('/guides/robots') ? [{ text: 'Guides', link: '/guides/robots', activeMatch: '/guides/' }] : []),
      { text: 'Command line', link: '/cli/' },
      { text: 'API', link: '/api/' },
      ...(has('/figures') ? [{ text: 'Figures', link: '/figures' }] : []),
      { text: 'Studio', link: '/studio/', target: '_self' },
    ],
  },
})
