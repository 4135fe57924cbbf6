// `limber info`: what is in a file, by its content; and files that are none that Limber reads, or are broken.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMATS } from '../../cli/info/formats.js'
import { describeFile, type InfoOptions } from '../../cli/info.js'
import { LimberError } from '../../src/index.js'
import { against } from '../project/against-schema.js'
import { refused } from './refused.js'
import { example, limberHere } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-info-'))
  cpSync(example('.'), folder, { recursive: true })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content)
  return at(name)
}

/** The document, which is what the schema describes; and the text says as much. */
async function info(file: string, options: InfoOptions = {}): Promise<Record<string, unknown> & { text: string }> {
  const json = await describeFile(file, { ...options, json: true })
  const { stdout: text, code } = await describeFile(file, options)
  expect([code, json.code, json.stderr]).toEqual([0, 0, ''])
  const document = JSON.parse(json.stdout) as Record<string, unknown>
  expect(against('info', document), file).toBe('')
  return { ...document, text }
}

/** What the examples are. */
const EXAMPLES: Readonly<Record<string, readonly [kind: string, format: string]>> = {
  'arm.srdf': ['semantics', 'SRDF'],
  'arm.urdf': ['robot', 'URDF'],
  'cable.json': ['scene', 'scene'],
  'cable.xyz': ['frames', 'points'],
  'cell.json': ['scene', 'scene'],
  'coil.xyz': ['frames', 'XYZ'],
  'fold.bvh': ['robot', 'BVH'],
  'helix.pdb': ['structure', 'PDB'],
  'into-post.json': ['path', 'configuration'],
  'jobs.jsonl': ['jobs', 'jobs'],
  'motions.jsonl': ['poses', 'motions'],
  'past-rod.json': ['path', 'path'],
  'requests.jsonl': ['requests', 'requests'],
  'strip-0.obj': ['mesh', 'OBJ'],
  'strip.gltf': ['mesh', 'glTF'],
  'strip.pc2': ['vertex-cache', 'PC2'],
}

test('the kind is found by content, whatever the name: examples, renamed and gzipped', async () => {
  for (const [name, [kind, format]] of Object.entries(EXAMPLES)) {
    expect(await info(at(name)), name).toMatchObject({ kind, format })
    copyFileSync(at(name), at('renamed'))
    // A mesh of another scene's folder is found all the same: the copy is in it.
    expect(await info(at('renamed')), name).toMatchObject({ kind, format })
  }
  for (const name of ['strip-0.obj', 'helix.pdb', 'coil.xyz', 'strip.pc2']) {
    const [kind, format] = EXAMPLES[name]!
    const zipped = write(`${name}.gz`, gzipSync(readFileSync(at(name))))
    expect(await info(zipped), name).toMatchObject({ kind, format, gzipped: true })
  }
  copyFileSync(at('helix.pdb'), at('helix.stl'))
  expect((await info(at('helix.stl'))).notes).toContain('Named .stl, but its content is PDB.')
})

test('a motion-capture clip: its figure, and how far its joints go', async () => {
  const clip = await info(at('fold.bvh'))
  const joints = [
    { joint: 'hip.Zrotation', from: 0 },
    { joint: 'knee.Zrotation', from: 0 },
    { joint: 'ankle.Zrotation' },
  ]
  expect(clip).toMatchObject({ format: 'BVH', variables: 3, frames: { count: 3, joints }, arguments: {} })
  expect(clip.text).toMatch(/^ {2}frames +3, /m)
  expect(clip.text).toMatch(/^ {2}joint +least +greatest$/m)
})

test('a xacro file: its arguments; one that was expanded is URDF, though it declares the namespace', async () => {
  const old = '<!-- <xacro:arg name="old" default="1"/> -->'
  const xacro = `<robot name="$(arg name)" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:arg name="name" default="arm"/>
    <xacro:arg default='0.5' name='length'/>${old}<link name="a"/></robot>`
  const file = write('arm.urdf.xacro', xacro)
  const found = await info(file, { argument: ['name:=leg'] })
  expect(found).toMatchObject({ name: 'leg', format: 'xacro', arguments: { name: 'leg', length: '0.5' }, frames: null })
  expect(found.text).toMatch(/^ {2}argument +value\n {2}name +leg\n {2}length +0\.5$/m)
  const expanded = write(
    'expanded.urdf',
    `<robot name="a" xmlns:xacro="http://ros.org/wiki/xacro"><link name="a"/></robot>`,
  )
  expect(await info(expanded)).toMatchObject({ format: 'URDF', arguments: {} })
})

