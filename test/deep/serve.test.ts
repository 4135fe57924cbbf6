// Ten thousand checks of paths through `limber serve`, to the byte as `limber batch` with one process writes them.
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { robotFolder, servedAndBatched } from '../cli/serve-lines.js'

test('ten thousand checks are answered to the byte as limber batch answers them', { timeout: 1_200_000 }, async () => {
  const { folder, scene } = robotFolder()
  try {
    const [served, batched] = await servedAndBatched(folder, scene, 10_000)
    expect(batched).toHaveLength(10_000)
    expect(served.filter((line, k) => line !== batched[k])).toEqual([])
    expect(served).toHaveLength(10_000)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
