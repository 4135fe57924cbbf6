// What a studio that follows a file or a running server is told: new files when something on disk has changed, words where it is broken
// while the last good one stays, and of many configurations the newest.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ServeFollower } from '../../cli/studio/follow-serve.js'
import { LiveFeed } from '../../cli/studio/live-feed.js'
import { filesOf } from '../../cli/studio/live-scene.js'
import { type StudioServer, startStudioServer } from '../../cli/studio/studio-server.js'
import { watchScene } from '../../cli/studio/watch-scene.js'
import { readScene } from '../../node/index.js'
import { Session } from '../../node/serve/session.js'
import { listenAt, type SceneFolder, sceneFolder } from './live-rig.js'
import { limber } from './run.js'

const UNSEEN = `<robot name="two">
  <link name="a"/>
  <link name="far"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="b"><collision><geometry><mesh filename="gone.stl"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="a"/><child link="ball"/><axis xyz="0 0 1"/></joint>
  <joint name="other" type="fixed"><parent link="a"/><child link="far"/></joint>
  <joint name="held" type="fixed"><parent link="a"/><child link="b"/></joint>
</robot>`

let page: string
let place: SceneFolder
let feed: LiveFeed
let server: StudioServer

beforeEach(async () => {
  page = mkdtempSync(join(tmpdir(), 'limber-page-'))
  writeFileSync(join(page, 'index.html'), '<!doctype html>')
  place = sceneFolder()
  feed = new LiveFeed()
  server = await startStudioServer({ folder: page, port: 0, live: feed })
})

afterEach(async () => {
  await server.close()
  place.remove()
  rmSync(page, { recursive: true, force: true })
})

const text = async (address: string): Promise<string> => (await fetch(server.address + address)).text()

test('a file is followed: changed, replaced, broken, mended; the last good one stays', async () => {
  const watching = watchScene(place.scene, join(place.folder, 'round-post.json'), feed)
  const listening = await listenAt(server.address)
  try {
    await watching.first
    expect(listening.type).toMatch(/^text\/event-stream/)
    const first = await listening.until(({ scene }) => scene > 0)
    expect(first.title).toBe('cell.json')
    expect(first.files.map(({ path }) => path).sort()).toEqual(['arm.srdf', 'arm.urdf', 'cell.json', 'tray.obj'])
    expect(JSON.parse(await text(first.path!))).toHaveProperty('waypoints')
    const address = (name: string, state = first): string => state.files.find(({ path }) => path === name)!.address
    expect(await text(address('arm.urdf'))).toContain('<robot')

    place.edit(({ obstacles }) => void (obstacles.find(({ name }) => name === 'post')!.name = 'another'))
    const second = await listening.until(({ scene }) => scene > first.scene)
    expect(await text(address('cell.json', second))).toContain('another')
    // A page that was about to read the files of the state before still can.
    expect(await text(address('cell.json'))).not.toContain('another')

    // Half written: words, with the place, after a moment.
    place.write('cell.json', '{ "limber": 1, "robots": [')
    const broken = await listening.until(({ problem }) => problem !== undefined)
    expect(broken.problem).toMatch(/cell\.json.*expected/)
    expect(broken.scene).toBe(second.scene)

    // As editors do it: another file takes its place. A file that the scene names is followed too.
    place.write('new.json', JSON.stringify({ limber: 1, robots: [{ name: 'arm', urdf: 'arm.urdf' }], obstacles: [] }))
    renameSync(join(place.folder, 'new.json'), place.scene)
    const mended = await listening.until(({ scene }) => scene > second.scene)
    expect(mended.problem).toBeUndefined()
    place.write('arm.urdf', '<robot')
    expect((await listening.until(({ problem }) => problem !== undefined)).problem).toMatch(/arm\.urdf/)
  } finally {
    watching.stop()
    await listening.end()
  }
})

test('of motions the last two are kept, however many there were', async () => {
  const listening = await listenAt(server.address)
  try {
    const addresses: string[] = []
    for (let k = 0; k < 4; k++) {
      feed.showMotion({ joints: [], waypoints: [[k]] })
      addresses.push((await listening.until(({ path }) => path !== undefined && !addresses.includes(path))).path!)
    }
    const found = await Promise.all(addresses.map(async (address) => (await fetch(server.address + address)).status))
    expect(found).toEqual([404, 404, 200, 200])
  } finally {
    await listening.end()
  }
})

