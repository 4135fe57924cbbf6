// The worker of an open scene: takes calls, runs the scene's methods, sends back answers, progress and errors.
import { engines } from '../scenes/engines.js'
import { type FromEngine, type Methods, Moved, StoppedError, type Task, type ToEngine } from './protocol.js'

const port = self as unknown as {
  postMessage(message: FromEngine, transfer?: Transferable[]): void
  onmessage: ((event: { data: ToEngine }) => void) | null
}

let methods: Promise<Methods> | undefined
const running = new Map<number, AbortController>()

port.onmessage = ({ data }) => {
  if (data.kind === 'open') methods = engines[data.scene]!().then((side) => side.create())
  else if (data.kind === 'stop') running.get(data.id)?.abort()
  else void answer(data.id, data.method, data.args)
}

async function answer(id: number, method: string, args: unknown): Promise<void> {
  const controller = new AbortController()
  running.set(id, controller)
  try {
    const found = await (await methods!)[method]!(args, taskOf(id, controller.signal))
    if (found instanceof Moved) port.postMessage({ kind: 'done', id, value: found.value }, [...found.transfer])
    else port.postMessage({ kind: 'done', id, value: found })
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    port.postMessage({ kind: 'failed', id, error: { name, message } })
  } finally {
    running.delete(id)
  }
}

function taskOf(id: number, signal: AbortSignal): Task {
  return {
    signal,
    progress: (value, transfer = []) => port.postMessage({ kind: 'progress', id, value }, [...transfer]),
    async breathe() {
      await nextTurn()
      if (signal.aborted) throw new StoppedError()
    },
  }
}

// A message to oneself comes after those that wait already, and is not slowed down as timers are.
const channel = new MessageChannel()
const waiting: (() => void)[] = []
channel.port1.onmessage = () => waiting.shift()?.()

function nextTurn(): Promise<void> {
  return new Promise((go) => {
    waiting.push(go)
    channel.port2.postMessage(0)
  })
}
