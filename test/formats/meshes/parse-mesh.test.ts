import { gzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../../../src/errors.js'
import { parseMesh } from '../../../src/formats/meshes/parse-mesh.js'
import { binaryStl, bytesOf, everyFormat, obj, off, ply, sheet, TETRAHEDRON } from '../samples.js'
import { expectRefused, expectSame, read } from './expect-mesh.js'

const formats = everyFormat(sheet(4))

test.each([...formats.keys()])('%s is known by its content, and by its name, and by what the caller says', (name) => {
  const bytes = formats.get(name)!
  const format = parseMesh(bytes, { name }).format
  expect(name).toContain(`.${format === 'glb' ? 'glb' : format}`)
  for (const options of [{}, { name }, { format }, { format, name: 'wrong.txt' }]) {
    const mesh = parseMesh(bytes, options)
    expect(mesh.format).toBe(format)
    expectSame(mesh, sheet(4))
  }
  // A view into a larger buffer is read like a buffer of its own.
  const larger = new Uint8Array(bytes.length + 20).fill(48)
  larger.set(bytes, 7)
  expectSame(parseMesh(larger.subarray(7, 7 + bytes.length), { name }), sheet(4))
})

test('what is returned is the caller’s: the bytes may change afterwards', () => {
  const bytes = binaryStl(TETRAHEDRON)
  const mesh = read(bytes)
  bytes.fill(0)
  expectSame(mesh, TETRAHEDRON)
})

test('a name that says something else is noted', () => {
  const mesh = read(ply(TETRAHEDRON, 'ascii'), { name: 'a.stl' })
  expect(mesh.format).toBe('ply')
  expect(mesh.notes).toEqual(['Named .stl, but its content is ply.'])
  // What the caller says is not doubted.
  expectRefused(
    ply(TETRAHEDRON, 'ascii'),
    { name: 'a.ply', format: 'off' },
    { line: 1 },
    '"OFF", "COFF" or the like, got "ply"',
  )
})

test.each([new Uint8Array(0), new Uint8Array(100), bytesOf('hello world'), bytesOf('\xff\xfe<\0')])(
  'what is no mesh file is refused: %#',
  (bytes) => {
    expectRefused(
      bytes,
      { name: 'a.txt' },
      { offset: 0 },
      'a.txt, byte 0: expected a mesh file: stl, obj, ply, off, gltf, glb, dae, got something else',
    )
  },
)

test('gzip: what comes out is bounded, checked and read', () => {
  const packed = gzipSync(bytesOf(off(sheet(20))))
  expectSame(read(packed, { name: 'a.off.gz' }), sheet(20))
  const options = { name: 'a.off.gz' }
  const cut = (n: number): Uint8Array => packed.subarray(0, n)
  for (const n of [2, 3, 9, 12, 17, 100, packed.length - 9, packed.length - 4, packed.length - 1]) {
    expect(() => parseMesh(cut(n), options)).toThrow(/^a\.off\.gz, byte \d+: expected/)
  }
  const damaged = packed.slice()
  damaged[packed.length - 7]! ^= 1
  expectRefused(damaged, options, { offset: packed.length - 8 }, 'the checksum of what was inflated')
  const lying = packed.slice()
  lying[packed.length - 1] = 0x7f
  expectRefused(lying, options, { offset: packed.length - 4 }, 'the length that was inflated')
  expect(() => parseMesh(Uint8Array.from([...packed, ...packed]), options)).toThrow(
    'a gzip file of one part, got a second one',
  )
  const inside = gzipSync(bytesOf('OFF\n1 0 0\n0 0 x\n'))
  expect(() => parseMesh(inside, options)).toThrow('a.off.gz (inflated), line 3: expected a coordinate')
})

test('a small gzip cannot inflate to a large file', () => {
  const bomb = gzipSync(new Uint8Array(20_000_000))
  expect(bomb.length).toBeLessThan(30_000)
  expect(() => parseMesh(bomb, { name: 'a.stl.gz', maxBytes: 1_000_000 })).toThrow(
    'expected at most 1000000 bytes after inflating (option maxBytes), got more',
  )
})

test('files and meshes have a largest size', () => {
  const bytes = bytesOf(obj(sheet(20)))
  expectRefused(
    bytes,
    { maxBytes: 1000 },
    {},
    `mesh: expected a file of at most 1000 bytes (option maxBytes), got ${bytes.length}`,
  )
  const fan = `v 0 0 0\n f${' 1'.repeat(5000)}\n`
  expect(read(fan).triangles.length / 3).toBe(4998)
  expectRefused(
    fan,
    { maxBytes: 20_000 },
    {},
    'a mesh of at most 20000 bytes (option maxBytes), got 1 vertices and 1667 triangles',
  )
})

test('scale: one number or three; a mirroring one turns the triangles round', () => {
  const text = obj(TETRAHEDRON)
  expect([...read(text, { scale: 0.001 }).positions]).toEqual(TETRAHEDRON.positions.map((x) => x * 0.001))
  const mesh = read(text, { scale: [1, -2, 1] })
  expect(mesh.positions[7]).toBe(-3)
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0])
  expect([...read(text, { scale: [-1, -1, 1] }).triangles]).toEqual(TETRAHEDRON.triangles)
})

test.each([
  [{ scale: 0 }, 'options.scale'],
  [{ scale: Number.NaN }, 'options.scale'],
  [{ scale: [1, 2] }, 'options.scale'],
  [{ scale: [1, 2, 0] }, 'options.scale'],
  [{ scale: null }, 'options.scale'],
  [{ scale: 1e61 }, 'options.scale'],
  [{ format: 'fbx' }, 'options.format'],
  [{ unit: 'inch' }, 'options.unit'],
  [{ maxBytes: 0 }, 'options.maxBytes'],
  [{ maxBytes: 1.5 }, 'options.maxBytes'],
  [{ name: 3 }, 'options.name'],
  [{ resolve: 'x' }, 'options.resolve'],
  [{ skale: 2 }, 'options.skale'],
  [null, 'options'],
])('options that cannot be used are refused by name: %j', (options, field) => {
  let found: unknown
  try {
    parseMesh(bytesOf(obj(TETRAHEDRON)), options as never)
  } catch (error) {
    found = error
  }
  expect(found).toBeInstanceOf(InvalidInputError)
  expect((found as InvalidInputError).field).toBe(field)
})

test('bytes must be bytes', () => {
  expect(() => parseMesh('solid' as never)).toThrow(InvalidInputError)
  expect(() => parseMesh(new ArrayBuffer(3) as never)).toThrow(InvalidInputError)
})