test('files of several folders keep their places', () => {
  mkdirSync(join(place.folder, 'meshes', 'fine'), { recursive: true })
  place.write(join('meshes', 'fine', 'a.stl'), 'x')
  const asked = ['cell.json', 'meshes/fine/a.stl', 'meshes', 'none.stl'].map((name) => join(place.folder, name))
  expect(filesOf(asked).map(({ path }) => path)).toEqual(['cell.json', 'meshes/fine/a.stl'])
  expect(filesOf([])).toEqual([])
})

test('pages of other sites may not listen, nor read; a studio that follows nothing has nothing to listen to', async () => {
  const ask = (site: string, path = 'live'): Promise<Response> =>
    fetch(server.address + path, { headers: { 'sec-fetch-site': site } })
  for (const path of ['live', 'live/1/0']) expect((await ask('cross-site', path)).status).toBe(403)
  expect((await fetch(`${server.address}live`, { method: 'HEAD' })).status).toBe(405)
  expect((await ask('same-origin', 'live/../../etc/passwd')).status).toBe(404)
  const alone = await startStudioServer({ folder: page, port: 0 })
  expect((await fetch(`${alone.address}live`)).status).toBe(404)
  await alone.close()
})

test('a file behind links in a circle, or of a name too long, ends no studio', async () => {
  const watching = watchScene(place.scene, undefined, feed)
  const listening = await listenAt(server.address)
  try {
    await watching.first
    const tray = join(place.folder, 'tray.obj')
    rmSync(tray)
    symlinkSync(tray, tray)
    await listening.until(({ problem = '' }) => problem.includes('links that lead in a circle'))
    const long = 'a'.repeat(300)
    place.edit(({ obstacles }) => void Object.assign(obstacles[1]!, { shape: { kind: 'mesh', file: long } }))
    await listening.until(({ problem = '' }) => problem.includes('a name that is too long'))
    place.edit(({ obstacles }) => void obstacles.splice(1, 1))
    const { scene } = await listening.until(({ problem }) => problem === undefined)
    expect(scene).toBeGreaterThan(0)
  } finally {
    watching.stop()
    await listening.end()
  }
})

test("a server's verdicts are green only where all links were seen, and of the scene that is shown", async () => {
  const { folder } = place
  const follower = new ServeFollower(feed, { folder, root: folder })
  const session = new Session({ folder, root: folder, version: '0', observe: follower.see })
  const listening = await listenAt(server.address)
  const ask = async (method: string, params: object): Promise<void> => {
    const answer = await session.handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    expect(answer).not.toContain('"error"')
    await follower.settled()
  }
  try {
    // As the request reads it: a mesh is missing, and the SRDF file is named by the request.
    place.write('two.urdf', UNSEEN)
    place.write('two.srdf', '<robot name="two"/>')
    await ask('world.open', { scene: 'two.urdf', read: { missing: 'skip', srdf: 'two.srdf' } })
    const { files, problem } = await listening.until(({ title }) => title === 'two.urdf')
    expect(files.map(({ path }) => path).sort()).toEqual(['two.srdf', 'two.urdf', 'two.urdf.json'])
    expect(problem).toBeUndefined()
    await ask('motion', { world: 'w1', q: [[0], [1]] })
    const moved = await listening.until(({ verdict }) => verdict !== undefined)
    expect(moved.verdict).toEqual({
      words: 'Free at every instant: proved, except for links that were not seen: two/b',
      mood: 'warn',
    })
    await ask('collides', { world: 'w1', q: [[0]] })
    const posed = await listening.until(({ configuration }) => configuration !== undefined)
    expect(posed.verdict).toEqual({ words: 'No collision, except for links that were not seen: two/b', mood: 'warn' })

    // A file that is gone meanwhile: no other scene gets this world's verdict.
    rmSync(join(folder, 'two.urdf'))
    await ask('world.open', { scene: 'cell.json' })
    await listening.until(({ title }) => title === 'cell.json')
    await ask('motion', { world: 'w1', q: [[0], [0.5]] })
    const lost = await listening.until((state) => state.problem !== undefined)
    expect(lost).toMatchObject({ title: 'cell.json', motion: 0 })
    expect(lost.verdict).toBeUndefined()
    await ask('check', { scene: 'cell.json', path: 'round-post.json' })
    expect((await listening.until(({ motion }) => motion > 0)).problem).toBeUndefined()
  } finally {
    await listening.end()
  }
})

