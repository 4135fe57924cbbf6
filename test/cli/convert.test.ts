// `limber convert`: what is read from the new file is what was read from the old one, to the digits of its format.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeObj, writeOff, writePly, writeStl } from '../../cli/convert/write-mesh.js'
import { convertFile } from '../../cli/convert.js'
import { readFrames, readMesh, readStructure } from '../../node/index.js'
import { type MeshData, type MeshFormat, parseMesh } from '../../src/entries/meshes.js'
import { refused } from './refused.js'
import { example, limberHere } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-convert-'))
  cpSync(example('.'), folder, { recursive: true })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The corners of all triangles, in their order: nine numbers each. */
function corners({ positions, triangles }: Pick<MeshData, 'positions' | 'triangles'>): number[] {
  return Array.from(triangles).flatMap((v) => [0, 1, 2].map((axis) => positions[3 * v + axis]!))
}

test('meshes: STL, OBJ, PLY and OFF from any format, through all of them and back', async () => {
  const first = await readMesh(at('strip.gltf'))
  let from = 'strip.gltf'
  for (const to of ['m.obj', 'm.ply', 'm.off', 'm.ply.gz', 'm2.obj']) {
    const { code, stdout } = await convertFile(at(from), at(to))
    expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(/: (OBJ|PLY|OFF), 64 triangles, /)])
    const read = await readMesh(at(to))
    expect([...read.positions], to).toEqual([...first.positions])
    expect([...read.triangles], to).toEqual([...first.triangles])
    from = to
  }
  await convertFile(at('m2.obj'), at('m.stl'))
  expect(corners(await readMesh(at('m.stl')))).toEqual(corners(first).map(Math.fround))
})

const number = fc.oneof(
  fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  fc.constantFrom(0, -0, 1e-30, -1e-9, 0.1, 1 / 3),
)

test('every mesh is read again as it was, and STL to single precision', () => {
  const writers = { obj: writeObj, off: writeOff, ply: writePly, stl: writeStl }
  const mesh = fc.integer({ min: 3, max: 12 }).chain((count) =>
    fc.record({
      positions: fc.array(number, { minLength: 3 * count, maxLength: 3 * count }),
      triangles: fc.array(fc.tuple(...[0, 1, 2].map(() => fc.nat(count - 1))), { maxLength: 10 }),
    }),
  )
  fc.assert(
    fc.property(mesh, (made) => {
      const given = { positions: Float64Array.from(made.positions), triangles: Uint32Array.from(made.triangles.flat()) }
      for (const [format, write] of Object.entries(writers)) {
        // Writers compare too; here it is done again, by itself.
        const content = write(given).content as Uint8Array
        const read = parseMesh(content, { format: format as MeshFormat })
        const wanted = corners(given).map((x) => (format === 'stl' ? Math.fround(x) : x) + 0)
        expect(
          corners(read).map((x) => x + 0),
          format,
        ).toEqual(wanted)
        if (format !== 'stl') expect(read.positions.length, format).toBe(given.positions.length)
      }
    }),
    { numRuns: 200, seed: 27 },
  )
})

test('what is lost is said', async () => {
  const { stdout } = await convertFile(at('tray.obj'), at('tray.stl'))
  expect(stdout).toBe(
    `${at('tray.stl')}: STL, 10 triangles, 584 bytes
not written: which corners share a vertex
             digits: coordinates are rounded to single precision, by 6.0e-9 at most
             normals, colours, texture coordinates, materials, names of parts and animations, where the file has them
`,
  )
  // What single precision has is kept, and said so by silence.
  writeFileSync(at('plain.off'), 'OFF\n4 1 0\n0 0 0\n1 0 0\n0 0.5 0\n7 7 7\n3 0 1 2\n')
  const plain = JSON.parse((await convertFile(at('plain.off'), at('plain.stl'), { json: true })).stdout)
  expect(plain.lost.slice(0, 2)).toEqual(['which corners share a vertex', 'vertices that no triangle uses: 1'])
  // The box of a GRO file was lost without a word.
  writeFileSync(at('one.gro'), 'one\n    1\n    1SOL     OW    1   0.126   1.624   1.679\n   2.0   2.0   2.0\n')
  const one = JSON.parse((await convertFile(at('one.gro'), at('one.dcd'), { json: true })).stdout)
  expect(one.lost).toContain('a unit cell or periodic box, and velocities, if there are any')
})

