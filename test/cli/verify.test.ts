// `limber verify` on the examples: valid, rejected, broken; asked in this process.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkScene } from '../../cli/check.js'
import { addVerifyCommand, describeVerification, verifyFiles } from '../../cli/verify.js'
import { worldText } from '../../cli/world.js'
import { readScene } from '../../node/index.js'
import { documentHash } from '../../src/base/work/document-hash.js'
import { worldDocument } from '../../src/entries/robots.js'
import { against } from '../project/against-schema.js'
import { tampered } from '../verify/certificates.js'
import { coordinated } from '../verify/coordination-cases.js'
import { changed } from '../verify/coordination-rounds.js'
import { example } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limber-verify-'))
  await checkScene(example('cell.json'), { path: example('round-post.json'), certificate: at('certificate.json') })
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const verify = (options = {}, file = at('certificate.json')) => verifyFiles(example('cell.json'), file, options)

test('a certificate of the example is valid', async () => {
  const { code, stdout, stderr } = await verify()
  expect(stdout).toMatch(
    /^valid: nothing touches at any instant; 4 segments, \d+ pairs of geometries proved, [\d,]+ planes, /,
  )
  expect(code).toBe(0)
  expect(stderr).toBe('')
  const { stdout: text } = await verify({ json: true })
  expect(JSON.parse(text)).toMatchObject({ valid: true, segments: 4, clearance: 0, notes: [] })
})

test('--exact: the same by the second verifier', async () => {
  const { code, stdout } = await verify({ exact: true })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^valid: nothing touches at any instant; /)
  const [fast, exact] = await Promise.all([verify({ json: true }), verify({ json: true, exact: true })])
  const { millis: _, ...own } = JSON.parse(exact.stdout)
  const { millis: __, ...other } = JSON.parse(fast.stdout)
  expect(own).toEqual(other)
})

test('it is about its path, and about no other', async () => {
  expect((await verify({ path: example('round-post.json') })).code).toBe(0)
  const { code, stdout } = await verify({ path: example('over-tray.json') })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^rejected: it is valid for a path other than/)
})

test('--path is read as the caller says, whatever the certificate says', async () => {
  writeFileSync(
    at('spin.urdf'),
    `<robot name="r"><link name="base"/><link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.05 0.05"/></geometry></collision></link>
    <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>`,
  )
  const post = { name: 'post', shape: { kind: 'box', size: [0.1, 0.1, 1] }, pose: { xyz: [-0.7, 0, 0] } }
  writeFileSync(
    at('spin.json'),
    JSON.stringify({ limber: 1, robots: [{ name: 'r', urdf: 'spin.urdf' }], obstacles: [post] }),
  )
  const path = at('round.json')
  writeFileSync(path, '{"joints":["r/j"],"waypoints":[[0],[6.2]]}')
  const short = { path, continuous: 'shortest', certificate: at('short.json') }
  expect((await checkScene(at('spin.json'), { path })).code).toBe(1)
  expect((await checkScene(at('spin.json'), short)).code).toBe(0)
  const ask = (options: object, file = at('short.json')) => verifyFiles(at('spin.json'), file, options)
  expect(await ask({ path })).toMatchObject({
    code: 1,
    stdout: `rejected: it is valid for a path other than ${path} with --continuous as-given: the certificate was made with --continuous shortest\n    segment 0\n`,
  })
  const same = { path, continuous: 'shortest' }
  expect(await ask(same)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`\nthe path is that of ${path}, with --continuous shortest\n`),
  })
  expect(JSON.parse((await ask({ ...same, json: true })).stdout)).toMatchObject({ valid: true, ...same })
  const wild = tampered(JSON.parse(readFileSync(at('short.json'), 'utf8')), (draft) => {
    draft.continuous = 'wild' as never
  })
  writeFileSync(at('wild.json'), JSON.stringify(wild))
  expect(await ask(same, at('wild.json'))).toMatchObject({
    code: 1,
    stdout: 'rejected: "continuous" is none of as-given, shortest\n',
  })
  await expect(ask({ continuous: 'shortest' })).rejects.toThrow('--continuous must be left out, or given with --path')
  await expect(ask({ path, continuous: 'wild' })).rejects.toThrow('--continuous must be one of as-given, shortest')
})

test('it is about its scene, and about no other', async () => {
  const { code, stdout } = await verifyFiles(example('rod.json'), at('certificate.json'))
  expect(code).toBe(1)
  expect(stdout).toBe('rejected: it is about another world: the hashes differ\n')
})

