// The worker of one element: answers it until it is terminated.
import { ViewEngine } from './engine.js'
import type { FromWorker, ToWorker } from './messages.js'

interface Scope {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void
  addEventListener(type: 'message', listener: (event: { readonly data: ToWorker }) => void): void
}

const scope = globalThis as unknown as Scope
const engine = new ViewEngine((said, transfer = []) => scope.postMessage(said, transfer))
scope.addEventListener('message', async ({ data }) => {
  try {
    if (data.kind === 'open') await engine.open(data.request)
    else engine.check()
  } catch (error) {
    scope.postMessage({ kind: 'error', words: error instanceof Error ? error.message : String(error) }, [])
  }
})
