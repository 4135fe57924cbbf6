// The parts of real links and of random solids contain them: by exact arithmetic.
import { describe, expect, test } from 'vitest'
import { type DataRobot, dataRobot } from '../../bench/data-robots.js'
import { Random } from '../../src/base/math/random.js'
import { chooseCells, cutFrame } from '../../src/shapes/choose-cells.js'
import { outerParts } from '../../src/shapes/outer-parts.js'
import { type MeshShape, mesh } from '../../src/shapes/shape.js'
import { SOLID_MODES, solidMesh } from '../oracle/meshes/solids-cases.js'
import { checkCells, randomCells } from '../oracle/shapes/check-outer-parts.js'

/** Exact arithmetic on a mesh of more takes minutes. */
const MOST_TRIANGLES = 2500

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 250)
const data = process.env.LIMBER_DATA

describe('outer parts', () => {
  test('of random solids in random cells', () => {
    const random = new Random(2626)
    for (let k = 0; k < runs; k++) {
      const shape = mesh(solidMesh(SOLID_MODES[k % SOLID_MODES.length]!, random))
      if (shape.triangles.length > 0) checkCells(shape, randomCells(shape, random), random)
    }
  })

  test.skipIf(data === undefined).each<DataRobot>(['ur5', 'panda', 'fetch', 'iiwa', 'fanuc'])(
    'of the links of a robot: %s',
    async (name) => {
      const random = new Random(7)
      const robot = await dataRobot(data!, name)
      const shapes = robot.links.flatMap(({ geometry }) => geometry.map(({ shape }) => shape))
      const meshes = new Set(shapes.filter((shape): shape is MeshShape => shape.kind === 'mesh'))
      let split = 0
      for (const shape of meshes) {
        if (shape.triangles.length > 3 * MOST_TRIANGLES || outerParts(shape) === undefined) continue
        split++
        checkCells(shape, chooseCells(shape, cutFrame(shape)), random, 500)
      }
      if (name === 'ur5') expect(split).toBeGreaterThan(5)
    },
  )
})
