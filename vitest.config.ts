import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { COMPILED_FILES, compiled } from './test/compiled.js'
import { LONG } from './test/long.js'

export default defineConfig({
  plugins: [compiled()],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/deep/**', ...LONG],
    globalSetup: 'test/build.ts',
    testTimeout: 60_000,
    // Folders are removed, and servers end, on machines that are busy.
    hookTimeout: 60_000,
    // Files share what they import: loading the engine again for each of 250 files took two fifths of all the time.
    isolate: false,
    // More than cores: tests that wait for a browser or a process left them idle for a quarter of the time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    reporters: ['default', './test/closing-line.ts'],
    server: { deps: { external: [COMPILED_FILES] } },
  },
})
