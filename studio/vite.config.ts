import { defineConfig, type Plugin } from 'vite'
import { compactKernels } from './build/kernels.js'
import { licences } from './build/licences.js'

/**
 * What the page may do, written into the page: web hosts that set no headers get it too. The server of `limber studio` says the
 * same, and more, in a header (cli/studio/studio-policy.ts).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const policy: Plugin = {
  name: 'content-security-policy',
  // While it is being developed, vite itself puts scripts and styles into the page.
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'content-security-policy', content: POLICY },
      injectTo: 'head-prepend',
    },
  ],
}

// What is written for minifiers only.
const comments = { annotation: false }

const notices = licences()

// Relative addresses: the build may be put into any folder of any web host.
export default defineConfig({
  base: './',
  plugins: [policy, compactKernels(), notices.collect(), notices.write()],
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1024,
    // Browsers that the target means have it.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { comments } },
  },
  worker: {
    format: 'es',
    plugins: () => [compactKernels(), notices.collect()],
    rolldownOptions: { output: { comments } },
  },
})
