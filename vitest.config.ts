import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/deep/**'],
    testTimeout: 60_000,
    reporters: ['default', './test/closing-line.ts'],
  },
})
