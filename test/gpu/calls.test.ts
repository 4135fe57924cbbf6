// What a caller does in the middle of a call: ends it, changes the world, takes the numbers away; and what calls say of themselves.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type ExactAnswers, exactAnswers } from '../../src/entries/gpu.js'
import { box, Robot, sphere, World } from '../../src/entries/robots.js'
import { openBatchWorld } from '../../src/gpu/batch-world.js'
import { checkedMotions } from '../../src/gpu/exact-answers.js'
import { barWorld, FakeDevice } from './fake-device.js'

const COUNT = 20_000
const angles = Float64Array.from({ length: COUNT }, (_, k) => (8 * k) / COUNT - 4)
const segments = Float64Array.from({ length: 200 }, (_, k) => ((k * 37) % 80) / 10 - 4)

/** The world's answers, and what happens before each of their pieces. */
function watched(world: World, before: (piece: number, size: number) => void): ExactAnswers {
  const own = exactAnswers(world)
  let piece = 0
  return {
    ...own,
    collides: (some) => {
      before(++piece, some.length)
      return own.collides(some)
    },
    motions: (some, clearance) => {
      before(++piece, some.length)
      return own.motions(some, clearance)
    },
  }
}

describe('a call can be stopped', () => {
  const reason = new Error('enough')

  test('on the processor, between pieces; the next call has its answers', async () => {
    const world = barWorld()
    const stop = new AbortController()
    const sizes: number[] = []
    const exact = watched(world, (piece, size) => {
      sizes.push(size)
      if (piece === 2) stop.abort(reason)
    })
    const batch = await openBatchWorld(world, { force: 'cpu', exact })
    await expect(batch.collides(angles, { signal: stop.signal })).rejects.toBe(reason)
    expect(sizes).toEqual([4096, 4096])
    for (const asked of [
      () => batch.collides(angles, { signal: stop.signal }),
      () => batch.distanceAbove(angles, 0.1, { signal: stop.signal }),
      () => batch.motionsFree(segments, { signal: stop.signal }),
      () => batch.sampleMotions(segments, { resolution: 0.1, signal: stop.signal }),
    ]) {
      await expect(asked()).rejects.toBe(reason)
    }
    expect(sizes).toHaveLength(2)
    expect(await batch.collides(angles)).toEqual(world.collidesMany(angles))
    expect(sizes).toHaveLength(2 + Math.ceil(COUNT / 4096))
    await expect(batch.collides(angles, { signal: { aborted: true } })).rejects.toThrow('the call was stopped')
    await expect(batch.collides(angles, { signal: true as never })).rejects.toThrow(
      'options.signal must be an AbortSignal',
    )
    await batch.close()
  })

  test('on a device, between chunks', async () => {
    const world = barWorld()
    const stop = new AbortController()
    const device = new FakeDevice({ onRun: () => device.runs === 3 && stop.abort(reason) })
    const batch = await openBatchWorld(world, { device, force: 'gpu', chunk: 1024 })
    await expect(batch.collides(angles, { signal: stop.signal })).rejects.toBe(reason)
    expect(device.runs).toBeLessThan(6)
    expect(await batch.collides(angles)).toEqual(world.collidesMany(angles))
    expect(batch.stats.ran).toBe('gpu')
    await batch.close()
  })

  test('the event loop gets its turn while the processor answers', async () => {
    const world = barWorld()
    let turns = 0
    let pieces = 0
    const exact = watched(world, () => {
      pieces++
      const until = performance.now() + 30
      while (performance.now() < until);
    })
    const batch = await openBatchWorld(world, { force: 'cpu', exact })
    const beat = setInterval(() => turns++, 0)
    await batch.collides(angles)
    clearInterval(beat)
    expect(pieces).toBe(5)
    // 150 ms of work at least.
    expect(turns).toBeGreaterThanOrEqual(1)
    await batch.close()
  })
})

