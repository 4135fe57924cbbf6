// A session of `limber serve`, without what carries its messages: JSON-RPC as its specification has it, jobs answered as a batch answers
// them, worlds that stay open, and what is refused.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runBatch } from '../../../node/index.js'
import { Session } from '../../../node/serve/session.js'
import { callSchemas, JOB_KINDS } from '../../../src/entries/batch.js'
import { example } from '../../cli/run.js'

interface Reply {
  readonly jsonrpc: string
  readonly id: unknown
  // biome-ignore lint/suspicious/noExplicitAny: answers of every method.
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> }
}

let folder = ''
let session: Session
let notified: string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-serve-'))
  cpSync(example('.'), folder, { recursive: true })
})

beforeEach(() => {
  notified = []
  session = new Session({ folder, root: folder, version: '9.9.9', notify: (text) => notified.push(text) })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function send(message: unknown): Promise<Reply> {
  return JSON.parse((await session.handle(JSON.stringify(message)))!) as Reply
}

function call(method: string, params?: object, id: unknown = 1): Promise<Reply> {
  return send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })
}

async function result(method: string, params?: object): Promise<Reply['result']> {
  const { result: found, error } = await call(method, params)
  expect(error).toBeUndefined()
  return found
}

test.each<[text: string, code: number, message: string]>([
  ['{"jsonrpc"', -32700, 'expected JSON: '],
  ['7', -32600, 'expected a request: an object'],
  ['[]', -32600, 'expected a request, got an empty batch'],
  ['{"id":1,"method":"version"}', -32600, 'jsonrpc: expected "2.0"'],
  ['{"jsonrpc":"2.0","id":1}', -32600, 'method: expected the name of a method'],
  ['{"jsonrpc":"2.0","id":{},"method":"version"}', -32600, 'id: expected text or a number'],
  ['{"jsonrpc":"2.0","id":1,"method":"toString"}', -32601, 'there is no method "toString"'],
  ['{"jsonrpc":"2.0","id":1,"method":"version","params":[1]}', -32602, 'params: expected an object'],
])('a message that is no request is refused: %s', async (text, code, message) => {
  const { error } = JSON.parse((await session.handle(text))!) as Reply
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) as string })
})

const BALL = { kind: 'sphere', radius: 0.5 }
const CELL = { scene: 'cell.json', path: 'round-post.json' }

test.each<[method: string, params: object, code: number, field: string | undefined, message: string]>([
  ['check', { scene: 'cell.json' }, -32602, 'path', 'path: expected the path: two waypoints or more, got nothing'],
  ['check', { ...CELL, clearence: 1 }, -32602, 'clearence', 'no field of that name'],
  ['check', { ...CELL, delta: -1 }, -32602, 'delta', 'a finite number of 0 or more, got -1'],
  ['check', { ...CELL, progress: 7 }, -32602, 'progress', 'true or false'],
  ['check', { scene: '../cell.json', path: 'a' }, -32602, 'path', 'a file inside the root folder'],
  ['check', { scene: '/etc/passwd', path: 'a' }, -32602, 'path', 'a file inside the root folder'],
  ['check', { ...CELL, path: '../a.json' }, -32602, 'path', 'a file inside the root folder'],
  ['check', { ...CELL, world: 'w1' }, -32602, 'scene', 'nothing beside world'],
  ['check', { world: 'w1', path: 'round-post.json' }, -32602, 'world', 'a world that is open (none), got "w1"'],
  ['check', { world: {}, path: 'round-post.json' }, -32602, 'world', 'a world that is open'],
  ['clashes', { world: 'w1', structure: 'helix.pdb' }, -32602, 'world', 'a world that is open'],
  ['check', { scene: 'none.json', path: 'a' }, -32000, undefined, 'none.json: expected a file that can be read'],
  ['world.open', { scene: '../cell.json' }, -32602, 'path', 'a file inside the root folder'],
  ['world.open', { scene: { limber: 1, robots: 7 } }, -32000, 'robots', 'scene, robots'],
  [
    'world.open',
    { scene: { limber: 1, robots: [{ name: 'a', urdf: '../a.urdf' }] } },
    -32000,
    'robots[0].urdf',
    'which leads out of it',
  ],
  ['collides', { world: 'w1', q: [[0]] }, -32602, 'world', 'a world that is open'],
  ['verify', { certificate: {} }, -32602, 'world or scene', 'what the certificate is about, got nothing'],
  ['verify', { certificate: '../a.json' }, -32602, 'path', 'a file inside the root folder'],
  ['batch', { jobs: [{ job: 'check', scene: 'cell.json' }] }, -32602, 'jobs[0].path', 'two waypoints or more'],
])('what cannot be used is refused by its field: %s %j', async (method, params, code, field, message) => {
  const { error } = await call(method, params)
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) as string })
  expect(error!.data!.field).toBe(field)
  expect(error!.message).not.toContain(folder)
})

