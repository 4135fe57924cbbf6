// Touching and closed meshes against exact arithmetic, at length. LIMBER_DEEP_STEPS scales it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkNested, checkPoints, met as solids } from '../oracle/meshes/check-solids.js'
import { MESH_MODES } from '../oracle/meshes/meshes-cases.js'
import { SOLID_MODES } from '../oracle/meshes/solids-cases.js'
import { checkLargeTouch, checkMeshTouch, checkTouch, met } from '../oracle/shapes/check-touch.js'
import { KINDS, MODES } from '../oracle/shapes/shapes-cases.js'

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100)
const ALL = [...KINDS, 'cylinder', 'mixed'] as const

test.each(MODES)('[touching] says what the distance says, and exact arithmetic: %s', (mode) => {
  met.touching = 0
  met.apart = 0
  fc.assert(
    fc.property(fc.constantFrom(...ALL), fc.constantFrom(...ALL), fc.nat(), (kindA, kindB, seed) =>
      checkTouch(kindA, kindB, mode, seed),
    ),
    { seed: 71, numRuns: 4 * runs },
  )
  expect(Math.min(met.touching, met.apart)).toBeGreaterThan(0)
})

test.each(MESH_MODES)('[touching] two meshes, exactly: %s', (mode) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => checkMeshTouch(mode, seed)),
    { seed: 72, numRuns: Math.ceil(runs / 4) },
  )
})

test('[touching] meshes of many triangles, next to solids and into them', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => checkLargeTouch(seed)),
    { seed: 75, numRuns: 50 * runs },
  )
  expect(Math.min(met.touching, met.apart)).toBeGreaterThan(0)
})

test.each(SOLID_MODES)('a point is inside a mesh as exact arithmetic has it: %s', (mode) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => checkPoints(mode, seed)),
    { seed: 73, numRuns: runs },
  )
  expect(Math.min(solids.inside, solids.outside)).toBeGreaterThan(0)
})

test.each(SOLID_MODES)('a thing inside another is found: %s', (mode) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => checkNested(mode, seed)),
    { seed: 74, numRuns: 2 * runs },
  )
  expect(Math.min(solids.nested, solids.free)).toBeGreaterThan(0)
})
