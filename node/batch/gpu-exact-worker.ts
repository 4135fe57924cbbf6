// A thread of `limber batch --gpu`: has the same world, and answers exactly what the GPU leaves open.
import { parentPort, workerData } from 'node:worker_threads'
import { serveExact } from '../../src/entries/gpu.js'
import { type Place, readNamed } from './disk-library.js'

const { place, named } = workerData as { place: Place; named: Parameters<typeof readNamed>[0] }
serveExact((await readNamed(named, place)) as Parameters<typeof serveExact>[0], parentPort!)
