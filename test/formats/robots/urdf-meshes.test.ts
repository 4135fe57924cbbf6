// Robots whose shapes are in files: through parseRobot, and from folders in memory.
import { describe, expect, test } from 'vitest'
import { MeshFileError } from '../../../src/errors.js'
import type { MeshData } from '../../../src/formats/meshes/mesh-data.js'
import { parseMesh } from '../../../src/formats/meshes/parse-mesh.js'
import { robotFromFiles } from '../../../src/formats/robots/robot-folder.js'
import type { MeshReference } from '../../../src/formats/robots/robot-meshes.js'
import { parseRobot } from '../../../src/formats/robots/robot-parse.js'
import { readMeshPlace } from '../../../src/formats/robots/robot-paths.js'
import type { MeshShape } from '../../../src/shapes/shape.js'
import { binaryStl, bytesOf, collada, gltfParts, TETRAHEDRON } from '../samples.js'
import { collision, joint, RICH_FILES, RICH_URDF, refusal, refused, urdf } from './robot-samples.js'

const PART = parseMesh(binaryStl(TETRAHEDRON), { name: 'part.stl' })

function meshLink(name: string, filename: string, scale?: string): string {
  const attribute = scale === undefined ? '' : ` scale="${scale}"`
  return `<link name="${name}">${collision(`<mesh filename="${filename}"${attribute}/>`)}</link>\n`
}

