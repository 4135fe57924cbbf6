// The slice of joint space: its pixels are World.collides, asked in Node for the same grid; a click goes there. Chromium has no WebGPU
// here, so the processor draws it, and the page says so.
import { expect, test } from 'vitest'
import { StoppedError } from '../../../studio/engine/protocol.js'
import { engine } from '../../../studio/scenes/cell/engine.js'
import {
  type SliceAxis,
  type SlicePicture,
  type SliceQuestion,
  sliceValue,
} from '../../../studio/scenes/cell/slice-engine.js'
import { CELLS } from '../../../studio/workcell/cells.js'
import { type CellEdits, NO_EDITS } from '../../../studio/workcell/edits.js'
import { Workcell } from '../../../studio/workcell/workcell.js'
import { FakeDevice } from '../../gpu/fake-device.js'
import { browserTest, until } from '../browser.js'
import { testTask } from '../task.js'

/** By World itself, one configuration after the other, from the lower ends on. */
function hitsOf(q: readonly number[], x: SliceAxis, y: SliceAxis, size: number, edits = NO_EDITS): number[] {
  const world = new Workcell(CELLS.arm!(), new Map()).world(edits)
  return Array.from({ length: size * size }, (_, k) => {
    const at = q.slice()
    at[x.variable] = sliceValue(x, k % size, size)
    at[y.variable] = sliceValue(y, Math.floor(k / size), size)
    return world.collides(at) ? 1 : 0
  })
}

function opened() {
  const side = engine.create()
  const view = side.open({ cell: 'arm', edits: NO_EDITS })
  const axis = (variable: number): SliceAxis => ({ variable, ...limits(view.variables[variable]!) })
  return { side, view, x: axis(0), y: axis(1) }
}

function limits({ lower, upper }: SliceAxis | { lower: number; upper: number }) {
  return { lower, upper }
}

test('a slice is World.collides on a grid, coarse first, and can be stopped', async () => {
  const { side, view, x, y } = opened()
  const task = testTask<SlicePicture>()
  const picture = await side.slice({ edits: NO_EDITS, q: view.start, x, y }, task)
  expect(task.told.map(({ size }) => size)).toEqual([12, 24, 48])
  expect(picture).toMatchObject({ size: 48, ran: 'cpu', words: 'this browser offers no WebGPU' })
  expect(Array.from(task.told[1]!.hits)).toEqual(hitsOf(view.start, x, y, 24))
  expect(new Set(picture.hits)).toEqual(new Set([0, 1]))

  const stopped = testTask<SlicePicture>()
  stopped.stop()
  await expect(side.slice({ edits: NO_EDITS, q: view.start, x, y }, stopped)).rejects.toThrow()
})

/** As in a browser with this GPU. */
async function withGpu<T>(
  requestDevice: () => Promise<FakeDevice>,
  adapterInfo: object,
  work: () => Promise<T>,
): Promise<T> {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  const make = async () => Object.assign(await requestDevice(), { adapterInfo })
  const gpu = { requestAdapter: async () => ({ requestDevice: make }) }
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true })
  try {
    return await work()
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator')
    else Object.defineProperty(globalThis, 'navigator', before)
  }
}

/** A slice that is stopped once it has this number of pictures. */
async function pictures(side: ReturnType<typeof opened>['side'], question: SliceQuestion, most: number) {
  const task = testTask<SlicePicture>()
  const stopping = {
    ...task,
    progress: (picture: SlicePicture) => {
      task.told.push(picture)
      if (task.told.length === most) task.stop()
    },
  }
  await expect(side.slice(question, stopping)).rejects.toThrow()
  return task.told
}

