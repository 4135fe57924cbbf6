// Tests that take too long for `npm test`, which has ten minutes on two cores: `npm run test:deep` runs them.

export const LONG: string[] = [
  'test/cli/batch-panda.test.ts',
  'test/studio/app/access.test.ts',
  'test/studio/app/one-frame.test.ts',
  'test/studio/app/tools.test.ts',
]
