import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPackages, readRobot } from '../../node/index.js'
import type { RobotFileError } from '../../src/errors.js'
import { parseBvh } from '../../src/formats/robots/bvh-clip.js'
import { FIGURE } from '../formats/robots/bvh-samples.js'
import { collision, RICH_FILES, refused, urdf } from '../formats/robots/robot-samples.js'
import { binaryStl, bytesOf, gltfParts, TETRAHEDRON } from '../formats/samples.js'

let top: string
let count = 0
let folder: string
const at = (...names: string[]): string => join(folder, ...names)

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'limber-robots-'))
})

beforeEach(() => {
  folder = join(top, `${count++}`)
})

afterAll(() => {
  rmSync(top, { recursive: true, force: true })
})

function write(files: Readonly<Record<string, Uint8Array | string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), content)
  }
}

const STL = binaryStl(TETRAHEDRON)
const meshUrdf = (filename: string): string =>
  urdf(`<link name="a">${collision(`<mesh filename="${filename}"/>`)}</link>`)

async function meshes(path: string, options = {}): Promise<number> {
  return (await readRobot(path, options)).links[0]!.geometry.length
}

const refusal = (path: string, options = {}): Promise<RobotFileError> => refused(readRobot(path, options))

describe('reads', () => {
  test('the figure of a motion-capture clip', async () => {
    write({ 'clip.bvh': FIGURE, 'a.urdf': urdf('<link name="a"/>') })
    const clip = parseBvh(FIGURE)
    const robot = await readRobot(at('clip.bvh'))
    expect([robot.name, robot.links, robot.allowed, robot.notes]).toEqual([
      clip.robot.name,
      clip.robot.links,
      clip.robot.allowed,
      clip.robot.notes,
    ])
    const thin = await readRobot(at('clip.bvh'), { name: 'thin', figure: { thickness: 0.1, scale: 0.5 } })
    expect([thin.name, thin.links.flatMap(({ geometry }) => geometry)[0]!.shape]).toMatchObject([
      'thin',
      { kind: 'capsule', radius: 0.05, to: new Float64Array([0, 2.5, 0]) },
    ])
    await expect(readRobot(at('clip.bvh'), { geometry: 'visual' })).rejects.toThrow(
      'options.geometry must be left out: a BVH file has bones only, got "visual"',
    )
    await expect(readRobot(at('a.urdf'), { figure: { scale: 2 } })).rejects.toThrow(
      /^options\.figure must be left out: it is for BVH files, unlike .*a\.urdf/,
    )
    write({ 'cut.bvh': FIGURE.slice(0, 200) })
    await expect(readRobot(at('cut.bvh'))).rejects.toThrow(/cut\.bvh, line \d+/)
  })

  test('a package with its SRDF', async () => {
    write(RICH_FILES)
    const robot = await readRobot(at('rich/urdf/rich.urdf'), { srdf: at('rich/urdf/rich.srdf') })
    expect(robot.name).toBe('rich')
    expect(robot.links.map(({ geometry }) => geometry.length)).toEqual([2, 1, 1, 1, 1, 0, 0, 0, 0])
    expect(robot.allowed).toHaveLength(9)
    // The SRDF file beside it is not read unasked: it would switch checks off.
    const bare = await readRobot(at('rich/urdf/rich.urdf'))
    expect(bare.allowed).toEqual([])
    expect(bare.notes).toContain(
      "rich.srdf is beside rich.urdf, and was not read: it may say which links need no checking (option srdf: 'auto').",
    )
    const auto = await readRobot(at('rich/urdf/rich.urdf'), { srdf: 'auto' })
    expect([auto.allowed, auto.notes]).toEqual([robot.allowed, robot.notes])
    const given = await readRobot(at('rich/urdf/rich.urdf'), {
      ...{ srdf: at('rich/urdf/rich.srdf'), name: 'other', virtualJoints: 'as-written' },
    } as const)
    expect([given.name, given.dof]).toEqual(['other', robot.dof + 7])
  })

  test('paths relative to where we are; files are called as the caller calls them', async () => {
    write({ 'r/a.urdf': meshUrdf('missing.stl'), 'r/bad.urdf': meshUrdf('bad.stl'), 'r/bad.stl': 'solid' })
    const path = relative('.', at('r/a.urdf'))
    expect((await refusal(path)).file).toBe(path)
    const bad = relative('.', at('r/bad.stl'))
    await expect(readRobot(relative('.', at('r/bad.urdf')))).rejects.toMatchObject({
      name: 'MeshFileError',
      file: bad,
    })
  })

  test.each([
    ['beside it', 'r/urdf/part.stl', 'part.stl'],
    ['in the folder above', 'r/meshes/part.stl', '../meshes/part.stl'],
    ['with percent signs', 'r/urdf/a part.stl', 'a%20part.stl'],
    ['by its package, above', 'r/meshes/part.stl', 'package://r/meshes/part.stl'],
    ['by a folder beside it taken for a package', 'r/urdf/meshes/part.stl', 'package://meshes/part.stl'],
    ['by a folder above taken for a package', 'r/meshes/part.stl', 'package://meshes/part.stl'],
    ['as a model', 'r/meshes/part.stl', 'model://r/meshes/part.stl'],
    ['with back slashes', 'r/meshes/part.stl', '..\\meshes\\part.stl'],
  ])('a mesh %s', async (_, file, filename) => {
    write({ 'r/urdf/a.urdf': meshUrdf(filename), [file]: STL })
    const robot = await readRobot(at('r/urdf/a.urdf'))
    expect(robot.links[0]!.geometry).toHaveLength(1)
    expect(robot.notes).toEqual([])
  })

  test('packages that the caller names, and nothing else for these', async () => {
    write({
      'r/urdf/a.urdf': meshUrdf('package://p/m/part.stl'),
      'elsewhere/m/part.stl': STL,
      'r/p/m/part.stl': STL,
      'empty/x': '',
    })
    expect(await meshes(at('r/urdf/a.urdf'), { packages: { p: at('elsewhere') } })).toBe(1)
    const error = await refusal(at('r/urdf/a.urdf'), { packages: { p: at('empty') } })
    expect(error.message).toContain(`"package://p/m/part.stl" of link "a" (package "p" is ${at('empty')})`)
  })

  test('packages of a folder, by package.xml, whatever their folders are called', async () => {
    const manifest = (name: string): string => `<package><!-- <name>x</name> --><name> ${name} </name></package>`
    write({
      'robot/a.urdf': meshUrdf('package://arm/m/part.stl'),
      'ws/src/one/package.xml': manifest('arm'),
      'ws/src/one/m/part.stl': STL,
      // A package in a package is none, nor is one that is hidden or far below.
      'ws/src/one/inner/package.xml': manifest('inner'),
      'ws/src/repo/two/package.xml': manifest('hand'),
      'ws/.git/package.xml': manifest('git'),
      'ws/a/b/c/d/package.xml': manifest('deep'),
      'empty/x': '',
    })
    const packages = await findPackages(at('ws'))
    expect(packages).toEqual({ arm: at('ws/src/one'), hand: at('ws/src/repo/two') })
    expect(await meshes(at('robot/a.urdf'), { packages })).toBe(1)
    expect(await findPackages(at('ws/src/one'))).toEqual({ arm: at('ws/src/one') })
    await expect(findPackages(at('empty'))).rejects.toThrow('folder must be a folder with packages in it')
    await expect(findPackages(at('nowhere'))).rejects.toThrow('folder must be a folder with packages in it')
    await expect(findPackages('')).rejects.toThrow('the path of a folder')
    write({ 'ws/src/three/package.xml': manifest('hand') })
    await expect(findPackages(at('ws'))).rejects.toThrow(
      `one package "hand", not both ${at('ws/src/three')} and ${at('ws/src/repo/two')}`,
    )
  })

  test('a package with three slashes, and by the custom of others', async () => {
    write({ 'r/urdf/a.urdf': meshUrdf('package:///r/meshes/part.stl'), 'r/meshes/part.stl': STL })
    expect(await meshes(at('r/urdf/a.urdf'))).toBe(1)
    expect((await refusal(at('r/urdf/a.urdf'), { srdf: 'auto' })).message).toBe(
      `${at('r/urdf/a.urdf')}: expected its SRDF file (option srdf: 'auto') at ${at('r/urdf/a.srdf')} or ${at('r/srdf/a.srdf')}, got no such file`,
    )
    write({ 'r/srdf/a.srdf': '<robot name="test"/>' })
    expect((await readRobot(at('r/urdf/a.urdf'), { srdf: 'auto' })).notes).toEqual([])
  })

  test('packages around it, by package.xml: above, beside, of another name', async () => {
    const other = '<package><name>other</name></package>'
    write({
      'ws/src/mine/package.xml': '<package><name>mine</name></package>',
      'ws/src/mine/urdf/deep/a.urdf': meshUrdf('package://other/m/part.stl'),
      'ws/src/mine/urdf/deep/b.urdf': meshUrdf('package://mine/m/part.stl'),
      'ws/src/mine/m/part.stl': STL,
      'ws/src/folder/package.xml': other,
      'ws/src/folder/m/part.stl': STL,
    })
    expect(await meshes(at('ws/src/mine/urdf/deep/a.urdf'))).toBe(1)
    expect(await meshes(at('ws/src/mine/urdf/deep/b.urdf'))).toBe(1)
    write({ 'ws/src/folder/package.xml': '<package><name>something</name></package>' })
    expect((await refusal(at('ws/src/mine/urdf/deep/a.urdf'))).missing).toHaveLength(1)
  })

  test('a package that is nowhere is guessed from its files, and that is noted', async () => {
    write({
      'repo/robots/r/urdf/a.urdf': meshUrdf('package://lost/robots/r/meshes/part.stl'),
      'repo/robots/r/meshes/part.stl': STL,
    })
    const robot = await readRobot(at('repo/robots/r/urdf/a.urdf'))
    expect(robot.links[0]!.geometry).toHaveLength(1)
    expect(robot.notes).toEqual([
      'Package "lost" was not found under that name; taken to be ../../.. from the URDF file, where its files are.',
    ])
  })

  test('nothing is guessed where the file names two packages, or is in one that says its name', async () => {
    const link = (name: string, filename: string): string =>
      `<link name="${name}">${collision(`<mesh filename="${filename}"/>`)}</link>`
    write({
      'r/urdf/a.urdf': urdf(
        link('a', 'package://arm/meshes/part.stl') + link('b', 'package://gripper/meshes/part.stl'),
      ),
      'r/urdf/b.urdf': meshUrdf('package://arm/meshes/part.stl'),
      'r/meshes/part.stl': STL,
    })
    expect((await refusal(at('r/urdf/a.urdf'))).missing).toHaveLength(2)
    expect(await meshes(at('r/urdf/b.urdf'))).toBe(1)
    write({ 'r/package.xml': '<package><name>gripper</name></package>' })
    expect((await refusal(at('r/urdf/b.urdf'))).missing).toHaveLength(1)
  })

  test('one file by two names is one shape', async () => {
    const link = (name: string, filename: string): string =>
      `<link name="${name}">${collision(`<mesh filename="${filename}"/>`)}</link>`
    const text = urdf(link('a', 'package://r/m.stl') + link('b', '../m.stl') + link('c', './../x/../m.stl'))
    write({ 'r/urdf/a.urdf': text, 'r/m.stl': STL })
    const [a, b, c] = (await readRobot(at('r/urdf/a.urdf'))).links.map(({ geometry }) => geometry[0]!.shape)
    expect(b).toBe(a)
    expect(c).toBe(a)
  })

  test('buffers beside a glTF mesh', async () => {
    const { document, buffer } = gltfParts(TETRAHEDRON)
    document.buffers[0].uri = 'a.bin'
    write({ 'r/urdf/a.urdf': meshUrdf('m.gltf'), 'r/urdf/m.gltf': JSON.stringify(document), 'r/urdf/a.bin': buffer })
    expect(await meshes(at('r/urdf/a.urdf'))).toBe(1)
    document.buffers[0].uri = '../../../outside.bin'
    write({ 'r/urdf/m.gltf': JSON.stringify(document) })
    expect((await refusal(at('r/urdf/a.urdf'))).message).toContain('in the same package')
  })
})