describe('[gpu-exact] what is asked about changes in the middle of a call', () => {
  const wall = { name: 'wall', shape: box({ size: [0.1, 1, 1], at: [-0.5, 0, 0] }) }

  test('the world, while the processor answers: the answers are about the world as it is then', async () => {
    for (const asked of ['collides', 'motionsFree'] as const) {
      const world = barWorld()
      const exact = watched(world, (piece) => piece === 3 && world.addObstacle(wall))
      const batch = await openBatchWorld(world, { force: 'cpu', exact })
      if (asked === 'collides') {
        const before = world.collidesMany(angles)
        const answers = await batch.collides(angles)
        expect(answers).toEqual(world.collidesMany(angles))
        expect(answers).not.toEqual(before)
        expect(batch.stats.why).toBe('the world was changed meanwhile')
      } else {
        const before = checkedMotions(world, segments, 0)
        const answers = await batch.motionsFree(segments)
        expect(answers).toEqual(checkedMotions(world, segments, 0))
        expect(answers).not.toEqual(before)
        expect(batch.motionStats.why).toBe('the world was changed meanwhile')
      }
      await batch.close()
    }
  })

  test('the numbers are taken away: that is said', async () => {
    const batch = await openBatchWorld(barWorld(), { device: new FakeDevice(), force: 'gpu', chunk: 1024 })
    const given = angles.slice()
    const asked = batch.collides(given)
    structuredClone(given.buffer, { transfer: [given.buffer] })
    await expect(asked).rejects.toThrow('configurations must be left as they are')
    expect(await batch.collides(angles)).toEqual(barWorld().collidesMany(angles))
    await batch.close()
  })
})

describe('[gpu-fallback] the reason is the right one', () => {
  test('where nothing moves, and where a distance is too large', async () => {
    const still = new World({ obstacles: [sphere({ radius: 1 })] })
    const batch = await openBatchWorld(still, { device: new FakeDevice(), force: 'gpu' })
    expect(await batch.distanceAbove([[], []], 0.1)).toEqual(Uint8Array.of(1, 1))
    expect(batch.stats).toMatchObject({ ran: 'cpu', why: 'nothing in the world moves' })
    await batch.close()
    const bar = await openBatchWorld(barWorld(), { device: new FakeDevice(), force: 'gpu' })
    expect(await bar.distanceAbove([[0]], 1e20)).toEqual(Uint8Array.of(0))
    expect(bar.stats.why).toBe('the distance is too large for single precision')
    await bar.close()
  })

  test('the package webgpu is not there, or cannot be loaded', () => {
    const entry = new URL('../../dist/src/entries/gpu.js', import.meta.url)
    const robots = new URL('../../dist/src/entries/robots.js', import.meta.url)
    const said = (thrown: string): string => {
      const hook = `export const resolve = (name, context, next) => {
        if (name === 'webgpu') throw ${thrown}
        return next(name, context)
      }`
      const program = `
        import { register } from 'node:module'
        register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)})
        const { batchWorld } = await import(${JSON.stringify(entry.href)})
        const { World } = await import(${JSON.stringify(robots.href)})
        console.log((await batchWorld(new World({}))).stats.why)`
      const args = ['--input-type=module', '--eval', program]
      return execFileSync(process.execPath, args, { encoding: 'utf8', cwd: fileURLToPath(new URL('.', entry)) }).trim()
    }
    const missing = `Object.assign(new Error("Cannot find package 'webgpu' imported from x"), { code: 'ERR_MODULE_NOT_FOUND' })`
    expect(said(missing)).toBe('there is no WebGPU: install the package webgpu')
    expect(said('new Error("libvulkan.so.1: no such file")')).toBe(
      'the package webgpu cannot be loaded: libvulkan.so.1: no such file',
    )
  })
})

test('samples of segments where nothing moves, and of a batch that is closed', async () => {
  const shape = box({ size: [1, 1, 1] })
  const robot = new Robot({ name: 'block', links: [{ name: 'base', geometry: [{ shape }] }], joints: [] })
  const touching = new World({ robots: [robot], obstacles: [{ name: 'other', shape }] })
  const apart = new World({ robots: [robot] })
  const still = [
    [[], []],
    [[], []],
  ] as const
  for (const [world, first] of [
    [touching, 0],
    [apart, Infinity],
  ] as const) {
    const batch = await openBatchWorld(world, { force: 'cpu' })
    expect(Array.from(await batch.sampleMotions(still, { resolution: 1 }))).toEqual([first, first])
    expect(await batch.sampleMotions([], { resolution: 1 })).toEqual(new Float64Array(0))
    await batch.close()
    await expect(batch.sampleMotions([], { resolution: 1 })).rejects.toThrow('close() was called')
  }
})