test('structures and trajectories: PDB, DCD, XYZ, points; names come from --topology', async () => {
  const structure = await readStructure(at('trp-cage.pdb'))
  const [model] = structure.models
  await convertFile(at('trp-cage.pdb'), at('t.dcd'))
  expect([...(await readFrames(at('t.dcd'))).frame(0)]).toEqual([...model!].map(Math.fround))
  for (const to of ['t.xyz', 't.txt']) {
    await convertFile(at('trp-cage.pdb'), at(to))
    expect([...(await readFrames(at(to))).frame(0)], to).toEqual([...model!])
  }
  expect(readFileSync(at('t.xyz'), 'utf8')).toMatch(/^304\nframe 0\nN -8\.901 4\.127 -0\.555\n/)
  await convertFile(at('trp-cage.pdb'), at('t.xtc'))
  const rounded = (await readFrames(at('t.xtc'))).frame(0)
  expect(Math.max(...rounded.map((x, i) => Math.abs(x - model![i]!)))).toBeLessThanOrEqual(0.005 + 1e-5)
  await refused(convertFile(at('t.dcd'), at('t.pdb')), '--topology must be the structure (PDB or mmCIF)')
  await refused(convertFile(at('t.dcd'), at('t.pdb'), { topology: at('helix.pdb') }), 'a structure of 304 atoms')
  await refused(convertFile(at('helix.pdb'), at('h.xyz'), { topology: at('helix.pdb') }), '--topology must be left out')
  await convertFile(at('t.dcd'), at('t.pdb'), { topology: at('trp-cage.pdb') })
  const back = await readStructure(at('t.pdb'))
  expect(back.atoms.names).toEqual(structure.atoms.names)
  for (const [k, x] of back.models[0]!.entries()) expect(Math.abs(x - model![k]!)).toBeLessThan(0.0006)
  // Frames become models, and the other way round.
  await convertFile(at('coil.xyz'), at('coil.dcd'))
  const [coil, copy] = [await readFrames(at('coil.xyz')), await readFrames(at('coil.dcd'))]
  expect(copy.count).toBe(12)
  for (let k = 0; k < 12; k++) expect([...copy.frame(k)]).toEqual([...coil.frame(k)].map(Math.fround))
  expect((await convertFile(at('coil.dcd'), at('c.xyz'))).stdout).toContain(
    'elements, which are not known: each is written as X',
  )
})

test('nothing is replaced without --force, nor by itself, and nothing is left half written', async () => {
  const before = readFileSync(at('strip-1.obj'))
  const why = 'expected a name that is free (--force replaces a file), got another file, which is left as it is'
  await refused(convertFile(at('strip-0.obj'), at('strip-1.obj')), why)
  await refused(convertFile(at('strip-0.obj'), at('strip-0.obj'), { force: true }), 'B must be another file than A')
  expect(readFileSync(at('strip-1.obj'))).toEqual(before)
  await convertFile(at('strip-0.obj'), at('strip-1.obj'), { force: true })
  expect(readFileSync(at('strip-1.obj'))).not.toEqual(before)
  await refused(convertFile(at('tray.obj'), at('no/where.stl')), 'one in a folder that does not exist')
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
})

test('what cannot be written is refused in words', async () => {
  await refused(
    convertFile(at('tray.obj'), at('x.pdb')),
    'B must be a name whose ending is that of one of STL, OBJ, PLY, OFF',
  )
  await refused(convertFile(at('tray.obj'), at('x.glb')), 'which can be written')
  await refused(convertFile(at('tray.obj'), at('x'), { format: 'dae' }), '--format must be one of STL, OBJ, PLY, OFF')
  await refused(convertFile(at('cell.json'), at('x.json')), '--format must be another: A is a scene already')
  await refused(
    convertFile(at('arm.urdf'), at('x.json')),
    'expected a mesh, a structure, a trajectory, a path or a scene: other kinds have one format, got URDF',
  )
  await refused(convertFile(at('slurm.sh'), at('x.stl')), 'a file that Limber reads')
  expect(existsSync(at('x.json'))).toBe(false)
  expect((await convertFile(at('tray.obj'), at('x'), { format: 'off' })).code).toBe(0)
  const { code, stderr } = await limberHere('convert', at('tray.obj'))
  expect([code, stderr]).toEqual([2, "limber: missing required argument 'B'\n"])
})
