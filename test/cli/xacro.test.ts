// Arguments of xacro files on the command line and in scenes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkScene } from '../../cli/check.js'
import { sceneWords } from '../../cli/read/scene-options.js'
import { readScene } from '../../node/index.js'
import { ARM_FILES } from '../formats/xacro/xacro-samples.js'
import { limber } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)
const MAIN = 'one/urdf/arm.urdf.xacro'

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-xacro-'))
  for (const [name, text] of Object.entries(ARM_FILES)) {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text)
  }
  const robot = { name: 'arm', urdf: MAIN, arguments: { segments: 5, gripper: false } }
  writeFileSync(at('scene.json'), JSON.stringify({ limber: 1, robots: [robot] }))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('name:=value is an argument, wherever it stands', async () => {
  const first = await limber('check', 'segments:=5', at(MAIN), 'gripper:=false')
  const second = await limber('check', at(MAIN), '--argument', 'segments:=5', '--argument', 'gripper:=false')
  expect(first.stdout).toMatch(/^free: nothing touches, 10 pairs checked/)
  expect(second).toEqual(first)
  expect(first.code).toBe(0)
})

test('arguments of a scene', async () => {
  const { world } = await readScene(at('scene.json'))
  expect(world.objects).toHaveLength(6)
  const given = checkScene(at('scene.json'), { argument: ['segments:=2'] })
  await expect(given).rejects.toThrow(/^--argument must be left out: a scene names them for each robot/)
})

test('arguments that cannot be used', async () => {
  const wrong = checkScene(at(MAIN), { argument: ['segments=2'] })
  await expect(wrong).rejects.toThrow('--argument must be name:=value, got "segments=2"')
  const unknown = checkScene(at(MAIN), { argument: ['segment:=2'] })
  await expect(unknown).rejects.toThrow(/expected arguments that the file has: name, segments, gripper, got segment$/)
  expect(sceneWords('a.xacro', { argument: ['b:=c d'] })).toBe("a.xacro 'b:=c d'")
})
