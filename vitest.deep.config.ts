import { defineConfig } from 'vitest/config'

// The long property tests: minutes, not seconds. `LIMBER_DEEP_STEPS` scales them.
export default defineConfig({
  test: {
    include: ['test/deep/**/*.test.ts'],
    testTimeout: 3_600_000,
    reporters: ['verbose', './test/closing-line.ts'],
  },
})