test('one that was tampered with is rejected, with the place', async () => {
  const certificate = JSON.parse(readFileSync(at('certificate.json'), 'utf8'))
  writeFileSync(at('other.json'), JSON.stringify({ ...certificate, clearance: 0.5 }))
  const plain = await verify({}, at('other.json'))
  expect(plain.code).toBe(1)
  expect(plain.stdout).toMatch(/^rejected: the digest is not that of the contents/)
  const made = tampered(certificate, (draft) => {
    draft.clearance = 0.5
  })
  writeFileSync(at('made.json'), JSON.stringify(made))
  const { stdout } = await verify({}, at('made.json'))
  expect(stdout).toMatch(/^rejected: .*\n {2}\S+ and \S+\n {4}segment 0/)
  const { stdout: text } = await verify({ json: true }, at('made.json'))
  expect(JSON.parse(text)).toMatchObject({ valid: false, where: { segment: 0 } })
})

test.each([
  ['is not there', undefined, /nothing\.json: expected a certificate .*, got no such file/],
  ['is not JSON', '{', /got what is not JSON/],
  ['is another kind of file', '{"limber":1,"robots":[]}', /kind: expected a certificate .*, got another kind of file/],
])('a file that %s is an error', async (_, text, message) => {
  if (text !== undefined) writeFileSync(at('broken.json'), text)
  await expect(verify({}, at(text === undefined ? 'nothing.json' : 'broken.json'))).rejects.toThrow(message)
})

test('what it says', () => {
  const rest = { premises: 0, limitTolerance: 0, ignoreLimits: false, surfaces: [], unseen: [] }
  const valid = { valid: true, outcome: 'free', segments: 1, pairs: 1, leaves: 1200, clearance: 0.01, ...rest } as const
  expect(describeVerification(valid, 1234)).toBe(
    'valid: nothing comes within 0.01 at any instant; 1 segment, 1 pair of geometries proved, 1,200 planes, 1.2 s\n',
  )
  expect(describeVerification({ ...valid, blocks: 1238, pairs: 0, leaves: 0 }, 1234)).toContain(
    '; 1 segment, 1,238 pairs of blocks separated, 0 pairs of geometries proved, 0 planes, ',
  )
  const where = { segment: 2, a: 'arm/hand', b: 'post\u001b', from: 0.25, to: 0.5 }
  expect(
    describeVerification({ valid: false, outcome: 'rejected', reason: 'the plane does not part them', where }, 0),
  ).toBe('rejected: the plane does not part them\n  arm/hand and post\ufffd\n    segment 2, from 0.25 to 0.5 of it\n')
})

test('the command takes a scene and a certificate, and the options of a scene', () => {
  const program = new Command()
  addVerifyCommand(program)
  const help = program.commands[0]!.helpInformation()
  expect(help).toContain('verify [options] [scene | frames...] <certificate>')
  for (const option of ['--path', '--srdf', '--package', '--skip-missing', '--root', '--json'])
    expect(help).toContain(option)
})

test('[certificates] a world document instead of the scene: the same answer; of another world, none', async () => {
  writeFileSync(at('world.json'), await worldText(example('cell.json')))
  const { code, stdout } = await verifyFiles(undefined, at('certificate.json'), { world: at('world.json') })
  expect(stdout).toMatch(/^valid: nothing touches at any instant; 4 segments/)
  expect(code).toBe(0)
  const document = JSON.parse(readFileSync(at('world.json'), 'utf8'))
  writeFileSync(at('changed.json'), JSON.stringify({ ...document, unseen: ['arm/hand'] }))
  const changed = await verifyFiles(undefined, at('certificate.json'), { world: at('changed.json') })
  expect(changed).toMatchObject({ code: 1, stdout: expect.stringMatching(/^rejected: the hash of the world/) })
  await expect(verifyFiles(undefined, at('certificate.json'), { world: at('world.json'), path: 'x' })).rejects.toThrow(
    '--path',
  )
})

test('[certificates] a tolerance wider than usual is said', async () => {
  const certificate = JSON.parse(readFileSync(at('certificate.json'), 'utf8'))
  const made = tampered(certificate, (draft) => {
    draft.limitTolerance = 0.5
  })
  writeFileSync(at('wide.json'), JSON.stringify(made))
  expect((await verify({}, at('wide.json'))).stdout).toContain('joints may be beyond their limits by 0.5')
  expect((await verify()).stdout).not.toContain('beyond their limits')
})

