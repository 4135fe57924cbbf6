// What is inside a mesh, against exact arithmetic: cubes with common walls, hollows, stars, spikes.
import { describe, expect, test } from 'vitest'
import { box, mesh, Random, Robot, robotDocument, type Shape, sphere, World } from '../../src/entries/robots.js'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import { Rejection } from '../../src/verify/plain.js'
import { Solid } from '../../src/verify/solids.js'
import { type ReadMesh, readWorld } from '../../src/verify/world.js'
import { exactInside, exactPoint, exactSolid } from '../oracle/meshes/solids.js'
import { SOLID_MODES, solidMesh } from '../oracle/meshes/solids-cases.js'
import { blockMesh } from '../oracle/robots/motions-cases.js'
import { naiveCertificate } from '../oracle/robots/naive-prover.js'
import { verifyCertificate } from './documents.js'

describe.each(SOLID_MODES)('%s', (mode) => {
  test('a point is inside where exact arithmetic says so', () => {
    const random = new Random(SOLID_MODES.indexOf(mode) + 1)
    let inside = 0
    let looked = 0
    let careful = 0
    for (let k = 0; k < 12; k++) {
      const plain = solidMesh(mode, random)
      const solid = exactSolid(plain)
      const insides = new Solid(shapeOf(mesh(plain)), mode)
      for (let i = 0; i < 10; i++) {
        const p = pointBetween(plain, random)
        const truth = exactInside(solid, exactPoint(p))
        const found = told(() => insides.contains(p))
        // Next to a surface, as everywhere in a spike of 1e-12, it may not be told; never is it told wrongly.
        if (found === undefined) continue
        // Where triangles are turned at random and several meet in an edge, it is a matter of taste what is gone around twice; here,
        // it is inside.
        if (found && !truth) careful++
        else if (found !== truth) expect.fail(JSON.stringify({ ...plain, p, truth }))
        looked++
        if (truth) inside++
      }
    }
    expect(looked).toBeGreaterThan(mode === 'spike' ? 50 : 110)
    expect(careful).toBeLessThan(mode === 'cubes' ? 8 : 1)
    expect(inside).toBeGreaterThan(mode === 'spike' ? -1 : 10)
    expect(inside).toBeLessThan(looked)
  })
})

/** As the verifier reads it. */
function shapeOf(shape: Shape): ReadMesh {
  const robot = new Robot({ name: 'r', links: [{ name: 'l', geometry: [{ shape }] }] })
  return readWorld(robotDocument(robot)).geometries[0]!.shape as ReadMesh
}

function told<T>(answer: () => T): T | undefined {
  try {
    return answer()
  } catch (error) {
    if (error instanceof Rejection) return undefined
    throw error
  }
}

/** Somewhere between four corners of the mesh, or a little beyond them. */
function pointBetween(
  { positions, triangles }: { positions: number[]; triangles: number[] },
  random: Random,
): number[] {
  const weights = [0, 1, 2, 3].map(() => random.range(-0.2, 1))
  const sum = weights.reduce((total, w) => total + w, 0.01)
  const corners = weights.map(() => 3 * triangles[random.integer(triangles.length)]!)
  return [0, 1, 2].map((k) =>
    corners.reduce((x, v, i) => x + (weights[i]! / sum) * positions[v + k]!, random.range(-1e-3, 1e-3)),
  )
}

interface Surface {
  readonly positions: number[]
  readonly triangles: number[]
}

function surface({ positions, triangles }: Surface): Shape {
  return mesh({ positions, triangles })
}

function solidBlock(half: number[]): Shape {
  return surface(blockMesh(half))
}

/** A small thing on a joint, inside or outside of a closed mesh: no two triangles ever meet. */
function within(shell: Surface, at: number[], inner: Shape = solidBlock([0.05, 0.05, 0.05])): World {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'bolt', geometry: [{ shape: inner, pose: { at } }] }],
    joints: [{ name: 'x', kind: 'prismatic', parent: 'base', child: 'bolt', axis: [1, 0, 0] }],
  })
  return new World({ robots: [robot], obstacles: [{ name: 'block', shape: surface(shell) }] })
}

test('a bolt inside a block is rejected, though no surfaces meet; beside it, it is not', () => {
  for (const inner of [solidBlock([0.05, 0.05, 0.05]), sphere({ radius: 0.05 }), box({ size: [0.1, 0.1, 0.1] })]) {
    const inside = within(blockMesh([1, 1, 1]), [0, 0, 0], inner)
    const result = verifyCertificate(inside, naiveCertificate(inside, [[-0.1], [0.1]]))
    expect(result).toMatchObject({ valid: false, reason: 'r/bolt is inside block at the start', where: { segment: 0 } })
    expect(checkMotion(inside, [[-0.1], [0.1]]).outcome).toBe('collision')
    const beside = within(blockMesh([1, 1, 1]), [0, 2, 0], inner)
    expect(verifyCertificate(beside, naiveCertificate(beside, [[-0.1], [0.1]]))).toMatchObject({ valid: true })
  }
})

test('a block around a standing bolt is rejected as well', () => {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'block', geometry: [{ shape: solidBlock([1, 1, 1]) }] }],
    joints: [{ name: 'x', kind: 'prismatic', parent: 'base', child: 'block', axis: [1, 0, 0] }],
  })
  const world = new World({
    robots: [robot],
    obstacles: [{ name: 'bolt', shape: solidBlock([0.05, 0.05, 0.05]) }],
  })
  const result = verifyCertificate(world, naiveCertificate(world, [[-0.1], [0.1]]))
  expect(result).toMatchObject({ valid: false, reason: 'bolt is inside r/block at the start' })
})

test('a room is free inside its hollow, and not inside its wall', () => {
  const outer = blockMesh([1, 1, 1])
  const inner = blockMesh([0.8, 0.8, 0.8])
  const room = {
    ...outer,
    positions: [...outer.positions, ...inner.positions],
    // Turned inside out.
    triangles: [...outer.triangles, ...inner.triangles.map((_, i) => 8 + inner.triangles[i - (i % 3) + 2 - (i % 3)]!)],
  }
  const inRoom = within(room, [0, 0, 0])
  expect(verifyCertificate(inRoom, naiveCertificate(inRoom, [[-0.1], [0.1]]))).toMatchObject({ valid: true })
  const inWall = within(room, [0, 0.9, 0])
  expect(verifyCertificate(inWall, naiveCertificate(inWall, [[-0.1], [0.1]]))).toMatchObject({ valid: false })
  // Both the right way round, it is a block inside a block.
  const filled = within({ ...room, triangles: [...outer.triangles, ...inner.triangles.map((v) => v + 8)] }, [0, 0, 0])
  expect(verifyCertificate(filled, naiveCertificate(filled, [[-0.1], [0.1]]))).toMatchObject({ valid: false })
})

test('an open mesh has no inside', () => {
  const block = blockMesh([1, 1, 1])
  const open = within({ ...block, triangles: block.triangles.slice(3) }, [0, 0, 0])
  expect(verifyCertificate(open, naiveCertificate(open, [[-0.1], [0.1]]))).toMatchObject({ valid: true })
})