test('a notification is not answered; a batch answers its requests in their order', async () => {
  expect(await session.handle('{"jsonrpc":"2.0","method":"version"}')).toBeUndefined()
  expect(await session.handle('[{"jsonrpc":"2.0","method":"version"}]')).toBeUndefined()
  const version = (id: unknown): object => ({ jsonrpc: '2.0', id, method: 'version' })
  const replies = (await send([
    version('a'),
    { jsonrpc: '2.0', method: 'version' },
    7,
    version(2),
  ])) as unknown as Reply[]
  expect(replies.map(({ id }) => id)).toEqual(['a', null, 2])
  expect(replies[2]!.result).toEqual({ version: '9.9.9' })
})

test('every kind of job is a method, and methods are described', async () => {
  const { calls, jobs } = await result('methods')
  expect(calls).toEqual(callSchemas())
  expect(jobs.oneOf.map(({ title }: { title: string }) => title)).toEqual(Object.keys(JOB_KINDS))
  for (const kind of Object.keys(JOB_KINDS)) expect((await call(kind, {})).error!.code).toBe(-32602)
})

test('jobs are answered to the byte as a batch answers them', async () => {
  const plan = { from: { 'arm/turn': 0 }, to: 'over-tray.json', certificate: 'digest' }
  const jobs = [
    { id: 'a', job: 'check', ...CELL, certificate: 'digest' },
    { id: 'b', job: 'check', scene: 'cell.json', path: 'through-post.json' },
    { id: 'c', job: 'distance', scene: 'cell.json', at: 'round-post.json' },
    { id: 'c2', job: 'collides', scene: 'cell.json', at: 'through-post.json', clearance: 0.01 },
    { id: 'd', job: 'plan', scene: 'cell.json', ...plan },
    { id: 'e', job: 'smooth', ...CELL },
    { id: 'f', job: 'query', a: 'tray.obj', b: 'tray.obj', poses: [{ q: [0, 0, 0, 1], t: [0, 0, 3] }], op: 'distance' },
    { id: 'g', job: 'allow', robot: 'arm.urdf', pair: ['base', 'hand'], certificates: true },
    { id: 'h', job: 'clashes', structure: 'helix.pdb' },
    { id: 'i', job: 'fold', structure: 'helix.pdb', steps: 200, final: 'whole' },
  ]
  const answers: string[] = []
  for await (const answer of runBatch(jobs, { workers: 1, folder })) answers.push(JSON.stringify(answer))
  // Side by side: the slices of long ones alternate.
  const served = await Promise.all(
    jobs.map(({ job, ...params }) => session.handle(JSON.stringify({ jsonrpc: '2.0', id: 0, method: job, params }))),
  )
  expect(served).toEqual(answers.map((answer) => `{"jsonrpc":"2.0","id":0,"result":${answer}}`))
  const { answers: batched } = await result('batch', { jobs, workers: 1 })
  expect(batched.map((answer: object) => JSON.stringify(answer))).toEqual(answers)
})

test('a job is called by the id of its request, where it has none', async () => {
  expect((await call('check', CELL, 17)).result).toMatchObject({ id: '17', outcome: 'free' })
})

function base64(rows: readonly (readonly number[])[]): string {
  return Buffer.from(Float64Array.from(rows.flat()).buffer).toString('base64')
}

