// A thread of the bench of GPUs: makes the world that it is given, and answers exactly; or finds configurations next to contact.
import { parentPort, workerData } from 'node:worker_threads'
import { serveExact } from '../../src/entries/gpu.js'
import { Random } from '../../src/entries/robots.js'
import { nearContact } from './near-contact.js'
import { type GpuCase, gpuWorld } from './worlds.js'

const { data, one, near, seed } = workerData as { data: string; one: GpuCase; near?: number; seed?: number }
const world = await gpuWorld(data, one)
if (near === undefined) {
  serveExact(world, parentPort!)
  parentPort!.postMessage('ready')
} else {
  const found = nearContact(world, new Random(seed!), near)
  const flat = new Float64Array(world.dof * found.length)
  found.forEach((q, k) => {
    flat.set(q, world.dof * k)
  })
  parentPort!.postMessage(flat)
}
