import { defineConfig } from 'vite'

// Relative addresses: the build may be put into any folder of any web host.
export default defineConfig({
  base: './',
  build: { outDir: '../dist/studio', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1024 },
  worker: { format: 'es' },
})
