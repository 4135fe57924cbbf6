// `limber check clip.bvh`: the figure's own frames as the path; a figure as a robot in a scene.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkScene } from '../../../cli/check.js'
import { verifyNamed } from '../../../cli/verify.js'
import { KNEE } from '../../formats/robots/bvh-samples.js'

let folder = ''
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-bvh-'))
  writeFileSync(at('knee.bvh'), KNEE)
  writeFileSync(at('half.BVH'), KNEE.replace('Frames: 3', 'Frames: 2').replace('10 180 0\n', ''))
  writeFileSync(at('half.txt'), KNEE.replace('Frames: 3', 'Frames: 2').replace('10 180 0\n', ''))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('frames that collide: exit code 1, with the place', async () => {
  const { code, stdout, stderr } = await checkScene(at('knee.bvh'))
  expect(code).toBe(1)
  expect(stdout).toMatch(/^collision: .* waypoints\[1\] to waypoints\[2\]/)
  expect(stdout).toContain('hip/hip and hip/ankle')
  expect(stderr).toContain('thick')
})

test('frames that are free: exit code 0, and a certificate that holds', async () => {
  for (const name of ['half.BVH', 'half.txt']) {
    const { code, stdout } = await checkScene(at(name))
    expect([code, stdout.slice(0, 4)]).toEqual([0, 'free'])
  }
  expect((await checkScene(at('half.BVH'), { certificate: at('proof.json') })).code).toBe(0)
  const { code, stdout } = await verifyNamed([at('half.BVH'), at('proof.json')])
  expect([code, stdout.slice(0, 5)]).toEqual([0, 'valid'])
})

test('a figure in a scene, scaled, with an obstacle', async () => {
  const scene = (figure: object, urdf = 'half.BVH'): string => {
    const obstacles = [{ name: 'wall', shape: { kind: 'box', size: [1, 0.1, 1] }, pose: { xyz: [0, -0.95, 0] } }]
    writeFileSync(at('scene.json'), JSON.stringify({ limber: 1, robots: [{ name: 'leg', urdf, figure }], obstacles }))
    return at('scene.json')
  }
  const free = await checkScene(scene({ scale: 0.1, thickness: 0.02 }))
  expect([free.code, free.stdout.slice(0, 4)]).toEqual([0, 'free'])
  const large = await checkScene(scene({ scale: 0.12 }))
  expect(large.code).toBe(1)
  expect(large.stdout).toContain('waypoints[0]')
  expect(large.stdout).toContain('wall')
  await expect(checkScene(scene({ scale: 0 }))).rejects.toThrow(
    /robots\[0\]\.figure\.scale: expected a positive number/,
  )
  await expect(checkScene(scene({ girth: 1 }))).rejects.toThrow(/figure\.girth: expected no field of that name/)
})

test('a BVH file is not a path, nor a robot with meshes', async () => {
  await expect(checkScene(at('knee.bvh'), { path: at('knee.bvh') })).rejects.toThrow(
    /expected a path; frames of a BVH file/,
  )
  await expect(checkScene(at('knee.bvh'), { srdf: 'x.srdf' })).rejects.toThrow(
    /--srdf must be left out: a BVH file has bones only/,
  )
})
