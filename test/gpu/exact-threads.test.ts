// What the device leaves, by threads that have the same world: the world's own answers, also where threads end or cannot answer.
import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { type ExactAnswers, exactAnswers, exactThreads, serveExact } from '../../src/entries/gpu.js'
import { barWorld } from './fake-device.js'

const COUNT = 500
const angles = Float64Array.from({ length: COUNT }, (_, k) => (8 * k) / COUNT - 4)
const segments = Float64Array.from({ length: 2 * 101 }, (_, k) => ((k * 37) % 80) / 10 - 4)
const ports: MessagePort[] = []

afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** A thread that has the bar's world; `fails` from that task on. */
function thread(fails = Infinity): { port: MessagePort; tasks: () => number } {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  let tasks = 0
  const served: { ask?: (task: unknown) => void } = {}
  serveExact(barWorld(), {
    postMessage: (message) => port2.postMessage(message),
    on: (_, listener) => {
      served.ask = listener
    },
  })
  port2.on('message', (task) => {
    if (tasks++ < fails) served.ask!(task)
    else port2.postMessage({ failed: 'out of memory' })
  })
  return { port: port1, tasks: () => tasks }
}

async function all(answers: ExactAnswers): Promise<number[][]> {
  return [
    Array.from(await answers.collides(angles)),
    Array.from(await answers.distanceAbove(angles, 0.1)),
    Array.from(await answers.motions(segments, 0)),
    Array.from(await answers.motions(segments, 0.05)),
  ]
}

test('[gpu-exact] threads give the world’s answers about configurations, distances and segments', async () => {
  const world = barWorld()
  const truth = await all(exactAnswers(world))
  for (const answers of truth) expect(new Set(answers).size).toBeGreaterThan(1)
  const two = [thread(), thread()]
  const answers = exactThreads(
    world,
    two.map(({ port }) => port),
  )
  expect(answers.threads).toBe(2)
  expect(await all(answers)).toEqual(truth)
  // 4 pieces of 128 configurations, twice, and 13 of 8 segments, twice.
  expect(two[0]!.tasks() + two[1]!.tasks()).toBe(2 * 4 + 2 * 13)
  expect(Math.min(two[0]!.tasks(), two[1]!.tasks())).toBeGreaterThan(5)
  await answers.close()
})

test('[gpu-fallback] what a thread that fails was at is asked of the others, and of the world where there are none', async () => {
  const world = barWorld()
  const truth = await all(exactAnswers(world))
  const [lasting, failing] = [thread(), thread(3)]
  const answers = exactThreads(world, [failing.port, lasting.port])
  expect(await all(answers)).toEqual(truth)
  expect(failing.tasks()).toBe(4)
  expect(lasting.tasks()).toBe(2 * 4 + 2 * 13 - 3)
  const none = exactThreads(world, [thread(0).port])
  expect(await all(none)).toEqual(truth)
})

test('[gpu-fallback] a port that is closed at the other end or cannot be posted to, and a thread that has ended: the world answers', async () => {
  const world = barWorld()
  const truth = await all(exactAnswers(world))
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  port2.on('message', () => port2.close())
  expect(await all(exactThreads(world, [port1]))).toEqual(truth)
  const refusing = {
    on: () => {},
    postMessage: () => {
      throw new Error('the thread is gone')
    },
  }
  expect(await all(exactThreads(world, [refusing]))).toEqual(truth)
  const ended = new Worker('', { eval: true })
  await once(ended, 'exit')
  expect(await all(exactThreads(world, [ended]))).toEqual(truth)
})

test('[gpu-exact] a thread that answers too little, or something else, is not believed; other messages are nobody’s answer', async () => {
  const world = barWorld()
  const truth = await all(exactAnswers(world))
  for (const answers of [new Uint8Array(3), 'no', new Float64Array(128), null]) {
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    port2.on('message', () => port2.postMessage({ answers }))
    expect(await all(exactThreads(world, [port1, thread().port]))).toEqual(truth)
  }
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  serveExact(barWorld(), port2)
  const answers = exactThreads(world, [port1])
  for (const other of [null, 7, { kind: 'close' }, { kind: 'collides' }, { ready: true }]) {
    port1.postMessage(other)
    port2.postMessage(other)
  }
  expect(await all(answers)).toEqual(truth)
  expect(() => exactThreads(world, undefined as never)).toThrow('a list of threads')
})
