import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/deep/**'],
    testTimeout: 60_000,
    // All cores: left to itself, vitest keeps one free, which on two is half of them.
    maxWorkers: '100%',
    reporters: ['default', './test/closing-line.ts'],
  },
})