test('with a GPU: one device for all steps of a drag, and another where it is lost', async () => {
  const devices: FakeDevice[] = []
  let kernels = 0
  const make = async (): Promise<FakeDevice> => {
    const device = new FakeDevice({ isBlind: true })
    const compile = device.createComputePipelineAsync.bind(device)
    device.createComputePipelineAsync = () => {
      kernels++
      return compile()
    }
    devices.push(device)
    return device
  }
  await withGpu(make, { vendor: 'made up' }, async () => {
    const { side, view, x, y } = opened()
    const question = (by: number): SliceQuestion => {
      const edits = { ...NO_EDITS, moved: { post: [by, 0, 0] } } as CellEdits
      return { edits, q: view.start, x, y }
    }
    const seen: string[] = []
    for (const by of [0.1, 0.2, 0.3]) {
      const [picture] = await pictures(side, question(by), 1)
      expect(picture).toMatchObject({ size: 64, ran: 'gpu', words: 'made up' })
      seen.push(picture!.hits.join(''))
    }
    expect(new Set(seen).size).toBe(3)
    expect(seen[2]).toBe(hitsOf(view.start, x, y, 64, question(0.3).edits).join(''))
    expect(devices).toHaveLength(1)
    expect(devices[0]!.runs).toBe(3)
    expect(kernels).toBe(6)
    devices[0]!.destroy()
    const [lost] = await pictures(side, question(0.3), 1)
    expect(lost).toMatchObject({ size: 12, ran: 'cpu', words: 'the device was lost' })
    const [again] = await pictures(side, question(0.1), 1)
    expect(again).toMatchObject({ size: 64, ran: 'gpu' })
    expect(devices).toHaveLength(2)
  })
})

test('while something is dragged, each slice has its coarsest picture before the newest follows', async () => {
  const { side, view, x, y } = opened()
  const tasks = [0.1, 0.2, 0.3].map(() => testTask<SlicePicture>())
  const steps = [0.1, 0.2, 0.3].map((by, k) => {
    const edits = { ...NO_EDITS, moved: { post: [by, 0, 0] } } as CellEdits
    return side.slice({ edits, q: view.start, x, y }, tasks[k]!)
  })
  // All are there before one is begun: the newest is.
  const [first, second, third] = await Promise.allSettled(steps)
  expect([first!.status, second!.status, third!.status]).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(tasks.map(({ told }) => told.map(({ size }) => size))).toEqual([[], [], [12, 24, 48]])

  const last = testTask<SlicePicture>()
  const begun = side.slice({ edits: NO_EDITS, q: view.start, x, y }, last)
  await last.breathe()
  await last.breathe()
  const newer = testTask<SlicePicture>()
  const next = side.slice({ edits: NO_EDITS, q: view.start, x, y }, newer)
  await expect(begun).rejects.toThrow(StoppedError)
  expect(last.told.map(({ size }) => size)).toEqual([12])
  side.endSlice()
  await expect(next).rejects.toThrow(StoppedError)
})

test('with a processor in the place of a GPU it is asked once, and the reason is shown', async () => {
  const device = new FakeDevice({ isBlind: true })
  await withGpu(
    async () => device,
    { vendor: 'swiftshader' },
    async () => {
      const { side, view, x, y } = opened()
      for (const by of [0, 0.1]) {
        const edits = { ...NO_EDITS, moved: { post: [by, 0, 0] } } as CellEdits
        const [picture] = await pictures(side, { edits, q: view.start, x, y }, 1)
        expect(picture).toMatchObject({ size: 12, words: 'swiftshader is a processor in the place of a GPU' })
      }
      expect(device.runs).toBe(0)
    },
  )
})

browserTest('Cell: a slice of joint space, pixel by pixel', async (open) => {
  const studio = await open('#/cell', { width: 1000, height: 560 })
  await studio.press('Show the slice')
  await until(() => studio.page.locator('canvas[data-slice]').getAttribute('data-slice')).toBe('48')
  const { view, x, y } = opened()
  const red = await studio.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-slice]')!
    const { data, width, height } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    // From the lower end on.
    return Array.from({ length: width * height }, (_, k) => {
      const row = height - 1 - Math.floor(k / width)
      return data[4 * (width * row + (k % width)) + 1]! < 128 ? 1 : 0
    })
  })
  expect(red).toEqual(hitsOf(view.start, x, y, 48))
  expect((await studio.stats()).slice).toContain('48 × 48, by the processor')

  // A click in the middle: both joints in the middle of their ranges, up to a pixel.
  await studio.page.locator('.slice-figure svg').click()
  const middle = [x, y].map(({ lower, upper }) => (lower + upper) / 2)
  const off = async (): Promise<number> => {
    const { q = view.start } = (await studio.address()).state as { q?: readonly number[] }
    return Math.max(Math.abs(q[x.variable]! - middle[0]!), Math.abs(q[y.variable]! - middle[1]!))
  }
  await until(off).toBeLessThan(0.03)
  // Of one joint there is no slice.
  await studio.choose('Upwards', 'joint1')
  expect((await studio.stats()).slice).toMatch(/^joint2 across, joint1 upwards;/)
})
