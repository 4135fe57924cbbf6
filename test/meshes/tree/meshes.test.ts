// Every mesh query, with every kind of volume, against brute force in exact arithmetic.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlacement } from '../../../src/base/math/pose-input.js'
import { collide, distance, MeshTree } from '../../../src/index.js'
import { exactTriangles } from '../../oracle/geometry/triangles.js'
import { MODES, triangleCase } from '../../oracle/geometry/triangles-cases.js'
import { checkMeshes } from '../../oracle/meshes/check-meshes.js'
import { MESH_MODES, meshCase } from '../../oracle/meshes/meshes-cases.js'

// A failure prints [seed]: paste it into meshCase with the mode of the title.
test.each(MESH_MODES)('[mesh-exact] every volume agrees with brute force: %s', (mode) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => checkMeshes(meshCase(mode, seed), seed)),
    { seed: 41, numRuns: 6 },
  )
})

// A failure prints [mode, seed]: paste them into triangleCase.
test('[mesh-exact] one triangle against one, moved to where rounding decides', () => {
  const x = new Float64Array(12)
  let touching = 0
  fc.assert(
    fc.property(fc.constantFrom(...MODES), fc.nat(), (mode, seed) => {
      const c = triangleCase(mode, seed)
      readPlacement(x, 0, 'pose', c.x)
      // Every second pair far away from the origin, where moving B rounds by more than the two are apart.
      const shift = seed % 2 === 0 ? 0 : 1e6 / 3
      const positions = c.a.map((p) => p + shift)
      for (let k = 3; k < 12; k += 4) x[k]! += shift
      const a = new MeshTree({ positions })
      const b = new MeshTree({ positions: c.local })
      const { touch } = exactTriangles(positions, 0, c.local, 0, x)
      if (touch) touching++
      expect(collide(a, b, x).collides).toBe(touch)
      expect(distance(a, b, x).distance === 0).toBe(touch)
    }),
    { seed: 43, numRuns: 4000 },
  )
  expect(touching).toBeGreaterThan(500)
})
