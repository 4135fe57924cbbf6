// What is inside a mesh, said by the engine, by both verifiers and by the oracle, written apart from one rule (docs/spec.md, [solids]): rocks with
// lost, turned, doubled, stray and jittered triangles, closed or not.
import { expect, test } from 'vitest'
import { mesh, Random, Robot, robotDocument } from '../../src/entries/robots.js'
import { pointInMesh } from '../../src/shapes/shape-inside.js'
import { Solid as ExactSolid } from '../../src/verify/exact/solid.js'
import { vector } from '../../src/verify/exact/vectors.js'
import { Rejection } from '../../src/verify/plain.js'
import { Solid } from '../../src/verify/solids.js'
import { type ReadMesh, readWorld } from '../../src/verify/world.js'
import { ROCK_MODES, rock } from '../oracle/meshes/rocks.js'
import { exactInside, exactPoint, exactSolid } from '../oracle/meshes/solids.js'

test.each(ROCK_MODES)('[solids] all say the same of rocks: %s', (mode) => {
  let inside = 0
  let told = 0
  for (let seed = 0; seed < 8; seed++) {
    const random = new Random(1000 * (1 + ROCK_MODES.indexOf(mode)) + seed)
    const shape = mesh({ ...rock(mode, random), open: (['close', 'solid', 'surface'] as const)[seed % 3]! })
    const { positions, triangles, tree } = shape
    const robot = new Robot({ name: 'r', links: [{ name: 'l', geometry: [{ shape }] }] })
    const fast = new Solid(readWorld(robotDocument(robot)).geometries[0]!.shape as ReadMesh, mode)
    const exact = new ExactSolid([...positions], [...triangles], tree.added)
    const solid = exactSolid(shape)
    const open = solid.surfaces
    expect([exact.openShells, fast.openShells]).toEqual([open, open])
    for (let k = 0; k < 10; k++) {
      const p = [0, 1, 2].map(() => random.range(-1.1, 1.1)) as [number, number, number]
      const truth = exactInside(solid, exactPoint(p))
      expect({ seed, p, engine: pointInMesh(shape, ...p) }).toEqual({ seed, p, engine: truth })
      expect({ seed, p, exact: exact.contains(vector(p, 256n)) }).toEqual({ seed, p, exact: truth })
      const said = answered(() => fast.contains(p))
      if (said !== undefined) {
        expect({ seed, p, fast: said }).toEqual({ seed, p, fast: truth })
        told++
      }
      if (truth) inside++
    }
  }
  expect(told).toBeGreaterThan(60)
  expect(inside).toBeGreaterThan(3)
})

/** Undefined where doubles cannot tell. */
function answered(ask: () => boolean): boolean | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof Rejection) return undefined
    throw error
  }
}
