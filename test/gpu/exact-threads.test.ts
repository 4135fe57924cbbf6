// What the device leaves, by threads that have the same world: the world's own answers, also where threads end or cannot answer.
import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { batchWorld, type ExactAnswers, exactAnswers, exactThreads, serveExact } from '../../src/entries/gpu.js'
import { barWorld } from './fake-device.js'

const COUNT = 500
const angles = Float64Array.from({ length: COUNT }, (_, k) => (8 * k) / COUNT - 4)
const segments = Float64Array.from({ length: 2 * 101 }, (_, k) => ((k * 37) % 80) / 10 - 4)
const ports: MessagePort[] = []

afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** A thread that has the bar's world; what it says to its tasks may be something else, and more than once. */
function thread(reply = (answer: object, _: number): readonly object[] => [answer], world = barWorld()) {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  let tasks = 0
  serveExact(world, {
    postMessage: (message) => {
      const said = typeof message === 'string' ? [message] : reply(message as object, ++tasks)
      for (const one of said) port2.postMessage(one)
    },
    on: (event, listener) => port2.on(event, listener),
  })
  return { port: port1, tasks: () => tasks }
}

/** Fails after this number of tasks. */
function failing(after: number) {
  return thread((answer, task) => [task > after ? { ...answer, answers: undefined, failed: 'out of memory' } : answer])
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
  const [lasting, brief] = [thread(), failing(3)]
  const answers = exactThreads(world, [brief.port, lasting.port])
  expect(await all(answers)).toEqual(truth)
  expect(brief.tasks()).toBe(4)
  expect(lasting.tasks()).toBe(2 * 4 + 2 * 13 - 3)
  expect(answers.threads).toBe(1)
  expect(answers.why).toBe('1 of 2 threads are not used: out of memory')
  const none = exactThreads(world, [failing(0).port])
  expect(await all(none)).toEqual(truth)
  expect(none.threads).toBe(1)
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
  const broken = new Worker("throw new Error('no such scene')", { eval: true })
  const answers = exactThreads(world, [broken])
  await once(broken, 'error')
  expect(await all(answers)).toEqual(truth)
  expect(answers.why).toBe('1 of 1 threads are not used: no such scene')
})

test('[gpu-exact] a thread that answers too little, or something else, is not believed; other messages are nobody’s answer', async () => {
  const world = barWorld()
  const truth = await all(exactAnswers(world))
  for (const answers of [new Uint8Array(3), 'no', new Float64Array(128), null]) {
    const wrong = thread((answer) => [{ ...answer, answers }])
    expect(await all(exactThreads(world, [wrong.port, thread().port]))).toEqual(truth)
    expect(wrong.tasks()).toBe(1)
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

test('[gpu-exact] a thread that several ask, or that says all of it twice: each gets the answer to what it asked', async () => {
  const world = barWorld()
  const truth = await all(exactAnswers(world))
  const twice = thread((answer) => [answer, answer])
  const [one, other] = [exactThreads(world, [twice.port]), exactThreads(world, [twice.port])]
  expect(await Promise.all([all(one), all(other), all(one)])).toEqual([truth, truth, truth])
  expect(twice.tasks()).toBeGreaterThan(3 * 34 - 10)
})

test('[gpu-exact] a thread whose world is another one is not believed, also where it has become another', async () => {
  const world = barWorld()
  const truth = await all(exactAnswers(world))
  const later = barWorld()
  const changed = thread((answer, task) => {
    if (task === 2) later.removeObstacle('post')
    return [answer]
  }, later)
  const empty = barWorld()
  empty.removeObstacle('post')
  const answers = exactThreads(world, [changed.port, thread(undefined, empty).port])
  expect(await all(answers)).toEqual(truth)
  expect(answers.why).toBe('2 of 2 threads are not used: its world is another one')
  const batch = await batchWorld(world, { force: 'cpu', exact: answers })
  expect(await batch.collides(angles)).toEqual(Uint8Array.from(truth[0]!))
  expect(batch.stats.why).toBe("force is 'cpu'; 2 of 2 threads are not used: its world is another one")
  await batch.close()
  await expect(batchWorld(empty, { exact: answers })).rejects.toThrow('options.exact must be about the same world')
})

test('[gpu-fallback] a thread that never serves is not waited for, and one that begins to later is asked then', async () => {
  const world = barWorld()
  const truth = await all(exactAnswers(world))
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const answers = exactThreads(world, [port1])
  // As before a Web Worker listens: what is posted to it is lost.
  port2.on('message', () => {})
  expect(await all(answers)).toEqual(truth)
  let replies = 0
  port1.on('message', () => replies++)
  serveExact(barWorld(), port2)
  await once(port1, 'message')
  const before = replies
  expect(await all(answers)).toEqual(truth)
  expect(replies - before).toBe(2 * 4 + 2 * 13)
})

test('[gpu-fallback] a port of a browser is started', async () => {
  const world = barWorld()
  const asBrowser = (port: MessagePort) => {
    let isStarted = false
    const kept: ((event: object) => void)[] = []
    port.on('message', (data: unknown) => {
      if (isStarted) for (const listener of kept) listener({ data })
    })
    return {
      postMessage: (message: unknown) => port.postMessage(message),
      addEventListener: (event: string, listener: (event: object) => void) => {
        if (event === 'message') kept.push(listener)
      },
      start: () => {
        isStarted = true
      },
    }
  }
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  let tasks = 0
  port1.on('message', () => tasks++)
  serveExact(world, asBrowser(port2))
  expect(await all(exactThreads(world, [asBrowser(port1)]))).toEqual(await all(exactAnswers(world)))
  expect(tasks).toBeGreaterThanOrEqual(2 * 4 + 2 * 13)
})

test('what is no world or no port is refused by name', () => {
  const world = barWorld()
  for (const wrong of [null, {}, 5] as never[]) {
    expect(() => exactAnswers(wrong)).toThrow('world must be a World')
    expect(() => exactThreads(wrong, [])).toThrow('world must be a World')
    expect(() => serveExact(wrong, new MessageChannel().port1)).toThrow('world must be a World')
    expect(() => serveExact(world, wrong)).toThrow('port must be a thread')
    expect(() => exactThreads(world, [wrong])).toThrow('port must be a thread')
  }
})