test('a robot: joints with their limits, shapes, the SRDF file beside it', async () => {
  const alone = await info(at('arm.urdf'))
  expect(alone).toMatchObject({
    name: 'arm',
    variables: 5,
    srdfBeside: at('arm.srdf'),
    groups: [],
    unseen: [],
    meshes: [],
  })
  const { low, high } = alone.box as { readonly low: number[]; readonly high: number[] }
  const size = [-0.12, -0.12, 0, 0.12, 0.12, 1.28]
  for (const [k, x] of [...low, ...high].entries()) expect(x).toBeCloseTo(size[k]!, 9)
  expect(alone.text).toMatch(/^ {2}size +0\.24 × 0\.24 × 1\.28, from -0\.12 -0\.12 0 to /m)
  const joints = alone.joints as Record<string, unknown>[]
  expect(joints.map(({ name }) => name)).toEqual(['turn', 'shoulder', 'elbow', 'wrist', 'grip', 'grip_other'])
  expect(joints[0]).toMatchObject({
    kind: 'revolute',
    lower: -3,
    upper: 3,
    velocity: 2,
    parent: 'base',
    child: 'column',
  })
  expect(joints[5]).toMatchObject({ mimics: 'grip' })
  expect(alone.text).toContain('  turn        revolute            -3     3      2         base to column\n')
  const both = await info(at('arm.urdf'), { srdf: at('arm.srdf') })
  expect(both).toMatchObject({
    srdfBeside: null,
    groups: ['arm'],
    states: [{ name: 'up', group: 'arm' }],
    allowedPairs: 1,
  })
  // Without limits, null.
  const wheel = `<robot name="w"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>`
  expect((await info(write('wheel.urdf', wheel))).joints).toMatchObject([{ lower: null, upper: null, velocity: null }])
})

test('meshes that are missing are listed, and the rest is read', async () => {
  const link = (name: string, geometry: string): string =>
    `<link name="${name}"><collision><geometry>${geometry}</geometry></collision></link>`
  const robot = `<robot name="r">${link('a', '<box size="1 1 1"/>')}${link('b', '<mesh filename="gone.stl"/>')}<joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit lower="0" upper="1" velocity="1" effort="1"/></joint></robot>`
  const found = await info(write('lost.urdf', robot))
  expect(found).toMatchObject({ unseen: ['r/b'], variables: 1 })
  expect(found.text).toContain('Other commands refuse missing meshes, unless --skip-missing is given.')
})

test('a scene: robots, obstacles, pairs; the mesh of one is a surface', async () => {
  const found = await info(at('cell.json'))
  expect(found).toMatchObject({
    robots: [{ name: 'arm', urdf: 'arm.urdf', variables: 5 }],
    obstacles: [
      { name: 'table', shape: 'box' },
      { name: 'tray', shape: 'mesh' },
      { name: 'post', shape: 'cylinder' },
    ],
    attached: [{ name: 'cup', link: 'arm/hand' }],
    pairs: { checked: 37, never: 4, allowed: 10, rigid: 1 },
    meshes: [{ object: 'tray', triangles: 10, added: 0, surface: { shells: 1, share: 1, looksSolid: true } }],
  })
  const closed = await info(at('cell.json'), { open: 'solid' })
  expect(closed.meshes).toMatchObject([{ object: 'tray', triangles: 10, added: 2, surface: null }])
  expect((await info(at('cable.json'))).necklaces).toEqual([{ name: 'cable', frames: 'cable.xyz' }])
})