describe('[robot-paths] nothing outside is read', () => {
  /** There is such a file, and it would be a mesh. */
  beforeEach(() => {
    write({ 'secret.stl': STL, 'r/pkg/urdf/x': '', 'other/m.stl': STL })
  })

  test.each([
    ['../../../secret.stl', 'a path inside PKG (option root)'],
    ['../../../../../../../../../../../../etc/passwd', 'a path inside PKG (option root)'],
    ['%2e%2e/%2e%2e/%2e%2e/secret.stl', 'a path inside PKG (option root)'],
    ['..%2f..%2f..%2fsecret.stl', 'a path inside PKG (option root)'],
    ['x/../../../../secret.stl', 'a path inside PKG (option root)'],
    ['..\\..\\..\\secret.stl', 'a path inside PKG (option root)'],
    ['/etc/passwd', 'a path inside PKG (option root, option allowAbsolute)'],
    ['file:///etc/passwd', 'a path inside PKG (option root, option allowAbsolute)'],
    ['C:\\Windows\\win.ini', 'a path inside PKG (option root, option allowAbsolute)'],
    ['package://../secret.stl', 'package://name/path, with the name of a package'],
    ['package://pkg/../../secret.stl', 'a path that stays inside its package'],
    ['package://pkg/%2e%2e/%2e%2e/secret.stl', 'a path that stays inside its package'],
    ['model://..%2f/secret.stl', 'model://name/path, with the name of a package'],
    ['\\\\server\\share\\a.stl', 'a path on this machine: no \\\\server\\share'],
    ['//server/share/a.stl', 'a path on this machine: no \\\\server\\share'],
    ['file://server/a.stl', 'file:///path, without a host'],
    ['a%00.stl', 'a path without control characters'],
    ['https://example.com/a.stl', 'a file: nothing is fetched from servers'],
  ])('%s', async (filename, expected) => {
    write({ 'r/pkg/urdf/a.urdf': meshUrdf(filename) })
    const error = await refusal(at('r/pkg/urdf/a.urdf'), { missing: 'skip' })
    expect(error.message).toBe(
      `${at('r/pkg/urdf/a.urdf')}, line 2, link "a" <mesh> ${JSON.stringify(filename)}: expected ${expected.replace('PKG', at('r/pkg'))}`,
    )
  })

  test.each(['package://other/m.stl', `package://etc/passwd`, 'package://usr/x.stl'])(
    '%s: a folder of that name above is not a package without its package.xml',
    async (filename) => {
      write({ 'r/pkg/urdf/a.urdf': meshUrdf(filename) })
      expect((await refusal(at('r/pkg/urdf/a.urdf'))).missing).toHaveLength(1)
    },
  )

  test.each(['file', 'folder', 'package'])('by a link (%s) that leads out', async (kind) => {
    const filename = { file: 'm.stl', folder: 'out/m.stl', package: 'package://out/m.stl' }[kind]!
    write({ 'r/pkg/urdf/a.urdf': meshUrdf(filename) })
    if (kind === 'file') symlinkSync(at('secret.stl'), at('r/pkg/urdf/m.stl'))
    else symlinkSync(at('other'), at('r/pkg/urdf/out'))
    const error = await refusal(at('r/pkg/urdf/a.urdf'))
    expect(error.message).toBe(
      `${at('r/pkg/urdf/a.urdf')}, line 2, link "a" <mesh> ${JSON.stringify(filename)}: ` +
        `expected a file inside ${at('r/pkg')} (option root), got a link that leads out of it`,
    )
    // With what it leads to in the root, it is fine.
    expect(await meshes(at('r/pkg/urdf/a.urdf'), { root: folder })).toBe(1)
  })

  test('links within are followed; so is a URDF file that is a link, with what is around it', async () => {
    write({ 'r/pkg/urdf/a.urdf': meshUrdf('in.stl'), 'r/pkg/m.stl': STL })
    symlinkSync(at('r/pkg/m.stl'), at('r/pkg/urdf/in.stl'))
    expect(await meshes(at('r/pkg/urdf/a.urdf'))).toBe(1)
    // As an installed package links to its sources.
    write({ 'install/share/pkg/x': '' })
    symlinkSync(at('r/pkg/urdf/a.urdf'), at('install/share/pkg/a.urdf'))
    symlinkSync(at('r/pkg/m.stl'), at('install/share/pkg/in.stl'))
    expect(await meshes(at('install/share/pkg/a.urdf'))).toBe(1)
  })

  test('a link in a package that the caller named', async () => {
    write({ 'r/pkg/urdf/a.urdf': meshUrdf('package://p/m.stl'), 'named/x': '' })
    symlinkSync(at('secret.stl'), at('named/m.stl'))
    const error = await refusal(at('r/pkg/urdf/a.urdf'), { packages: { p: at('named') } })
    expect(error.message).toContain(`expected a file inside ${at('named')} (option root), got a link that leads out`)
  })

  test('what the caller allows', async () => {
    write({ 'r/pkg/urdf/a.urdf': meshUrdf(at('secret.stl')) })
    expect(await meshes(at('r/pkg/urdf/a.urdf'), { allowAbsolute: true })).toBe(1)
    expect(await meshes(at('r/pkg/urdf/a.urdf'), { root: folder })).toBe(1)
    write({ 'r/pkg/urdf/a.urdf': meshUrdf(`file://${at('r/pkg/m.stl')}`), 'r/pkg/m.stl': STL })
    expect(await meshes(at('r/pkg/urdf/a.urdf'))).toBe(1)
    write({ 'r/pkg/urdf/a.urdf': meshUrdf('../../../secret.stl') })
    expect(await meshes(at('r/pkg/urdf/a.urdf'), { root: folder })).toBe(1)
    await expect(readRobot(at('r/pkg/urdf/a.urdf'), { root: at('other') })).rejects.toMatchObject({
      field: 'options.root',
    })
  })

  test('the package that the file is in is what may be read', async () => {
    write({
      'r/pkg/package.xml': '<package><name>pkg</name></package>',
      'r/pkg/urdf/deep/a.urdf': meshUrdf('../../m.stl'),
      'r/pkg/m.stl': STL,
      'r/n.stl': STL,
    })
    expect(await meshes(at('r/pkg/urdf/deep/a.urdf'))).toBe(1)
    write({ 'r/pkg/urdf/deep/a.urdf': meshUrdf('../../../n.stl') })
    expect((await refusal(at('r/pkg/urdf/deep/a.urdf'))).message).toContain(`a path inside ${at('r/pkg')}`)
  })
})