test('a world stays open: collisions, distances and motions, as lists and in base64', async () => {
  const opened = await result('world.open', { scene: 'cell.json' })
  expect(opened).toMatchObject({
    ...{ world: 'w1', variables: ['arm/turn', 'arm/shoulder', 'arm/elbow', 'arm/wrist', 'arm/grip'] },
    ...{ lower: [-3, -2, -2.6, -2, 0], neutral: [0, 0, 0, 0, 0], unseen: [], notes: [] },
  })
  const { waypoints } = JSON.parse(readFileSync(join(folder, 'through-post.json'), 'utf8')) as { waypoints: number[][] }
  const bad = await result('check', { world: 'w1', path: 'through-post.json' })
  const rows = [[0, 0, 0, 0, 0], bad.configuration]
  expect(await result('collides', { world: 'w1', q: rows })).toEqual({ collides: [false, true] })
  expect(await result('collides', { world: 'w1', q: base64(rows) })).toEqual({ collides: 'AAE=' })
  const near = await result('distance', { world: 'w1', q: rows, witness: true })
  const job = await result('distance', { world: 'w1', at: { joints: opened.variables, waypoints: rows } })
  const nearest = job.answers.map((answer: { nearest: object }) => answer.nearest)
  expect(near.distance).toEqual(nearest.map(({ distance }: { distance: number }) => distance))
  expect(near.pairs).toEqual(nearest.map(({ a, b }: { a: string; b: string }) => [a, b]))
  expect(near.pointB).toEqual(nearest.flatMap(({ pointB }: { pointB: number[] }) => pointB))
  const { distance } = await result('distance', { world: 'w1', q: base64(rows) })
  expect(distance).toBe(base64([near.distance]))
  expect(await result('motion', { world: 'w1', q: base64(waypoints) })).toEqual({ ...bad, id: '1' })
  expect((await call('motion', { world: 'w1', q: rows, dleta: 1 })).error!.data!.field).toBe('dleta')
  for (const q of ['AAAA', base64([[0]]), [[0]], '', 'ä']) {
    expect((await call('collides', { world: 'w1', q })).error).toMatchObject({ code: -32602, data: { field: 'q' } })
  }
  expect(await result('world.close', { world: 'w1' })).toEqual({})
  expect((await call('world.close', { world: 'w1' })).error!.data!.field).toBe('world')
})

test('a world may come as the content of a scene file, and changes in turn', async () => {
  const scene = JSON.parse(readFileSync(join(folder, 'cell.json'), 'utf8')) as object
  await result('world.open', { scene })
  const outcome = async (): Promise<string> =>
    (await result('check', { world: 'w1', path: 'through-post.json' })).outcome
  const change = (what: object): Promise<Reply['result']> => result('world.change', { world: 'w1', ...what })
  expect(await outcome()).toBe('collision')
  await change({ move: { name: 'post', pose: { xyz: [0.35, 0.35, 9] } } })
  expect(await outcome()).toBe('free')
  expect((await change({ add: { name: 'box', shape: BALL, pose: { xyz: [0, 0, 1.5] } } })).objects).toContain('box')
  expect(await outcome()).toBe('collision')
  await change({ remove: 'box' })
  await change({ attach: { name: 'tool', link: 'arm/hand', shape: BALL, touch: ['cup'] } })
  expect(await outcome()).toBe('collision')
  await change({ detach: 'tool' })
  expect(await outcome()).toBe('free')
  // What may touch an obstacle still may after it was moved.
  await change({ allow: ['arm/hand', 'table'] })
  await change({ move: { name: 'table', pose: { xyz: [0, 0, 1.5] } } })
  const pairs = await result('check', { world: 'w1', path: 'through-post.json' })
  expect([pairs.a, pairs.b]).not.toEqual(['arm/hand', 'table'])
  await change({ disallow: ['arm/hand', 'table'] })
  for (const [bad, field] of [
    [{}, 'change'],
    [{ remove: 'a', detach: 'b' }, 'change'],
    [{ remove: 'nothing' }, 'obstacle'],
    [{ move: { name: 'cup' } }, 'move.name'],
    [{ move: { name: 'post', shape: BALL } }, 'move.shape'],
    [{ add: { name: 'post', shape: BALL } }, 'obstacle.name'],
    [{ add: { name: 'far', shape: { kind: 'mesh', file: '../tray.obj' } } }, 'obstacles[0].shape.file'],
  ] as const) {
    expect((await call('world.change', { world: 'w1', ...bad })).error!.data!.field).toBe(field)
  }
})