describe('parseRobot', () => {
  test('asks once for a file, and makes one shape of a file and scale', async () => {
    const text = urdf(
      meshLink('a', 'x.stl') +
        meshLink('b', 'x.stl') +
        meshLink('c', 'x.stl', '2 2 2') +
        meshLink('d', 'y.stl') +
        meshLink('e', 'x.stl', '2.0 2e0 2'),
    )
    const asked: MeshReference[] = []
    const robot = await parseRobot(text, {
      file: 'r.urdf',
      readMesh: async (reference) => {
        asked.push(reference)
        return PART
      },
    })
    expect(asked).toEqual([
      { filename: 'x.stl', link: 'a', line: 2, file: 'r.urdf' },
      { filename: 'y.stl', link: 'd', line: 5, file: 'r.urdf' },
    ])
    const [a, b, c, d, e] = robot.links.map(({ geometry }) => geometry[0]!.shape as MeshShape)
    expect(b).toBe(a)
    // Two names of one mesh.
    expect(d).toBe(a)
    expect(e).toBe(c)
    expect(c).not.toBe(a)
    expect(Array.from(c!.positions)).toEqual(Array.from(a!.positions, (x) => 2 * x))
  })

  test('a scale that mirrors turns triangles round, so that outside stays outside', async () => {
    const robot = await parseRobot(urdf(meshLink('a', 'x') + meshLink('b', 'x', '1 -2 3')), { readMesh: () => PART })
    const [plain, mirrored] = robot.links.map(({ geometry }) => volume(geometry[0]!.shape as MeshShape))
    // The sample's triangles look inwards, and go on doing so.
    expect(plain).toBe(-3)
    expect(mirrored).toBeCloseTo(6 * -3, 12)
    expect(volume(PART)).toBe(plain)
  })

  test('[robot-files] one error names every missing mesh and its link', async () => {
    const text = urdf(meshLink('a', 'x.stl') + meshLink('b', 'y.stl') + meshLink('c', 'x.stl') + meshLink('d', 'z.stl'))
    const readMesh = ({ filename }: MeshReference): MeshData | { missing: string } | undefined =>
      filename === 'y.stl' ? PART : filename === 'z.stl' ? { missing: 'the dog ate it' } : undefined
    const error = await refusal(text, { readMesh, file: 'r.urdf' })
    expect(error.message).toBe(
      [
        'r.urdf, line 2: expected every collision mesh, got 3 missing, of 2 files:',
        '  "x.stl" of link "a"',
        '  "x.stl" of link "c"',
        '  "z.stl" of link "d" (the dog ate it)',
        "option missing: 'skip' leaves them out",
      ].join('\n'),
    )
    expect(error.missing).toEqual([
      { filename: 'x.stl', link: 'a', line: 2, reason: undefined },
      { filename: 'x.stl', link: 'c', line: 4, reason: undefined },
      { filename: 'z.stl', link: 'd', line: 5, reason: 'the dog ate it' },
    ])
    const robot = await parseRobot(text, { readMesh, missing: 'skip' })
    expect(robot.links.map(({ geometry }) => geometry.length)).toEqual([0, 1, 0, 0])
    expect(robot.notes).toEqual([
      '3 meshes left out, being missing: "x.stl" of link "a", "x.stl" of link "c", "z.stl" of link "d" (the dog ate it).',
    ])
  })

  test('[robot-files] what holds for several missing meshes is said once', async () => {
    const text = urdf(Array.from({ length: 120 }, (_, k) => meshLink(`l${k}`, `${k}.stl`)).join(''))
    const why = 'package "p" not found'
    const error = await refusal(text, { readMesh: () => ({ missing: why }), file: 'r.urdf' })
    const lines = error.message.split('\n')
    expect(lines.slice(0, 2)).toEqual([
      'r.urdf, line 2: expected every collision mesh, got 120 missing, of 120 files:',
      '  "0.stl" of link "l0"',
    ])
    expect(lines.slice(100)).toEqual([
      '  "99.stl" of link "l99"',
      '  and 20 more',
      why,
      "option missing: 'skip' leaves them out",
    ])
    const robot = await parseRobot(text, { readMesh: () => ({ missing: why }), missing: 'skip' })
    expect(robot.notes).toEqual([
      '120 meshes left out, being missing: "0.stl" of link "l0", "1.stl" of link "l1", "2.stl" of link "l2", ' +
        '"3.stl" of link "l3", "4.stl" of link "l4", … 120 in all; package "p" not found.',
    ])
  })

  test('what several meshes say is noted once', async () => {
    const text = urdf(Array.from({ length: 7 }, (_, k) => meshLink(`l${k}`, `${k}.dae`)).join(''))
    const notes = (k: number): string[] => ['Up axis Y, not turned.', ...(k === 3 ? ['Alone.'] : [])]
    const readMesh = ({ filename }: MeshReference): MeshData => ({
      ...PART,
      notes: notes(Number.parseInt(filename, 10)),
    })
    expect((await parseRobot(text, { readMesh })).notes).toEqual([
      '7 meshes: Up axis Y, not turned: 0.dae, 1.dae, 2.dae, 3.dae, 4.dae, … 7 in all.',
      '3.dae: Alone.',
    ])
  })

  test('without a reader every mesh is missing; visuals are not asked for', async () => {
    expect((await refusal(urdf(meshLink('a', 'x.stl')))).missing).toHaveLength(1)
    const seen = urdf('<link name="a"><visual><geometry><mesh filename="x.stl"/></geometry></visual></link>')
    expect((await parseRobot(seen)).links[0]!.geometry).toEqual([])
  })

  test('a mesh without triangles is not a shape', async () => {
    const empty = { ...PART, triangles: new Uint32Array() }
    expect((await refusal(urdf(meshLink('a', 'x.stl')), { readMesh: () => empty })).message).toContain(
      '"x.stl" of link "a" (a mesh without triangles)',
    )
  })

  test('what a reader throws is passed on, that of the first mesh in the file', async () => {
    const text = urdf(Array.from({ length: 20 }, (_, k) => meshLink(`l${k}`, `${k}.stl`)).join(''))
    const readMesh = async ({ filename }: MeshReference): Promise<MeshData> => {
      const k = Number.parseInt(filename, 10)
      // The last one is ready first.
      for (let turn = k; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      if (k > 4) throw new MeshFileError(filename, {}, 'better times')
      return PART
    }
    await expect(parseRobot(text, { readMesh })).rejects.toThrow('5.stl: expected better times')
  })

  test('a scale that goes beyond all numbers, and more meshes than allowed', async () => {
    const far = urdf(meshLink('a', 'x.stl', '1e60 1 1'))
    const big = { ...PART, positions: PART.positions.map((x) => x * 1e10) }
    expect((await refusal(far, { readMesh: () => big })).message).toBe(
      'robot.urdf, line 2, link "a" <mesh> x.stl: expected a scale such that no coordinate is above 1e+60',
    )
    const three = urdf(meshLink('a', 'x') + meshLink('b', 'y') + meshLink('c', 'x', '2 2 2'))
    expect((await refusal(three, { readMesh: () => PART, maxMeshes: 2 })).message).toBe(
      'robot.urdf, line 4, link "c" <mesh>: expected at most 2 meshes (option maxMeshes), got more',
    )
  })

  test('a reader that hands over nonsense', async () => {
    const nonsense = { ...PART, triangles: Uint32Array.of(0, 1, 99) }
    expect((await refusal(urdf(meshLink('a', 'x')), { readMesh: () => nonsense })).message).toContain(
      'link "a" <mesh> x: expected a mesh, got mesh.triangles[2]',
    )
  })

  test('options are checked', async () => {
    for (const [options, field] of [
      [{ missing: 'maybe' }, 'options.missing'],
      [{ readMesh: 1 }, 'options.readMesh'],
      [{ maxMeshes: -1 }, 'options.maxMeshes'],
      [{ virtualJoints: 'floating' }, 'options.virtualJoints'],
      [{ srdf: 3 }, 'options.srdf'],
      [{ package: {} }, 'options.package'],
    ] as const) {
      await expect(parseRobot(urdf('<link name="a"/>'), options as never)).rejects.toMatchObject({ field })
    }
  })
})

/** Six times the volume inside, positive if the triangles look outwards. */
function volume({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }): number {
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k]!, 3 * triangles[t + k]! + 3))
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3]
      sum += a![k]! * (b![i]! * c![j]! - b![j]! * c![i]!)
    }
  }
  return sum
}

