// Every mesh query, with every kind of volume, against brute force in exact arithmetic.
import fc from 'fast-check'
import { test } from 'vitest'
import { checkMeshes } from '../oracle/check-meshes.js'
import { MESH_MODES, meshCase } from '../oracle/meshes-cases.js'

// A failure prints [seed]: paste it into meshCase with the mode of the title.
test.each(MESH_MODES)('[mesh-exact] every volume agrees with brute force: %s', (mode) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => checkMeshes(meshCase(mode, seed), seed)),
    { seed: 41, numRuns: 6 },
  )
})