test('requests that come before a world is open, or changed, wait for it', async () => {
  const request = (id: number, method: string, params: object): object => ({ jsonrpc: '2.0', id, method, params })
  const replies = (await send([
    request(1, 'world.open', { scene: 'cell.json' }),
    request(2, 'check', { world: 'w1', path: 'through-post.json' }),
    request(3, 'world.change', { world: 'w1', remove: 'nothing' }),
    request(4, 'world.change', { world: 'w1', remove: 'post' }),
    request(5, 'check', { world: 'w1', path: 'through-post.json' }),
  ])) as unknown as Reply[]
  expect(replies.map(({ result: found }) => found?.outcome)).toEqual([
    undefined,
    'collision',
    undefined,
    undefined,
    'free',
  ])
  expect(replies[2]!.error!.data!.field).toBe('obstacle')
})

test('certificates are verified, of motions and of pairs', async () => {
  const { certificate } = await result('check', { ...CELL, certificate: 'whole' })
  await result('world.open', { scene: 'cell.json' })
  writeFileSync(join(folder, 'certificate.json'), JSON.stringify(certificate))
  for (const about of [{ scene: 'cell.json' }, { world: 'w1' }]) {
    expect(await result('verify', { certificate, ...about })).toMatchObject({ valid: true, segments: 4 })
  }
  const exact = await result('verify', { certificate: 'certificate.json', world: 'w1', exact: true })
  expect(exact).toMatchObject({ valid: true, segments: 4 })
  await result('world.change', { world: 'w1', remove: 'post' })
  expect(await result('verify', { certificate, world: 'w1' })).toMatchObject({ valid: false })
})

test('a long request reports its progress, is stopped by cancel, and others are answered beside it', async () => {
  await result('world.open', { scene: 'cell.json' })
  const params = { world: 'w1', path: 'round-post.json', rounds: 1e9, progress: true }
  const smoothing = call('smooth', params, 'long')
  while (notified.length < 2) await setImmediate()
  expect((await call('collides', { world: 'w1', q: [[0, 0, 0, 0, 0]] })).result).toEqual({ collides: [false] })
  expect(JSON.parse(notified[0]!)).toMatchObject({
    ...{ jsonrpc: '2.0', method: 'progress' },
    params: { id: 'long', progress: { rounds: 1e9 } },
  })
  expect(await result('cancel', { id: 'other' })).toEqual({ cancelled: 0 })
  expect(await result('cancel', { id: 'long' })).toEqual({ cancelled: 1 })
  expect((await smoothing).error).toMatchObject({ code: -32001, data: { name: 'Cancelled' } })
})

test('many configurations in one call can be stopped, and so can a pair of links, a Monte Carlo run and a batch', async () => {
  await result('world.open', { scene: 'cell.json' })
  const q = Buffer.alloc(5 * 8 * 1_000_000).toString('base64')
  const pair = { robot: 'arm.urdf', pair: ['column', 'hand'], samples: 1e8 }
  const jobs = Array.from({ length: 4000 }, () => ({ job: 'check', ...CELL }))
  for (const [method, params] of [
    ['distance', { world: 'w1', q }],
    ['allow', pair],
    ['fold', { structure: 'helix.pdb', steps: 1e9 }],
    ['batch', { jobs, workers: 1 }],
  ] as const) {
    const running = call(method, params, 'long')
    await setImmediate()
    while ((await result('cancel', { id: 'long' })).cancelled === 0) await setImmediate()
    expect((await running).error?.code).toBe(-32001)
  }
})

test('a file that has changed is read again, and nothing is read outside through packages', async () => {
  const cell = JSON.parse(readFileSync(join(folder, 'cell.json'), 'utf8')) as { obstacles: { name: string }[] }
  const scene = join(folder, 'changing.json')
  writeFileSync(scene, JSON.stringify(cell))
  const params = { scene: 'changing.json', path: 'through-post.json' }
  expect((await result('check', params)).outcome).toBe('collision')
  writeFileSync(scene, JSON.stringify({ ...cell, obstacles: cell.obstacles.filter(({ name }) => name !== 'post') }))
  expect((await result('check', params)).outcome).toBe('free')
  writeFileSync(scene, JSON.stringify(cell))
  expect((await result('check', params)).outcome).toBe('collision')
  const { error } = await call('world.open', { scene: 'arm.urdf', read: { packages: { any: '/tmp' } } })
  expect(error?.message).toContain('inside the root folder')
})

test('a message has at most a thousand requests', async () => {
  const answer = await session.handle(JSON.stringify(Array.from({ length: 1001 }, () => 0)))
  expect(JSON.parse(answer!)).toMatchObject({
    error: { code: -32600, message: 'expected at most 1000 requests, got 1001' },
  })
})