test('[certificates] links that were not seen are repeated: exit code 3, unless that is accepted', async () => {
  const { hash: _, ...document } = JSON.parse(await worldText(example('cell.json')))
  const rest = { ...document, unseen: ['arm/hand'] }
  const world = { ...rest, hash: documentHash(rest) }
  writeFileSync(at('unseen.json'), JSON.stringify(world))
  const certificate = JSON.parse(readFileSync(at('certificate.json'), 'utf8'))
  const made = tampered(certificate, (draft) => {
    draft.world = world.hash
    draft.unseen = ['arm/hand']
  })
  const hidden = tampered(certificate, (draft) => {
    draft.world = world.hash
  })
  writeFileSync(at('hidden.json'), JSON.stringify(hidden))
  expect(await verifyFiles(undefined, at('hidden.json'), { world: at('unseen.json') })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('rejected: "unseen" does not name the links'),
  })
  writeFileSync(at('of-unseen.json'), JSON.stringify(made))
  const { code, stdout } = await verifyFiles(undefined, at('of-unseen.json'), { world: at('unseen.json') })
  expect(stdout).toMatch(/^valid: [\s\S]*\nnot seen, since they were left out: arm\/hand\n$/)
  expect(code).toBe(3)
  const accepted = { world: at('unseen.json'), acceptUnseen: true } as const
  expect((await verifyFiles(undefined, at('of-unseen.json'), accepted)).code).toBe(0)
})

test('[certificates] a certificate of nothing is said to be one: exit code 3', async () => {
  const { hash: _, ...document } = JSON.parse(await worldText(example('cell.json')))
  const rest = { ...document, objects: [], geometries: [], allowed: [] }
  const world = { ...rest, hash: documentHash(rest) }
  writeFileSync(at('empty.json'), JSON.stringify(world))
  const certificate = JSON.parse(readFileSync(at('certificate.json'), 'utf8'))
  const made = tampered(certificate, (draft) => {
    draft.world = world.hash
    draft.proofs = draft.proofs.map(() => [])
  })
  writeFileSync(at('of-empty.json'), JSON.stringify(made))
  const { code, stdout } = await verifyFiles(undefined, at('of-empty.json'), { world: at('empty.json') })
  expect(stdout).toBe('nothing to check: there is no pair to check, so nothing is proved\n')
  expect(code).toBe(3)
})

test('[coordination-certificates] a schedule of several robots, from a scene and from a world document', async () => {
  const scene = at('two.json')
  const robots = [
    { name: 'one', urdf: 'arm.urdf' },
    { name: 'two', urdf: 'arm.urdf', base: { xyz: [1, 0, 0], rpy: [0, 0, Math.PI] } },
  ]
  copyFileSync(example('arm.urdf'), at('arm.urdf'))
  writeFileSync(scene, JSON.stringify({ limber: 1, robots }))
  const { world } = await readScene(scene)
  const q = world.neutral()
  const half = q.length / 2
  const turned = (angle: number): Float64Array => q.slice(0, half).map((value, v) => [angle, 0.9][v] ?? value)
  const line = (from: number, to: number) => [{ from: turned(from), to: turned(to), turns: [], rows: undefined }]
  const { certificate } = coordinated(world, [line(-0.9, 0.9), line(-0.9, 0.9)])
  const file = at('schedule.json')
  writeFileSync(file, JSON.stringify(certificate))
  writeFileSync(at('two-world.json'), JSON.stringify(worldDocument(world)))
  for (const [from, options] of [
    [scene, {}],
    [undefined, { world: at('two-world.json') }],
    [scene, { exact: true }],
  ] as const) {
    const { code, stdout } = await verifyFiles(from, file, options)
    expect(stdout).toMatch(
      /^valid: nothing touches, whatever the timing of 2 robots \(one, two\); \d+ cells proved free, /,
    )
    expect(stdout).toMatch(/\nas long as\n {2}every robot stays on its path\n {2}no robot goes back/)
    expect(code).toBe(0)
  }
  const { stdout } = await verifyFiles(scene, file, { json: true })
  expect(against('verify', JSON.parse(stdout))).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ valid: true, robots: ['one', 'two'], signals: certificate.signals.length })
  await expect(verifyFiles(scene, file, { path: example('round-post.json') })).rejects.toThrow(/is about no path/)
  const forged = changed(certificate, (draft) => {
    draft.signals = []
  })
  writeFileSync(file, JSON.stringify(forged))
  const { code, stdout: text } = await verifyFiles(scene, file)
  expect(text).toMatch(/^rejected: the signals do not keep .*\n {4}one, atoms \d+ to \d+\n {4}two, atoms \d+ to \d+\n$/)
  expect(code).toBe(1)
})