/** The surface of a cube of edge 2 around the origin, without the triangles from `left` on. */
function cube(left = 12): string {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [1, 2, 4].map((bit) => (k & bit ? 1 : -1)).join(' '))
  const faces = ['0 2 3 1', '4 5 7 6', '0 1 5 4', '2 6 7 3', '0 4 6 2', '1 3 7 5'].flatMap((face) => {
    const [a, b, c, d] = face.split(' ') as [string, string, string, string]
    return [`3 ${a} ${b} ${c}`, `3 ${a} ${c} ${d}`]
  })
  return `OFF\n8 ${left} 0\n${corners.join('\n')}\n${faces.slice(0, left).join('\n')}\n`
}

test('a mesh: closed or not, what is open, how it was closed, its hull', async () => {
  const whole = await info(write('cube.off', cube()))
  expect(whole).toMatchObject({
    ...{ vertices: 8, triangles: 12, area: 24, closed: true, openLoops: [], openAt: null, added: 0, surface: null },
    box: { low: [-1, -1, -1], high: [1, 1, 1] },
    hull: { corners: 8, isConvex: true },
  })
  expect(whole.text).toContain('closed     yes, as it is\n')
  const open = await info(write('open.off', cube(11)))
  expect(open).toMatchObject({ closed: false, openLoops: [3], added: 0, surface: { shells: 1, share: 1 } })
  expect(open.text).toMatch(/closed {5}no: 1 loop of open edges \(3 edges\), the longest at -?1 -?1 -?1\n/)
  expect(open.text).toContain('used as    a surface: 1 shell, 100 % of the area, stays open')
  const filled = await info(at('open.off'), { open: 'solid' })
  expect(filled).toMatchObject({ closed: false, openLoops: [3], open: 'solid', added: 1, surface: null })
  expect(filled.text).toContain('used as    a solid: 1 triangle added (--open solid)\n')
  await refused(describeFile(at('open.off'), { open: 'refuse' }), 'the mesh is not closed')
  const empty = await info(write('empty.off', 'OFF\n0 0 0\n'))
  expect(empty).toMatchObject({ triangles: 0, box: null, closed: false, hull: null })
  expect(empty.notes).toContain('The mesh has no triangles: nothing touches it.')
  expect(await info(at('strip.gltf'))).toMatchObject({ morphTargets: 2 })
})

test('molecules: chains, residues, elements, frames', async () => {
  expect(await info(at('trp-cage.pdb'))).toMatchObject({
    ...{ name: '1L2Y', models: 1, atoms: 304, residues: 20, waters: 0, others: {} },
    elements: { H: 150, C: 98, O: 29, N: 27 },
    chains: [{ id: 'A', amino: 20, nucleic: 0, waters: 0, pieces: 1, cyclic: false, first: '1', last: '20' }],
  })
  expect(await info(at('coil.xyz'))).toMatchObject({ frames: 12, atoms: 36, cell: null, names: true })
  const psf = `PSF\n\n       1 !NTITLE\n REMARKS\n\n       2 !NATOM\n       1 A    1    ALA  CA   CT1    0.07  12.0  0\n       2 A    2    GLY  CA   CT1    0.07  12.0  0\n`
  expect(await info(write('two.psf', psf))).toMatchObject({
    kind: 'topology',
    atoms: 2,
    residues: 2,
    segments: { A: 2 },
  })
})

