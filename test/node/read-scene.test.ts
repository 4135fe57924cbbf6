// Scenes from a disk: relative paths, the fence around them, and what is said of files that are not there.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPath, readScene } from '../../node/index.js'
import { InvalidInputError, LimberError, RobotFileError, SceneFileError } from '../../src/errors.js'
import { CELL, CELL_FILES, SAMPLE_URDF } from '../formats/robots/scene-samples.js'
import { gltfParts, TETRAHEDRON } from '../formats/samples.js'

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url))

let outer: string
/** The scene's folder, inside of one that is none of its business. */
const at = (name: string): string => join(outer, 'cell', name)

beforeAll(() => {
  outer = realpathSync(mkdtempSync(join(tmpdir(), 'limber-scenes-')))
  for (const [name, content] of Object.entries(CELL_FILES)) {
    for (const folder of ['cell', 'elsewhere']) {
      mkdirSync(dirname(join(outer, folder, name)), { recursive: true })
      writeFileSync(join(outer, folder, name), content)
    }
  }
})

afterAll(() => {
  rmSync(outer, { recursive: true, force: true })
})

function write(scene: unknown, name = 'scene.json'): string {
  writeFileSync(at(name), typeof scene === 'string' ? scene : JSON.stringify(scene))
  return at(name)
}

async function refusal(path: string, options = {}): Promise<LimberError> {
  const error = await readScene(path, options).then(
    () => undefined,
    (found: unknown) => found,
  )
  expect(error).toBeInstanceOf(LimberError)
  return error as LimberError
}

const robot = (more: object) => ({ limber: 1, robots: [{ name: 'arm', urdf: 'arm.urdf', ...more }] })
const meshOf = (file: string) => ({ limber: 1, obstacles: [{ name: 'o', shape: { kind: 'mesh', file } }] })

test('a scene with all that it names', async () => {
  const { world, description, notes } = await readScene(write(CELL))
  expect(description).toEqual(CELL)
  expect(world.variables).toEqual(['arm/lift', 'arm/turn', 'left/lift', 'left/turn'])
  expect(world.objects).toContain('arm/finger')
  expect(world.objects).toContain('mirrored')
  expect(world.pairs().find(({ a, b }) => a === 'arm/finger' && b === 'arm/tool')?.status).toBe('allowed')
  expect(world.pairs().find(({ a, b }) => a === 'left/finger' && b === 'left/tool')?.status).not.toBe('allowed')
  expect(notes).toEqual([])
  expect(world.collides(world.neutral())).toBe(false)
})

test('package:// leads where the scene says', async () => {
  const collision = '<collision><geometry><mesh filename="package://cell/part.stl"/></geometry></collision>'
  writeFileSync(at('packaged.urdf'), SAMPLE_URDF.replace('<link name="base">', `<link name="base">${collision}`))
  const { world } = await readScene(write(robot({ urdf: 'packaged.urdf', packages: { cell: 'parts' } })))
  expect(world.distance(world.neutral()).distance).toBeGreaterThanOrEqual(0)
  expect(world.objects).toContain('arm/base')
})

test('a URDF file is a scene of that robot; its SRDF counts if it is named', async () => {
  const { world, description } = await readScene(at('arm.urdf'))
  expect(world.variables).toEqual(['sample/lift', 'sample/turn'])
  expect(description.robots).toEqual([{ name: 'sample', urdf: 'arm.urdf' }])
  const status = (of: typeof world): string | undefined =>
    of.pairs().find(({ a, b }) => a === 'sample/finger' && b === 'sample/tool')?.status
  expect(status(world)).not.toBe('allowed')
  expect(status((await readScene(at('arm.urdf'), { srdf: at('arm.srdf') })).world)).toBe('allowed')
  const both = await refusal(write(robot({})), { srdf: at('arm.srdf') })
  expect(both).toBeInstanceOf(InvalidInputError)
  expect(both.message).toContain('left out: a scene names them for each robot')
})

test.each<[string, (outer: string) => object, string]>([
  ['a URDF above', () => robot({ urdf: '../elsewhere/arm.urdf' }), 'robots[0].urdf'],
  ['a URDF that is not there, above', () => robot({ urdf: '../nothing.urdf' }), 'robots[0].urdf'],
  ['an absolute URDF', (folder) => robot({ urdf: join(folder, 'elsewhere/arm.urdf') }), 'robots[0].urdf'],
  ['an SRDF above', () => robot({ srdf: 'parts/../../elsewhere/arm.srdf' }), 'robots[0].srdf'],
  ['a package above', () => robot({ packages: { cell: '..' } }), 'robots[0].packages.cell'],
  ['a mesh above', () => meshOf('../elsewhere/parts/part.stl'), 'obstacles[0].shape.file'],
  ['an absolute mesh', () => meshOf('/etc/passwd'), 'obstacles[0].shape.file'],
])('refused by name: %s', async (_, scene, field) => {
  const error = (await refusal(write(scene(outer)))) as SceneFileError
  expect(error).toBeInstanceOf(SceneFileError)
  expect(error.field).toBe(field)
  expect(error.message).toContain(`expected something below ${join(outer, 'cell')} (option root allows another folder)`)
  expect(error.message).toContain('which leads out of it')
})

