import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/deep/**'],
    globalSetup: 'test/build-command.ts',
    testTimeout: 60_000,
    // Files share what they import: loading the engine anew for each of 250 files took two fifths of all the time.
    isolate: false,
    // All cores: left to itself, vitest keeps one free, which on two is half of them.
    maxWorkers: '100%',
    reporters: ['default', './test/closing-line.ts'],
  },
})
