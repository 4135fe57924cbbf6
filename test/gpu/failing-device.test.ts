// Devices that fail, are short of memory, or slower than the processor: the answers are World's, and the stats say what happened.
import { describe, expect, test } from 'vitest'
import { type ExactAnswers, exactAnswers } from '../../src/entries/gpu.js'
import { openBatchWorld } from '../../src/gpu/batch-world.js'
import { DeviceFailure, deviceFailure } from '../../src/gpu/chunk-slot.js'
import { FixedChain } from '../../src/gpu/fixed-chain.js'
import { type DeviceTables, GpuFilter, MOST_CHUNK } from '../../src/gpu/gpu-filter.js'
import { barWorld, FakeDevice, failingDevice } from './fake-device.js'

const COUNT = 6000
const world = barWorld()
const angles = Float64Array.from({ length: COUNT }, (_, k) => (8 * k) / COUNT - 4)
const truth = world.collidesMany(angles)

describe('[gpu-fallback] a device that fails', () => {
  test('the fake settles most, and leaves some', async () => {
    const batch = await openBatchWorld(world, { device: new FakeDevice(), force: 'gpu', chunk: 1024 })
    expect(await batch.collides(angles)).toEqual(truth)
    const { ran, free, colliding, unknown } = batch.stats
    expect(ran).toBe('gpu')
    expect(Math.min(free, colliding, unknown)).toBeGreaterThan(5)
    expect(free + colliding + unknown).toBe(COUNT)
    expect(free).toBeGreaterThan(0.9 * COUNT)
    await batch.close()
  })

  test('it is lost between calls', async () => {
    const device = new FakeDevice()
    const batch = await openBatchWorld(world, { device, force: 'gpu' })
    await batch.collides(angles)
    expect(batch.stats.ran).toBe('gpu')
    device.destroy()
    await device.lost
    expect(await batch.collides(angles)).toEqual(truth)
    expect(batch.stats).toMatchObject({ ran: 'cpu', why: 'the device was lost', unknown: COUNT })
    await batch.close()
  })

  test('it is lost in the middle of a call', async () => {
    for (const lostAfter of [0, 1, 3]) {
      const batch = await openBatchWorld(world, { device: new FakeDevice({ lostAfter }), force: 'gpu', chunk: 1024 })
      expect(await batch.collides(angles)).toEqual(truth)
      expect(batch.stats).toMatchObject({ ran: 'cpu', why: 'the device was lost: the driver was reset' })
      await batch.close()
    }
  })

  test('an implementation that does not say why has no colon after it; what is known to have failed is said as it is', () => {
    expect(deviceFailure(new Error('')).message).toBe('the device was lost')
    expect(deviceFailure('reset').message).toBe('the device was lost: reset')
    expect(deviceFailure(new DeviceFailure('out of memory')).message).toBe('out of memory')
  })

  test('any of its calls fails, once or from then on: the answers are there, and no failure is left unhandled', {
    timeout: 180_000,
  }, async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const some = angles.subarray(0, 1500)
    const segments = Float64Array.of(0, 0.2, 0.2, 0.5, -1, 0.1)
    const asked = async (at: number, isGone: boolean): Promise<number> => {
      const { device, calls } = failingDevice(at, isGone)
      const batch = await openBatchWorld(world, { device, force: 'gpu', chunk: 1024 })
      const answers = [await batch.collides(some), await batch.motionsFree(segments), await batch.collides(some)]
      expect(answers, `${at}`).toEqual([truth.subarray(0, 1500), Uint8Array.of(1, 0, 1), truth.subarray(0, 1500)])
      await batch.close()
      return calls()
    }
    const all = await asked(Infinity, false)
    expect(all).toBeGreaterThan(100)
    for (let at = 1; at <= all; at++) {
      for (const isGone of [false, true]) await asked(at, isGone)
    }
    await new Promise((resolve) => setTimeout(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  test('it is closed in the middle of a call: the answers are there, and its memory is free', async () => {
    const device = new FakeDevice()
    const batch = await openBatchWorld(world, { device, force: 'gpu', chunk: 1024 })
    const answers = batch.collides(angles)
    await batch.close()
    expect(await answers).toEqual(truth)
    expect(device.bytes).toBe(0)
  })

  test('it has no room for a chunk: smaller ones, and the processor where none is small enough', async () => {
    const short = new FakeDevice({ mostBytes: 2 ** 18 })
    const batch = await openBatchWorld(world, { device: short, force: 'gpu' })
    expect(await batch.collides(angles)).toEqual(truth)
    expect(batch.stats).toMatchObject({ ran: 'gpu', why: '', configurations: COUNT })
    expect(short.runs).toBeGreaterThan(1)
    await batch.close()
    const none = new FakeDevice({ mostBytes: 2 ** 12 })
    const other = await openBatchWorld(world, { device: none, force: 'gpu' })
    expect(await other.collides(angles)).toEqual(truth)
    expect(other.stats).toMatchObject({ ran: 'cpu', why: 'out of memory', unknown: COUNT })
    await other.close()
  })

  test('memory of the device does not grow with the batch', async () => {
    const most = async (count: number): Promise<number> => {
      const device = new FakeDevice()
      const batch = await openBatchWorld(world, { device, force: 'gpu', chunk: 1024 })
      const q = Float64Array.from({ length: count }, (_, k) => angles[k % COUNT]!)
      const answers = await batch.collides(q)
      expect(device.runs).toBe(Math.ceil(count / 1024))
      expect(answers.every((answer, k) => answer === truth[k % COUNT])).toBe(true)
      await batch.close()
      return device.mostBytes
    }
    expect(await most(100_000)).toBe(await most(4096))
  })

  test('what was made is freed, also where there was no room for the rest', async () => {
    for (const mostBytes of [50, 150, 300, 1000, 20_000]) {
      const device = new FakeDevice({ mostBytes })
      const batch = await openBatchWorld(world, { device, force: 'gpu', chunk: 1024 })
      expect(await batch.collides(angles)).toEqual(truth)
      expect(await batch.motionsFree(Float64Array.of(0, 0.2, 0.2, 0.5))).toEqual(Uint8Array.of(1, 0))
      expect(batch.stats.why).toMatch(/out of memory/)
      await batch.close()
      expect(device.bytes, `${mostBytes}`).toBe(0)
    }
  })

  test('a chunk has no more candidates than a count of 32 bits has room for', async () => {
    const chain = FixedChain.make(world.model()) as FixedChain
    const filter = await GpuFilter.make(new FakeDevice(), chain, MOST_CHUNK)
    for (const pairs of [1, 16_000, 17_000, 20_000]) {
      const chunk = filter.chunkFor({ of: { pairs, movers: 1 } } as unknown as DeviceTables)
      expect(chunk * pairs).toBeLessThan(2 ** 32)
      expect(chunk).toBeGreaterThan(0.8 * MOST_CHUNK)
    }
    filter.close()
  })

  test('what is no world, device or list of threads is refused by name', async () => {
    const world = barWorld()
    for (const wrong of [null, {}, 5, { createBuffer() {} }]) {
      await expect(openBatchWorld(wrong as never, {})).rejects.toThrow('world must be a World')
      await expect(openBatchWorld(world, { device: wrong as never })).rejects.toThrow(
        'options.device must be a GPUDevice',
      )
      if (wrong === null) continue
      await expect(openBatchWorld(world, { exact: wrong as never })).rejects.toThrow(
        'options.exact must be exactThreads',
      )
    }
  })

  test('numbers that are not finite are refused as World refuses them', async () => {
    const wrong = angles.slice()
    wrong[4321] = Number.NaN
    const batch = await openBatchWorld(world, { device: new FakeDevice(), force: 'gpu', chunk: 1024 })
    await expect(batch.collides(wrong)).rejects.toThrow('configurations[4321]')
    expect(() => world.collidesMany(wrong)).toThrow('configurations[4321]')
    expect(await batch.collides(angles)).toEqual(truth)
    await batch.close()
  })
})

describe('[gpu-exact] the faster one answers', () => {
  /** Milliseconds a configuration of either, by a clock of the test's. */
  async function measured(ofDevice: number, ofExact: number) {
    let time = 0
    const spend = (millis: number): void => {
      time += millis
    }
    const own = exactAnswers(world)
    const exact: ExactAnswers = {
      ...own,
      collides: (some) => {
        spend(ofExact * some.length)
        return own.collides(some)
      },
    }
    const device = new FakeDevice({ onRun: (count) => spend(ofDevice * count) })
    const batch = await openBatchWorld(world, { device, exact, chunk: 1024 }, { clock: () => time })
    return { batch, device }
  }

  test('the processor, where the device is slower', async () => {
    const { batch, device } = await measured(0.002, 0.001)
    expect(await batch.collides(angles)).toEqual(truth)
    // A slice for the processor, a chunk that warms the device up, two that are timed; then the processor.
    const first = 256 + 3 * 1024
    expect(batch.stats).toMatchObject({ ran: 'cpu', configurations: COUNT })
    expect(batch.stats.why).toMatch(
      /^the processor is faster: 1,000,000 configurations a second, the device \d{3},000; it answered those after the first 3328$/,
    )
    expect(device.runs).toBe(3)
    expect(batch.stats.unknown).toBeGreaterThanOrEqual(COUNT - first + 256)
    // Known now: not asked again, until it is measured again.
    expect(await batch.collides(angles)).toEqual(truth)
    expect(device.runs).toBe(3)
    expect(batch.stats).toMatchObject({ ran: 'cpu', unknown: COUNT })
    for (let k = 0; k < 14; k++) await batch.collides(angles)
    expect(device.runs).toBe(5)
    await batch.close()
  })

  test('the device, where it is faster', async () => {
    const { batch, device } = await measured(0.001, 0.01)
    for (const runs of [6, 12]) {
      expect(await batch.collides(angles)).toEqual(truth)
      expect(batch.stats).toMatchObject({ ran: 'gpu', why: '' })
      expect(device.runs).toBe(runs)
    }
    await batch.close()
  })
})