test('documents that Limber writes: certificates, reports of pairs, worlds, trajectories', async () => {
  const run = async (...words: string[]): Promise<void> => {
    expect((await limberHere(...words.map((word) => (/\.[a-z]+$/.test(word) ? at(word) : word)))).code, words[0]).toBe(
      0,
    )
  }
  await run('check', 'cell.json', '--path', 'round-post.json', '--certificate', 'proof.json')
  expect(await info(at('proof.json'))).toMatchObject({ kind: 'certificate', proves: 'motion', segments: 4, pairs: 148 })
  await run('world', 'rod.json', '--out', 'world.json')
  expect(await info(at('world.json'))).toMatchObject({ kind: 'world', variables: 5, links: 7, objects: 9 })
  await run('allow', 'arm.urdf', '--pairs', 'upper_arm,hand', '--certificate', 'allowed.json')
  expect(await info(at('allowed.json'))).toMatchObject({
    kind: 'allowed-pairs',
    robot: 'arm',
    classes: { never: 1 },
    proofs: 1,
  })
  await run(
    'necklace',
    'trefoil.xyz',
    '--between',
    '--closed',
    '--frames',
    '0-2',
    '--strands',
    '0.1',
    '--certificate',
    'rope.json',
  )
  expect(await info(at('rope.json'))).toMatchObject({ proves: 'steps', steps: 2, command: 'necklace' })
  const points = [0, 1].map((time) => ({ time, positions: [time, 2], velocities: [0, 0], accelerations: [0, 0] }))
  const trajectory = { joints: ['a', 'b'], points }
  expect(await info(write('t.json', JSON.stringify(trajectory)))).toMatchObject({
    kind: 'trajectory',
    points: 2,
    seconds: 1,
  })
  const late = { ...trajectory, points: [points[1], points[0]] }
  await refused(
    describeFile(write('late.json', JSON.stringify(late))),
    'points[1].time: expected later than the one before',
  )
  const pose = '{"q":[0,0,0,1],"t":[0,0,0]}\n'
  expect(await info(write('poses.jsonl', pose + pose))).toMatchObject({ kind: 'poses', poses: 2, motions: 0 })
})

test('what is none of these is refused, and so is what is broken, by name and place', async () => {
  const unknown = 'expected a file that Limber reads ("limber help info" lists the formats), got '
  await refused(describeFile(write('a.txt.', 'hello')), `${unknown}something else`)
  await refused(describeFile(write('empty', '')), `${unknown}an empty file`)
  await refused(describeFile(write('other.json', '{"a":"b"}')), `${unknown}JSON of another kind`)
  await refused(describeFile(at('nowhere')), 'expected a file that can be read, got no such file')
  await refused(describeFile(folder), 'expected a file, got a folder')
  await refused(describeFile(write('half.json', '{"limber": 1, "rob')), 'expected JSON, got what is not JSON')
  await refused(describeFile(write('half.urdf', '<robot name="x"><link')), 'half.urdf')
  await refused(describeFile(write('half.off', 'OFF\n8 12 0\n0 0 0\n')), 'half.off')
  await refused(describeFile(write('jobs2.jsonl', '{"job":"check"}\n{"job":"fly"}\n')), 'jobs2.jsonl, line 1')
  const bytes = gzipSync(cube())
  bytes[30] = bytes[30]! ^ 0xff
  await refused(describeFile(write('broken.off.gz', bytes)), 'broken.off.gz')
  const { code, stderr } = await limberHere('info', at('nowhere'))
  expect([code, stderr]).toEqual([2, `limber: ${at('nowhere')}: expected a file that can be read, got no such file\n`])
})

test('heads of many comments cost no time', async () => {
  const comments = '<!-- # -->'.repeat(5000)
  await refused(describeFile(write('many.xml', `${comments}<something/>`)), 'got something else')
  await refused(describeFile(write('hash', `${'# '.repeat(30_000)}\n`)), 'got something else')
})