test.each([
  ['../elsewhere/parts/part.stl', 'expected a path inside'],
  ['/etc/passwd', 'expected a path inside'],
  ['file:///etc/passwd', 'expected a path inside'],
  ['package://cell/../../elsewhere/parts/part.stl', 'expected a path that stays inside its package'],
])("the scene's robots are behind the same fence: %s", async (filename, message) => {
  const collision = `<collision><geometry><mesh filename="${filename}"/></geometry></collision>`
  writeFileSync(at('escaping.urdf'), SAMPLE_URDF.replace('<link name="base">', `<link name="base">${collision}`))
  const error = await refusal(write(robot({ urdf: 'escaping.urdf', packages: { cell: 'parts' } })))
  expect(error).toBeInstanceOf(RobotFileError)
  expect(error.message).toContain(message)
})

test('another root allows it', async () => {
  const urdf = join(outer, 'elsewhere/arm.urdf')
  for (const scene of [robot({ urdf: '../elsewhere/arm.urdf' }), robot({ urdf })]) {
    expect((await readScene(write(scene), { root: outer })).world.dof).toBe(2)
  }
  // Then the scene's own folder counts only if it is inside.
  const error = await refusal(write(robot({})), { root: join(outer, 'elsewhere') })
  expect(error.message).toContain(`something below ${join(outer, 'elsewhere')}`)
  expect((await refusal(write(robot({})), { root: join(outer, 'none') })).message).toContain('a folder that is there')
})

test('[scene-fence] links that lead out are refused; links that stay inside are followed', async ({ skip }) => {
  try {
    symlinkSync(join(outer, 'elsewhere/arm.urdf'), at('out.urdf'))
    symlinkSync(join(outer, 'elsewhere'), at('out'))
    symlinkSync(at('arm.urdf'), at('in.urdf'))
    symlinkSync(join(outer, 'cell'), join(outer, 'alias'))
    symlinkSync(at('round.urdf'), at('round.urdf'))
  } catch {
    skip('no symbolic links here')
  }
  for (const urdf of ['out.urdf', 'out/arm.urdf']) {
    expect((await refusal(write(robot({ urdf })))).message).toContain('which leads out of it')
  }
  expect((await refusal(write(meshOf('out/parts/part.stl')))).message).toContain('which leads out of it')
  expect((await refusal(write(robot({ packages: { cell: 'out' } })))).message).toContain('which leads out of it')
  // Nor does a mesh of the scene get anything from there.
  const { document, buffer } = gltfParts(TETRAHEDRON)
  writeFileSync(join(outer, 'elsewhere/a.bin'), buffer)
  document.buffers[0].uri = 'out/a.bin'
  writeFileSync(at('reaching.gltf'), JSON.stringify(document))
  expect((await refusal(write(meshOf('reaching.gltf')))).message).toContain('got a link that leads out of it')
  expect((await readScene(write(robot({ urdf: 'in.urdf' })))).world.dof).toBe(2)
  write(robot({}))
  expect((await readScene(join(outer, 'alias/scene.json'))).world.dof).toBe(2)
  expect((await refusal(write(robot({ urdf: 'round.urdf' })))).message).toContain('links that lead in a circle')
})

test('what is not there is said by its name and field', async () => {
  expect((await refusal(at('none.json'))).message).toBe(
    `${at('none.json')}: expected a file that can be read, got no such file`,
  )
  expect((await refusal(join(outer, 'cell'))).message).toContain('expected a file, got a folder')
  expect((await refusal(write(robot({ urdf: 'none.urdf' })))).message).toBe(
    `${at('scene.json')}, robots[0].urdf "none.urdf": expected a file that can be read, got no such file`,
  )
  expect((await refusal(write(meshOf('arm.urdf/x.stl')))).message).toContain('a path through a file')
  expect((await refusal(write(meshOf('https://example.com/a.stl')))).message).toContain(
    'expected a path from the folder of the scene file, got "https://example.com/a.stl"',
  )
  expect((await refusal(write(meshOf('arm.urdf')))).name).toBe('MeshFileError')
  expect(await refusal(write(robot({ urdf: 'parts/part.stl' })))).toBeInstanceOf(RobotFileError)
  expect((await refusal(write('{"limber":1,}'))).message).toBe(
    `${at('scene.json')}, line 1, column 13: expected JSON, got "}"`,
  )
  writeFileSync(at('latin.json'), Buffer.from('{"limber":1,"robots":[{"name":"Tür"}]}', 'latin1'))
  expect((await refusal(at('latin.json'))).message).toContain('expected text in UTF-8')
  expect((await refusal(write(robot({})), { rooot: '.' })).message).toContain('options.rooot')
})

test('paths', async () => {
  const path = { joints: ['arm/lift'], waypoints: [[1], [2]] }
  expect(await readPath(write(path, 'path.json'))).toEqual(path)
  await expect(readPath(at('nothing.json'))).rejects.toThrow('got no such file')
  await expect(readPath(write('[]', 'path.json'))).rejects.toThrow(
    `${at('path.json')}, line 1, column 1: expected a path`,
  )
})

test('the example cell can be read, from wherever it is', async () => {
  const { world, notes } = await readScene(join(EXAMPLES, 'cell.json'))
  expect(notes.filter((note) => !note.includes('cut into fans'))).toEqual([])
  expect(world.variables).toEqual(['arm/turn', 'arm/shoulder', 'arm/elbow', 'arm/wrist', 'arm/grip'])
  cpSync(EXAMPLES, join(outer, 'copied'), { recursive: true })
  expect((await readScene(join(outer, 'copied/cell.json'))).world.variables).toEqual(world.variables)
})
