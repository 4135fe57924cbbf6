import { defineConfig } from 'vitest/config'
import { COMPILED_FILES, compiled } from './test/compiled.js'
import { LONG } from './test/long.js'

// The long property tests: minutes, not seconds. `LIMBER_DEEP_STEPS` scales them.
export default defineConfig({
  plugins: [compiled()],
  test: {
    include: ['test/deep/**/*.test.ts', ...LONG],
    globalSetup: 'test/build.ts',
    testTimeout: 3_600_000,
    reporters: ['verbose', './test/closing-line.ts'],
    server: { deps: { external: [COMPILED_FILES] } },
  },
})