test('damaged files give errors with names, never bugs', { timeout: 120_000 }, async () => {
  const names = Object.keys(EXAMPLES).filter((name) => !name.startsWith('cable'))
  const sources = names.map((name) => readFileSync(at(name)))
  mkdirSync(at('damaged'), { recursive: true })
  cpSync(example('.'), at('damaged'), { recursive: true })
  await fc.assert(
    fc.asyncProperty(
      fc.nat(names.length - 1),
      fc.array(fc.tuple(fc.nat(1 << 20), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      fc.option(fc.nat(1 << 20)),
      async (which, changes, cut) => {
        const bytes = Buffer.from(sources[which]!)
        for (const [place, value] of changes) bytes[place % bytes.length] = value
        const file = join(at('damaged'), names[which]!)
        writeFileSync(file, cut === null ? bytes : bytes.subarray(0, cut % bytes.length))
        try {
          const document = JSON.parse((await describeFile(file, { json: true })).stdout)
          expect(against('info', document)).toBe('')
        } catch (error) {
          expect(error, String(error)).toBeInstanceOf(LimberError)
        }
      },
    ),
    { numRuns: 300, seed: 27 },
  )
})

test('every format of the table is named once, and endings lead to one format', () => {
  const names = FORMATS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const endings = FORMATS.flatMap(({ endings: own }) => own)
  expect(new Set(endings).size).toBe(endings.length)
})

const data = process.env.LIMBER_DATA

describe.skipIf(data === undefined)('real files (LIMBER_DATA)', () => {
  const of = (path: string): string => join(data!, path)

  test('meshes, structures, trajectories and robots', { timeout: 120_000 }, async () => {
    expect(await info(of('meshes/stanford-bunny.obj'))).toMatchObject({
      vertices: 35_947,
      triangles: 69_451,
      openLoops: [80, 42, 40, 39, 22],
    })
    expect(await info(of('meshes/dragon_vrip_res4.ply.gz'))).toMatchObject({
      format: 'PLY',
      gzipped: true,
      triangles: 11_102,
    })
    expect(await info(of('proteins/1l2y.pdb'))).toMatchObject({ models: 38, atoms: 304 })
    expect(await info(of('proteins/1l2y.cif'))).toMatchObject({ format: 'mmCIF', models: 38, atoms: 304 })
    expect(await info(of('trajectories/1l2y.dcd'))).toMatchObject({ format: 'DCD', frames: 38, atoms: 304 })
    expect(await info(of('trajectories/adk.psf'))).toMatchObject({ atoms: 3341, residues: 214 })
    const panda = await info(of('robots/KavrakiLab+vamp/resources/panda/panda.urdf'))
    expect(panda).toMatchObject({ variables: 7, unseen: [] })
    expect((panda.meshes as object[]).length).toBe(11)
    const ur = 'robots/UniversalRobots+Universal_Robots_ROS2_Description/urdf/ur.urdf.xacro'
    const ur5e = await info(of(ur), { argument: ['ur_type:=ur5e'] })
    expect(ur5e).toMatchObject({ format: 'xacro', variables: 6, arguments: { ur_type: 'ur5e', tf_prefix: '' } })
    const hand = of('robots/google-deepmind+mujoco_menagerie/wonik_allegro/left_hand.xml')
    expect(await info(hand)).toMatchObject({ format: 'MJCF', variables: 16, allowedPairs: 21, arguments: {} })
    const srdf = of('robots/KavrakiLab+vamp/resources/panda/panda.srdf')
    expect(await info(srdf)).toMatchObject({ kind: 'semantics', groups: ['panda_arm', 'hand', 'panda_arm_hand'] })
    const clip = await info(of('trajectories/09_03.bvh'))
    expect(clip).toMatchObject({ format: 'BVH', variables: 96, frames: { count: 129 } })
    expect(await info(of('proteins/1aki.bcif'))).toMatchObject({ format: 'BinaryCIF', atoms: 1079, waters: 78 })
    expect((await info(of('proteins/4hhb.pdb'))).chains).toMatchObject([
      { id: 'A', amino: 141, waters: 56, first: '1', last: '141' },
      { id: 'B', amino: 146, waters: 57, first: '1', last: '146' },
      { id: 'C', last: '141' },
      { id: 'D', last: '146' },
    ])
    expect(await info(of('trajectories/1l2y.gro'))).toMatchObject({ format: 'GRO', atoms: 304 })
    expect(await info(of('trajectories/1l2y.xtc'))).toMatchObject({ format: 'XTC', frames: 38 })
    expect(await info(of('trajectories/1l2y.trr'))).toMatchObject({ format: 'TRR', frames: 38 })
    expect(await info(of('knots/5_2m.xyz'))).toMatchObject({ format: 'points', atoms: 111 })
    for (const name of readdirSync(of('meshes/stl'))) {
      if (name.endsWith('.stl')) expect(await info(of(`meshes/stl/${name}`)), name).toMatchObject({ format: 'STL' })
    }
  })

  test('a robot whose meshes are missing is described', async () => {
    const hands = of('robots/dexsuite+dex-urdf/robots/hands/shadow_hand/bimanual.urdf')
    expect((await info(hands)).unseen).toHaveLength(12)
  })
})
