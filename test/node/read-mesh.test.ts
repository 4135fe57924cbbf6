import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMesh } from '../../node/index.js'
import { MeshFileError } from '../../src/errors.js'
import { expectSame } from '../formats/meshes/expect-mesh.js'
import { binaryStl, collada, everyFormat, gltfParts, sheet, TETRAHEDRON } from '../formats/samples.js'

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-meshes-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function refusal(path: string, options = {}): Promise<MeshFileError> {
  const error = await readMesh(path, options).then(
    () => undefined,
    (found: unknown) => found,
  )
  expect(error).toBeInstanceOf(MeshFileError)
  return error as MeshFileError
}

const formats = everyFormat(sheet(3))
test.each([...formats.keys()])('reads %s', async (name) => {
  writeFileSync(at(name), formats.get(name)!)
  expectSame(await readMesh(at(name)), sheet(3))
})

test('format, scale and unit', async () => {
  writeFileSync(at('mesh.bin'), binaryStl(TETRAHEDRON, 'ply'))
  const mesh = await readMesh(at('mesh.bin'), { format: 'stl', scale: 0.001 })
  expect(mesh.positions[4]).toBe(1.5 * 0.001)
  writeFileSync(at('inches.dae'), collada(TETRAHEDRON, { asset: '<unit meter="0.0254"/>' }))
  expectSame(await readMesh(at('inches.dae'), { unit: 'file' }), TETRAHEDRON)
})

test('what cannot be read is said by its path', async () => {
  expect((await refusal(at('nothing.stl'))).message).toBe(
    `${at('nothing.stl')}: expected a file that can be read, got no such file`,
  )
  mkdirSync(at('folder.stl'), { recursive: true })
  expect((await refusal(at('folder.stl'))).message).toBe(`${at('folder.stl')}: expected a file, got a folder`)
  writeFileSync(at('file.stl'), 'solid')
  expect((await refusal(at('file.stl/x.stl'))).message).toContain('a path through a file')
  writeFileSync(at('broken.off'), 'OFF\n1 0 0\n0 x 0\n')
  const error = await refusal(at('broken.off'))
  expect(error).toMatchObject({ file: at('broken.off'), line: 3, offset: undefined })
  expect(error.message).toBe(`${at('broken.off')}, line 3: expected a coordinate of a vertex, got "x"`)
})

test('a file that may not be read', async ({ skip }) => {
  if (process.platform === 'win32' || process.getuid?.() === 0) skip('this user may read everything')
  writeFileSync(at('secret.stl'), binaryStl(TETRAHEDRON))
  chmodSync(at('secret.stl'), 0)
  expect((await refusal(at('secret.stl'))).message).toContain('one that may not be read')
})

test('a pipe is refused, not waited for', async ({ skip }) => {
  if (spawnSync('mkfifo', [at('pipe.stl')]).status !== 0) skip('no pipes here')
  expect((await refusal(at('pipe.stl'))).message).toContain('expected a file, got something else')
})

test('a file that is too large is refused before it is read', async () => {
  writeFileSync(at('large.stl'), binaryStl(sheet(10)))
  expect((await refusal(at('large.stl'), { maxBytes: 10_000 })).message).toBe(
    `${at('large.stl')}: expected a file of at most 10000 bytes (option maxBytes), got 10084`,
  )
})

test('buffers beside a glTF file', async () => {
  const { document, buffer } = gltfParts(TETRAHEDRON)
  mkdirSync(at('parts of it'), { recursive: true })
  writeFileSync(at('parts of it/a.bin'), buffer)
  const write = (uri: string): void => {
    document.buffers[0].uri = uri
    writeFileSync(at('scene.gltf'), JSON.stringify(document))
  }
  write('parts%20of%20it/a.bin')
  expectSame(await readMesh(at('scene.gltf')), TETRAHEDRON)
  write('b.bin')
  expect(await refusal(at('scene.gltf'))).toMatchObject({ file: at('b.bin') })
  write('%E0%A4%A')
  expect((await refusal(at('scene.gltf'))).message).toContain('a URI whose % signs stand for letters')
  for (const uri of ['https://example.com/a.bin', 'file:///etc/hosts', '/etc/hosts', 'C:\\a.bin']) {
    write(uri)
    expect((await refusal(at('scene.gltf'))).message).toContain('or one by a relative path')
  }
  for (const uri of ['../a.bin', 'parts of it/../../a.bin', '%2e%2e/a.bin']) {
    write(uri)
    expect((await refusal(at('scene.gltf'))).message).toContain('in the folder of this file or below')
  }
})

test('links to buffers that lead out of the folder are refused; those that stay inside, and a link to the file, are followed', async ({
  skip,
}) => {
  const { document, buffer } = gltfParts(TETRAHEDRON)
  for (const name of ['inner/deep', 'outer', 'links']) mkdirSync(at(name), { recursive: true })
  for (const name of ['inner/a.bin', 'inner/deep/b.bin', 'outer/a.bin']) writeFileSync(at(name), buffer)
  try {
    symlinkSync(at('outer/a.bin'), at('inner/out.bin'))
    symlinkSync(at('outer'), at('inner/out'))
    symlinkSync(at('inner/deep/b.bin'), at('inner/in.bin'))
    symlinkSync(at('inner/round.bin'), at('inner/round.bin'))
    symlinkSync(at('inner'), at('alias'))
    symlinkSync(at('inner/x.gltf'), at('links/x.gltf'))
    symlinkSync(at('inner/a.bin'), at('links/a.bin'))
    symlinkSync(at('outer/a.bin'), at('links/out.bin'))
  } catch {
    skip('no symbolic links here')
  }
  const write = (uri: string): void => {
    document.buffers[0].uri = uri
    writeFileSync(at('inner/x.gltf'), JSON.stringify(document))
  }
  for (const uri of ['out.bin', 'out/a.bin', 'deep/../out.bin']) {
    write(uri)
    expect((await refusal(at('inner/x.gltf'))).message).toBe(
      `${at('inner/x.gltf')}, buffer "${uri}": expected a buffer in the folder of this file or below, got a link that leads out of it`,
    )
  }
  write('out.bin')
  expect((await refusal(at('links/x.gltf'))).message).toContain('a link that leads out of it')
  write('round.bin')
  expect((await refusal(at('inner/x.gltf'))).message).toContain('got links that lead in a circle')
  write('in.bin')
  expectSame(await readMesh(at('inner/x.gltf')), TETRAHEDRON)
  write('a.bin')
  for (const path of ['inner/x.gltf', 'alias/x.gltf', 'links/x.gltf']) expectSame(await readMesh(at(path)), TETRAHEDRON)
})
