// The documentation site. Its pages and navigation.json are made by site/build; nothing is loaded from elsewhere.
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { slug } from '../../dist/site/build/markdown.js'

const navigation = JSON.parse(readFileSync(new URL('../pages/navigation.json', import.meta.url), 'utf8'))
const has = (link: string): boolean => JSON.stringify(navigation['/']).includes(`"link":"${link}"`)

export default defineConfig({
  title: 'Limber',
  description: 'Collision, distance and proved motion for things that bend.',
  lang: 'en',
  srcDir: 'pages',
  outDir: '../dist/website',
  cacheDir: '.vitepress/cache',
  cleanUrls: false,
  lastUpdated: false,
  // A link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  markdown: { anchor: { slugify: slug } },
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
