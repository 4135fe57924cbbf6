// What the worker of <limber-view> says: a scene to draw, and a verdict that is `proved` only where a certificate of this motion in
// this world was verified.
import { beforeAll, expect, test } from 'vitest'
import { readScene as readFromDisk, readPath } from '../../node/index.js'
import { checkMotion, motionFromPath, worldDocument } from '../../src/entries/robots.js'
import { ViewEngine } from '../../view/engine.js'
import type { FromWorker, ViewRequest, ViewVerdict } from '../../view/messages.js'
import { readScene } from '../../web/index.js'
import { fetchFrom, filesOfPage, root } from './files.js'

let files: ReadonlyMap<string, Buffer>

beforeAll(async () => {
  files = await filesOfPage()
})

async function said(request: Partial<Record<keyof ViewRequest, string | boolean>>): Promise<FromWorker[]> {
  const all: FromWorker[] = []
  const engine = new ViewEngine((one) => all.push(one), fetchFrom(files))
  const full = Object.entries(request).map(([key, value]) => [
    key,
    typeof value === 'string' ? `http://host/${value}` : value,
  ])
  await engine.open({ check: false, ...Object.fromEntries(full) } as ViewRequest)
  return all
}

async function verdict(request: Parameters<typeof said>[0]): Promise<ViewVerdict | undefined> {
  const last = (await said(request)).at(-1)!
  return last.kind === 'verdict' ? last.verdict : undefined
}

test('a scene by its address is the world that the file on disk is', async () => {
  const { world, description } = await readScene('http://host/cell.json', { fetch: fetchFrom(files) })
  const other = await readFromDisk(`${root}/examples/cell.json`)
  expect(worldDocument(world)).toEqual(worldDocument(other.world))
  expect(description).toEqual(other.description)
})

test('a scene may name files of its own folder only, and says which are missing', async () => {
  const scene = JSON.parse(files.get('cell.json')!.toString()) as { robots: { urdf: string }[] }
  scene.robots[0]!.urdf = '../secret.urdf'
  const odd = new Map([...files, ['below/odd.json', Buffer.from(JSON.stringify(scene))]])
  const read = (name: string): Promise<unknown> => readScene(`http://host/${name}`, { fetch: fetchFrom(odd) })
  await expect(read('below/odd.json')).rejects.toThrow('robots[0].urdf: expected something below http://host/below/')
  await expect(read('none.json')).rejects.toThrow('no such file')
})

test('the things of a scene stand where their links are, all along the motion', async () => {
  const [first] = await said({ src: 'cell.json', motion: 'round-post.json' })
  if (first?.kind !== 'scene') throw new Error('no scene')
  const { things, poses, frames } = first.scene
  const { world } = await readFromDisk(`${root}/examples/cell.json`)
  expect(things.map(({ name }) => name)).toEqual(world.objects)
  expect(poses.length).toBe(12 * things.length * frames)
  const { waypoints, joints } = JSON.parse(files.get('round-post.json')!.toString())
  for (const [row, frame] of [
    [waypoints[0], 0],
    [waypoints.at(-1), frames - 1],
  ] as const) {
    const q = world.configuration(Object.fromEntries(joints.map((name: string, k: number) => [name, row[k]])))
    things.forEach(({ name, kind }, i) => {
      if (kind !== 'link') return
      const from = 12 * (frame * things.length + i)
      const own = [...poses.slice(from, from + 12)]
      const pose = world.linkPose(q, name)
      own.forEach((x, k) => void expect(x).toBeCloseTo(pose[k]!, 5))
    })
  }
})

test('a certificate is verified; it alone says what moves', async () => {
  const given = { src: 'cell.json', certificate: 'certificate.json' }
  expect(await verdict({ ...given, motion: 'round-post.json' })).toMatchObject({
    outcome: 'proved',
    words: 'Free at every instant: proved',
  })
  expect(await verdict(given)).toMatchObject({ outcome: 'proved' })
})

test.each([
  ['one that was changed', { src: 'cell.json', motion: 'round-post.json', certificate: 'forged.json' }, /digest/],
  ['of another world', { src: 'rod.json', motion: 'past-rod.json', certificate: 'certificate.json' }, /another world/],
  [
    'of a longer motion',
    { src: 'cell.json', motion: 'shorter.json', certificate: 'certificate.json' },
    /another motion/,
  ],
  ['beside a pose', { src: 'cell.json', motion: 'over-tray.json', certificate: 'certificate.json' }, /another motion/],
  ['what is no certificate', { src: 'cell.json', certificate: 'round-post.json' }, /certificate/],
])('a certificate is refused in words: %s', async (_, request, words) => {
  const found = await verdict(request)
  expect(found?.outcome).toBe('refused')
  expect(found?.words).toMatch(words)
})

test('limits that a certificate leaves out or stretches are named', async () => {
  const { world } = await readFromDisk(`${root}/examples/cell.json`)
  const motion = motionFromPath(world, await readPath(`${root}/examples/round-post.json`))
  for (const [options, words] of [
    [{ limitTolerance: 0.1 }, 'Joints may be beyond their limits by 0.1 (radians or metres).'],
    [{ ignoreLimits: true }, 'Joint limits are not covered.'],
  ] as const) {
    const checked = checkMotion(world, motion, options)
    if (checked.outcome !== 'free') throw new Error(checked.outcome)
    files = new Map([...files, ['loose.json', Buffer.from(JSON.stringify(checked.certificate()))]])
    const found = await verdict({ src: 'cell.json', motion: 'round-post.json', certificate: 'loose.json' })
    expect(found?.outcome).toBe('proved')
    expect(found?.more).toContain(words)
  }
})

test('without a certificate nothing is said, unless a check is asked for', async () => {
  expect((await said({ src: 'cell.json', motion: 'round-post.json' })).map(({ kind }) => kind)).toEqual(['scene'])
  expect(await verdict({ src: 'cell.json', motion: 'round-post.json', check: true })).toMatchObject({
    outcome: 'proved',
  })
  const found = await verdict({ src: 'rod.json', motion: 'past-rod.json', check: true })
  const { world } = await readFromDisk(`${root}/examples/rod.json`)
  const path = await readPath(`${root}/examples/past-rod.json`)
  const own = checkMotion(world, motionFromPath(world, path))
  if (own.outcome !== 'collision') throw new Error(own.outcome)
  expect(found).toMatchObject({ outcome: 'collision', pair: [own.a, own.b], at: own.at })
  expect(await verdict({ src: 'cell.json', check: true })).toMatchObject({ words: 'There is no motion to check.' })
})