test.each([
  ['meshes/a.stl', { kind: 'relative', up: 0, path: ['meshes', 'a.stl'] }],
  ['../x/./y/../a%20b.stl', { kind: 'relative', up: 1, path: ['x', 'a b.stl'] }],
  ['meshes\\a.stl', { kind: 'relative', up: 0, path: ['meshes', 'a.stl'] }],
  ['%2e%2e%2f%2E./a', { kind: 'relative', up: 2, path: ['a'] }],
  ['%252e%252e/a', { kind: 'relative', up: 0, path: ['%2e%2e', 'a'] }],
  ['package://p/m/a.stl', { kind: 'package', name: 'p', path: ['m', 'a.stl'] }],
  ['PACKAGE://p/m/x/../a.stl', { kind: 'package', name: 'p', path: ['m', 'a.stl'] }],
  ['model://p/a.stl', { kind: 'package', name: 'p', path: ['a.stl'] }],
  ['/a/b.stl', { kind: 'absolute', path: ['a', 'b.stl'] }],
  ['file:///a/b.stl', { kind: 'absolute', path: ['a', 'b.stl'] }],
  ['file://localhost/a/b.stl', { kind: 'absolute', path: ['a', 'b.stl'] }],
  ['file:/a/../b.stl', { kind: 'absolute', path: ['b.stl'] }],
  ['C:\\a\\b.stl', { kind: 'absolute', path: ['C:', 'a', 'b.stl'] }],
  ['file:///C:/a/b.stl', { kind: 'absolute', path: ['C:', 'a', 'b.stl'] }],
  ['https://host/a.stl', { kind: 'url', url: 'https://host/a.stl' }],
  ['package://../a.stl', { kind: 'refused', expected: 'package://name/path, with the name of a package' }],
  ['package://%2e%2e/a.stl', { kind: 'refused', expected: 'package://name/path, with the name of a package' }],
  ['package:///p/m/a.stl', { kind: 'package', name: 'p', path: ['m', 'a.stl'] }],
  ['package:////p/a.stl', { kind: 'refused', expected: 'package://name/path, with the name of a package' }],
  ['package:///../a.stl', { kind: 'refused', expected: 'package://name/path, with the name of a package' }],
  ['package:///a.stl', { kind: 'refused', expected: 'package://name/path, with a path' }],
  ['package://p', { kind: 'refused', expected: 'package://name/path, with a path' }],
  ['package://p/../q/a.stl', { kind: 'refused', expected: 'a path that stays inside its package' }],
  ['package://p/%2e%2e/%2e%2e/etc/passwd', { kind: 'refused', expected: 'a path that stays inside its package' }],
  ['package://p\\..\\..\\a', { kind: 'refused', expected: 'a path that stays inside its package' }],
  ['package:p/a.stl', { kind: 'refused', expected: 'package://name/path' }],
  ['\\\\server\\share\\a.stl', { kind: 'refused', expected: 'a path on this machine: no \\\\server\\share' }],
  ['//server/share/a.stl', { kind: 'refused', expected: 'a path on this machine: no \\\\server\\share' }],
  ['file://server/share/a.stl', { kind: 'refused', expected: 'file:///path, without a host' }],
  ['file:////server/share/a.stl', { kind: 'refused', expected: 'file:///path, without a host' }],
  ['/../etc/passwd', { kind: 'refused', expected: 'the path of a file' }],
  ['a%00.stl', { kind: 'refused', expected: 'a path without control characters' }],
  ['a\u0000.stl', { kind: 'refused', expected: 'a path without control characters' }],
  ['100%.stl', { kind: 'refused', expected: 'a path with valid % escapes' }],
  ['..', { kind: 'refused', expected: 'the path of a file' }],
  ['ftp://a/b', { kind: 'refused', expected: 'package://, model://, file://, http(s):// or a path' }],
  ['javascript:alert(1)', { kind: 'refused', expected: 'package://, model://, file://, http(s):// or a path' }],
  ['a'.repeat(5000), { kind: 'refused', expected: 'a path of at most 4096 characters' }],
] as const)('[robot-paths] %s', (filename, place) => {
  expect(readMeshPlace(filename)).toEqual(place)
})