test('what a server is asked and answers is shown; of many configurations the newest', async () => {
  const { folder } = place
  const follower = new ServeFollower(feed, { folder, root: folder })
  const session = new Session({ folder, root: folder, version: '0', observe: follower.see })
  const listening = await listenAt(server.address)
  const ask = async (method: string, params: object): Promise<{ result: Record<string, unknown> }> => {
    const answer = JSON.parse((await session.handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))!)
    await follower.settled()
    if (answer.error !== undefined) throw new Error(answer.error.message)
    return answer
  }
  try {
    await ask('world.open', { scene: 'cell.json' })
    const { scene } = await listening.until((state) => state.title === 'cell.json')
    const { world } = await readScene(place.scene)
    const rows = Array.from({ length: 200 }, (_, k) => Array.from(world.neutral(), (x) => x + k / 1000))
    const before = listening.states.length
    for (const row of rows) await ask('collides', { world: 'w1', q: [row] })
    const { configuration, verdict } = await listening.until(
      (state) => state.configuration?.values[0] === rows.at(-1)![0],
    )
    expect(configuration).toEqual({ joints: world.variables, values: rows.at(-1) })
    expect(verdict).toEqual(
      world.collides(Float64Array.from(rows.at(-1)!))
        ? { words: 'Collision', mood: 'hit' }
        : { words: 'No collision, except inside open meshes', mood: 'free' },
    )
    // Once a frame, not once a request.
    expect(listening.states.length - before).toBeLessThan(rows.length / 2)

    const at = rows[0]!
    await ask('distance', { world: 'w1', q: [at], witness: true })
    const near = world.distance(Float64Array.from(at))
    const words = `Distance ${Number(near.distance.toPrecision(6))}, ${near.a} to ${near.b}`
    await listening.until((state) => state.verdict?.words === words)

    await ask('world.change', { world: 'w1', remove: 'post' })
    const changed = await listening.until((state) => state.scene > scene)
    const file = changed.files.find(({ path }) => path === 'cell.json')!
    expect(JSON.parse(await text(file.address)).obstacles.map(({ name }: { name: string }) => name)).not.toContain(
      'post',
    )

    await ask('check', { scene: 'cell.json', path: 'round-post.json' })
    const checked = await listening.until((state) => state.motion > 0 && state.verdict !== undefined)
    expect(checked.verdict).toEqual({ words: 'Free at every instant: proved, except inside open meshes', mood: 'free' })
    expect(JSON.parse(await text(checked.path!))).toHaveProperty('waypoints')

    // What cannot be shown is said, and the answer is the same.
    await ask('world.open', { scene: { limber: 1, robots: [], obstacles: [] } })
    await listening.until((state) => state.title === 'a scene without a file')
  } finally {
    await listening.end()
  }
})

test('options that do not fit are refused', async () => {
  const { code, stderr } = await limber('studio', '--path', 'x.json')
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'limber: --path must be given with --watch\n' })
  expect((await limber('serve', '--studio', 'x')).stderr).toContain('--studio must be a whole number from 0 to 65535')
})

test('a port that is taken is said, and the command ends', async () => {
  const port = String(server.port)
  const watched = await limber('studio', '--watch', place.scene, '--port', port)
  expect(watched).toEqual({ code: 2, stdout: '', stderr: `limber: --port must be a free port, got ${port}\n` })
  const shown = await limber('serve', '--studio', port)
  expect(shown).toEqual({ code: 2, stdout: '', stderr: `limber: --studio must be a free port, got ${port}\n` })
  const served = await limber('serve', '--studio', '--port', port)
  expect(served.code).toBe(2)
  expect(served.stderr).toMatch(/cannot listen .*EADDRINUSE/)
}, 30_000)
