// What is apart by less than 10⁻¹² of how far it is from the origin of its own frame touches, as World.collides has it; collidesMany and a
// GPU called such configurations free.
import { expect, test } from 'vitest'
import { ODD_WORLDS } from '../gpu/odd-worlds.js'
import { adapterEnvironment, NO_ADAPTER, runGpuJobs } from '../gpu/software-adapter.js'

const hasAdapter = adapterEnvironment() !== undefined

test('[world-many] many configurations at once', () => {
  const { world, configurations } = ODD_WORLDS.away()
  const own = configurations.map((q) => world.collides(q))
  expect(world.collidesMany(configurations)).toEqual(Uint8Array.from(own, Number))
  expect(new Set(own).size).toBe(2)
})

const title = `[gpu-exact] the same on a GPU (${hasAdapter ? 'SwiftShader' : NO_ADAPTER})`
test.skipIf(!hasAdapter)(title, { timeout: 180_000 }, async () => {
  const [result] = await runGpuJobs([{ odd: 'away', random: 0, near: 0, seed: 1 }])
  expect(result).toMatchObject({ differences: 0, examples: [], random: { ran: 'gpu' } })
  expect(result!.colliding).toBeGreaterThan(50)
})