describe('[robot-files] what cannot be read', () => {
  test('is said by its path', async () => {
    write({ 'a.urdf': meshUrdf('pipe.stl'), 'folder.urdf/x': '', 'b.urdf': meshUrdf('folder.urdf') })
    expect((await refusal(at('none.urdf'))).message).toBe(
      `${at('none.urdf')}: expected a file that can be read, got no such file`,
    )
    expect((await refusal(at('folder.urdf'))).message).toBe(`${at('folder.urdf')}: expected a file, got a folder`)
    expect((await refusal(at('b.urdf'))).message).toContain(
      'link "a" <mesh> "folder.urdf": expected a file, got a folder',
    )
    expect((await refusal(at('a.urdf'), { srdf: at('none.srdf') })).message).toBe(
      `${at('none.srdf')}: expected a file that can be read, got no such file`,
    )
  })

  test('a pipe is refused, not waited for', async ({ skip }) => {
    write({ 'a.urdf': meshUrdf('pipe.stl') })
    if (spawnSync('mkfifo', [at('pipe.stl')]).status !== 0) skip('no pipes here')
    expect((await refusal(at('a.urdf'))).message).toContain('expected a file, got something else')
    expect((await refusal(at('pipe.stl'))).message).toContain('expected a file, got something else')
  })

  test('a link that leads to itself', async () => {
    write({ 'a.urdf': meshUrdf('loop.stl') })
    symlinkSync(at('loop.stl'), at('loop.stl'))
    expect((await refusal(at('a.urdf'))).message).toContain(
      'link "a" <mesh> "loop.stl": expected a file that can be read',
    )
  })

  test('files that are too large', async () => {
    write({ 'a.urdf': meshUrdf('m.stl'), 'm.stl': STL })
    const size = bytesOf(meshUrdf('m.stl')).length
    expect((await refusal(at('a.urdf'), { maxBytes: 10 })).message).toBe(
      `${at('a.urdf')}: expected a file of at most 10 bytes (option maxBytes), got ${size}`,
    )
    expect((await refusal(at('a.urdf'), { maxBytes: size })).message).toContain(
      `link "a" <mesh> "m.stl": expected a file of at most ${size} bytes (option maxBytes), got ${STL.length}`,
    )
  })

  test.each([
    [{ package: {} }, 'options.package'],
    [{ packages: { p: 3 } }, 'options.packages["p"]'],
    [{ root: '' }, 'options.root'],
    [{ srdf: 3 }, 'options.srdf'],
    [{ maxBytes: 0 }, 'options.maxBytes'],
    [{ allowAbsolute: 'yes' }, 'options.allowAbsolute'],
    [{ missing: 'never' }, 'options.missing'],
    [null, 'options'],
  ])('options %j', async (options, field) => {
    write({ 'a.urdf': urdf('<link name="a"/>') })
    await expect(readRobot(at('a.urdf'), options as never)).rejects.toMatchObject({ name: 'InvalidInputError', field })
    await expect(readRobot('' as never)).rejects.toMatchObject({ field: 'path' })
  })
})