describe('robotFromFiles', () => {
  const stl = binaryStl(TETRAHEDRON)
  const folder = (filename: string, more: Record<string, Uint8Array> = {}): Record<string, Uint8Array> => ({
    'robots/urdf/r.urdf': bytesOf(urdf(meshLink('a', filename))),
    'robots/meshes/part.stl': stl,
    ...more,
  })

  test('a whole folder, with its SRDF', async () => {
    const robot = await robotFromFiles(new Map(Object.entries(RICH_FILES)), undefined, { srdf: 'rich.srdf' })
    expect(robot.name).toBe('rich')
    expect(robot.links.map(({ geometry }) => geometry.length)).toEqual([2, 1, 1, 1, 1, 0, 0, 0, 0])
    expect(robot.groups.map(({ name }) => name)).toEqual(['arm', 'fingers', 'all'])
    expect((await robotFromFiles(RICH_FILES, 'rich.urdf')).groups).toEqual([])
    expect((await robotFromFiles(RICH_FILES, undefined, { srdf: 'urdf/rich.srdf' })).groups).toHaveLength(3)
  })

  test.each([
    ['../meshes/part.stl', []],
    ['..\\meshes\\part.stl', []],
    ['package://robots/meshes/part.stl', []],
    ['package://meshes/part.stl', []],
    ['model://robots/meshes/part.stl', []],
    [
      'package://unknown/meshes/part.stl',
      ['Package "unknown" was not found under that name; taken to be .. from the URDF file, where its files are.'],
    ],
    [
      'package://unknown/robots/meshes/part.stl',
      ['Package "unknown" was not found under that name; taken to be ../.. from the URDF file, where its files are.'],
    ],
    [
      // The folder is a part of something that was not dropped.
      'package://unknown/src/robots/meshes/part.stl',
      ['Package "unknown" was not found under that name; taken to be ../.. from the URDF file, where its files are.'],
    ],
  ])('finds %s', async (filename, notes) => {
    const robot = await robotFromFiles(folder(filename))
    expect(robot.links[0]!.geometry).toHaveLength(1)
    expect(robot.notes).toEqual(notes)
  })

  test('a package by its package.xml', async () => {
    const robot = await robotFromFiles({
      'here/urdf/r.urdf': bytesOf(urdf(meshLink('a', 'package://other_pkg/m/part.stl'))),
      'there/package.xml': bytesOf('<!-- <name>no</name> --><package format="3">\n <name> other_pkg </name></package>'),
      'there/m/part.stl': stl,
    })
    expect(robot.links[0]!.geometry).toHaveLength(1)
    expect(robot.notes).toEqual([])
  })

  test.each([
    ['../../../part.stl', 'a path inside the folder (option root)'],
    ['/etc/passwd', 'a path inside the folder: relative, or of a package'],
    ['file:///etc/passwd', 'a path inside the folder: relative, or of a package'],
    ['https://example.com/a.stl', 'a path inside the folder: relative, or of a package'],
    ['package://../part.stl', 'package://name/path, with the name of a package'],
  ])('[robot-paths] refuses %s, by the link', async (filename, expected) => {
    const error = await refused(robotFromFiles(folder(filename)))
    expect(error.message).toBe(
      `robots/urdf/r.urdf, line 2, link "a" <mesh> ${JSON.stringify(filename)}: expected ${expected}`,
    )
  })

  test('missing meshes, broken meshes', async () => {
    expect((await refused(robotFromFiles(folder('package://p/x.stl')))).message).toContain(
      '"package://p/x.stl" of link "a" (package "p" not found around the file, or without it: option packages, or packages in a scene)',
    )
    expect((await refused(robotFromFiles(folder('x.stl')))).message).toContain(
      '1 missing, of 1 file:\n  "x.stl" of link "a"\n',
    )
    const broken = folder('../meshes/bad.off', { 'robots/meshes/bad.off': bytesOf('OFF\n1 0 0\n0 x 0\n') })
    await expect(robotFromFiles(broken)).rejects.toThrow(
      'robots/meshes/bad.off, line 3: expected a coordinate of a vertex, got "x"',
    )
  })

  test('buffers beside a glTF mesh, in the folder and nowhere else', async () => {
    const { document, buffer } = gltfParts(TETRAHEDRON)
    const gltf = (uri: string): Record<string, Uint8Array> => {
      document.buffers[0].uri = uri
      return folder('../meshes/part.gltf', {
        'robots/meshes/part.gltf': bytesOf(JSON.stringify(document)),
        'robots/bin/a b.bin': buffer,
      })
    }
    expect((await robotFromFiles(gltf('../bin/a%20b.bin'))).links[0]!.geometry).toHaveLength(1)
    expect((await refused(robotFromFiles(gltf('b.bin')))).message).toContain(
      'expected its buffer "b.bin", got no such file',
    )
    expect((await refused(robotFromFiles(gltf('../../../a.bin')))).message).toContain('in the same package')
    expect((await refused(robotFromFiles(gltf('file:///etc/passwd')))).message).toContain('by a relative path')
  })

  test('Collada: metres, and up stays up', async () => {
    const dae = bytesOf(collada(TETRAHEDRON, { asset: '<unit meter="0.5"/><up_axis>Y_UP</up_axis>' }))
    const robot = await robotFromFiles(folder('part.dae', { 'robots/urdf/part.dae': dae }))
    const { positions } = robot.links[0]!.geometry[0]!.shape as MeshShape
    expect(Array.from(positions)).toEqual(Array.from(TETRAHEDRON.positions, (x) => x / 2))
    expect(robot.notes).toContain('part.dae: Up axis Y, not turned.')
  })

  test("an SRDF file of its name is mentioned, and read with 'auto'", async () => {
    const srdf = bytesOf('<robot name="test"><group name="all"><link name="a"/></group></robot>')
    const files = folder('part.stl', { 'robots/urdf/part.stl': binaryStl(TETRAHEDRON) })
    const name = [...Object.keys(files)].find((path) => path.endsWith('.urdf'))!.replace(/urdf$/, 'srdf')
    const note = /\.srdf is beside .*, and was not read: .*\(option srdf: 'auto'\)\.$/
    await expect(robotFromFiles(files, undefined, { srdf: 'auto' })).rejects.toThrow("option srdf: 'auto'")
    for (const path of [name, name.replace('/urdf/', '/srdf/')]) {
      const both = { ...files, [path]: srdf }
      const bare = await robotFromFiles(both)
      expect([bare.groups.length, bare.notes.filter((one) => note.test(one)).length]).toEqual([0, 1])
      const auto = await robotFromFiles(both, undefined, { srdf: 'auto' })
      expect([auto.groups.length, auto.notes]).toEqual([1, []])
    }
  })

  test('which URDF file is meant', async () => {
    const two = { ...folder('../meshes/part.stl'), 'robots/urdf/s.urdf': bytesOf(urdf('<link name="s"/>')) }
    expect((await robotFromFiles(two, 's.urdf')).links[0]!.name).toBe('s')
    expect((await refused(robotFromFiles(two))).message).toBe(
      'the folder: expected one URDF file, got 2: robots/urdf/r.urdf, robots/urdf/s.urdf',
    )
    expect((await refused(robotFromFiles(two, 'x.urdf'))).message).toBe('x.urdf: expected one such file, got none')
    expect((await refused(robotFromFiles({}))).message).toBe('the folder: expected one URDF file, got none')
    expect((await refused(robotFromFiles({ '../a.urdf': stl }))).message).toContain('by a path inside the folder')
    await expect(robotFromFiles(null as never)).rejects.toMatchObject({ field: 'files' })
    await expect(robotFromFiles(two, 's.urdf', { sdrf: 'none' } as never)).rejects.toMatchObject({
      field: 'options.sdrf',
    })
  })

  test('the text of a file: UTF-8, with or without its mark, or ISO 8859-1 if it says so', async () => {
    const bytes = (text: string, encoding: BufferEncoding): Uint8Array => Uint8Array.from(Buffer.from(text, encoding))
    const named = async (file: Uint8Array): Promise<string> => (await robotFromFiles({ 'a.urdf': file })).name
    const text = urdf('<link name="a"/>', 'für')
    expect(await named(bytes(text, 'utf8'))).toBe('für')
    expect(await named(bytes(`\uFEFF${text}`, 'utf8'))).toBe('für')
    expect(await named(bytes(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1'))).toBe('für')
    expect((await refused(robotFromFiles({ 'a.urdf': bytes(`\uFEFF${text}`, 'utf16le') }))).message).toBe(
      'a.urdf: expected URDF in UTF-8, got UTF-16',
    )
    const other = bytes(`<?xml version="1.0" encoding="koi8-r"?>${text}`, 'utf8')
    expect((await refused(robotFromFiles({ 'a.urdf': other }))).message).toBe(
      'a.urdf, line 1: expected URDF in UTF-8 or ISO-8859-1, got "koi8-r"',
    )
  })

  test('a joint tree from a folder moves as from a text', async () => {
    const parts = urdf(`<link name="a"/><link name="b"/>${joint('<origin xyz="1 0 0"/>', 'continuous')}`)
    const one = await parseRobot(parts)
    const two = await robotFromFiles({ 'x.urdf': bytesOf(parts) })
    expect(two.linkPoses([0.5])).toEqual(one.linkPoses([0.5]))
    expect(RICH_URDF).toContain('package://rich')
  })
})
