// Every mesh query against brute force in exact arithmetic, at length: 10,000 poses by default. LIMBER_DEEP_STEPS scales it.
// Each pose is asked of oriented boxes and of three other kinds of volume in turn, so that every kind gets thousands.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MESH_VOLUMES } from '../../src/meshes/tree/mesh-buffer.js'
import { checkMeshes, seen } from '../oracle/meshes/check-meshes.js'
import { MESH_MODES, meshCase } from '../oracle/meshes/meshes-cases.js'

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10 / MESH_MODES.length)
const others = MESH_VOLUMES.filter((volume) => volume !== 'obb')

// A failure prints [seed]: paste it into meshCase with the mode of the title.
test.each(MESH_MODES)('[mesh-exact] every volume agrees with brute force: %s', (mode) => {
  const before = seen.poses
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const volumes = [0, 1, 2].map((k) => others[(seed + 3 * k) % others.length]!)
      checkMeshes(meshCase(mode, seed), seed, ['obb', ...volumes])
    }),
    { seed: 42, numRuns: runs },
  )
  console.log(
    `${mode}: ${seen.poses} poses so far, ${seen.touching} of them touching, ${seen.volumes} trees of volumes`,
  )
  expect(seen.poses - before).toBeGreaterThanOrEqual(runs)
})
