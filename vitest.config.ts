import { defineConfig } from 'vitest/config'

/** The studio in a browser, scene by scene: `npm run test:studio`. What is left opens every scene. */
const SCENES = 'test/studio/{cell,chain,hand,lab,meshes,motion,protein,rope,shell}.test.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/deep/**', ...(process.env.LIMBER_SCENES === '1' ? [] : [SCENES])],
    testTimeout: 60_000,
    // All cores: left to itself, vitest keeps one free, which on two is half of them.
    maxWorkers: '100%',
    reporters: ['default', './test/closing-line.ts'],
  },
})
