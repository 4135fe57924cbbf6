// Runs replica exchange for `limber fold`: samples of every temperature to the record, frames of the lowest, and checkpoints at the
// ends of rounds.
import { Worker } from 'node:worker_threads'
import {
  localReplicas,
  type MoveCounts,
  nodeReplicaPort,
  Random,
  type ReplicaLadder,
  type ReplicaRunner,
  replicaExchange,
  type Structure,
  startReplicaPool,
} from '../../src/entries/molecules.js'
import { createBlockingProgress } from '../print/progress.js'
import type { FoldQuestion } from './fold-options.js'
import type { FoldRecord } from './fold-record.js'
import { type FoldReplicaInput, foldReplica } from './fold-replica.js'
import { moveRate, stoppedBy } from './fold-run.js'

export interface ExchangeRun {
  readonly ladder: ReplicaLadder
  /** By kind, of all replicas together. */
  readonly counts: readonly MoveCounts[]
  /** Moves of each replica that are done. */
  readonly step: number
  readonly interrupted: boolean
  /** Moves of this process, of all replicas. */
  readonly moves: number
  readonly millis: number
  readonly workers: number
}

export async function runExchange(
  structure: Structure,
  question: FoldQuestion,
  record: FoldRecord,
  resume: { readonly state: Uint8Array; readonly step: number } | undefined,
  controller: AbortController,
  workers: number,
): Promise<ExchangeRun> {
  const { steps, seed, every, frameEvery, checkpointEvery } = question
  const [temperatures, swapEvery] = [question.temperatures!, question.swapEvery!]
  const from = resume?.step ?? 0
  const seeds = new Random(seed)
  const inputs = temperatures.map(() => ({ structure, question, seed: seeds.integer(2 ** 31) }))
  const swapSeed = seeds.integer(2 ** 31)
  const progress = createBlockingProgress('fold', process.stderr, Date.now, from / steps)
  const stopListening = stoppedBy(controller, progress)
  let runner: ReplicaRunner | undefined
  try {
    runner = await startReplicas(inputs, workers)
    const began = performance.now()
    const result = await replicaExchange(runner, {
      ...{ temperatures, rounds: steps / swapEvery, movesPerRound: swapEvery, every, seed: swapSeed },
      ...{ keepSamples: false, signal: controller.signal, resume: resume?.state },
      async onRound({ round, ladders, columns, samples, look }) {
        const start = (round - 1) * swapEvery
        temperatures.forEach((temperature, rung) => {
          const values = samples(rung)
          for (let n = 0; n * columns.length < values.length; n++) {
            const row = values.subarray(n * columns.length, (n + 1) * columns.length)
            const replica = ladders[0]!.replicaAt[rung]!
            record.sample([start + (n + 1) * every, temperature, ...row, replica], rung)
          }
        })
        const step = round * swapEvery
        if (record.hasFrames && step % frameEvery === 0) record.frame(step, (await look(0)).coordinates)
      },
      checkpoint: {
        every: Math.ceil(checkpointEvery / swapEvery),
        save: (bytes, round) => record.save(round * swapEvery, bytes, round * swapEvery === steps),
      },
      onProgress({ round, rounds, ladders }) {
        const done = (round * swapEvery - from) * temperatures.length
        const trips = ladders[0]!.roundTrips.reduce((sum, count) => sum + count, 0)
        const rate = moveRate((done / (performance.now() - began)) * 1000)
        progress.report(round / rounds, `${rate}  ${trips} round trips`)
      },
    })
    const millis = performance.now() - began
    const views = await Promise.all(inputs.map((_, k) => runner!.look(k)))
    await record.settled()
    const step = result.round * swapEvery
    return {
      ladder: result.ladders[0]!,
      counts: addedUp(views.map(({ moves }) => moves)),
      step,
      interrupted: result.outcome === 'stopped',
      ...{ moves: (step - from) * temperatures.length, millis, workers },
    }
  } finally {
    stopListening()
    progress.clear()
    await runner?.close()
  }
}

/** In this many threads; in this one where one is enough. */
async function startReplicas(inputs: readonly FoldReplicaInput[], workers: number): Promise<ReplicaRunner> {
  if (workers === 1) return localReplicas(inputs.map(foldReplica))
  const file = new URL('./fold-worker.js', import.meta.url)
  const ports = Array.from({ length: workers }, () => nodeReplicaPort(new Worker(file)))
  try {
    return await startReplicaPool(ports, inputs)
  } catch (error) {
    await Promise.all(ports.map((port) => port.close()))
    throw error
  }
}

function addedUp(all: readonly (readonly MoveCounts[])[]): MoveCounts[] {
  return all[0]!.map(({ move }, k) => {
    const sum = (name: 'proposed' | 'clashed' | 'accepted'): number =>
      all.reduce((total, counts) => total + counts[k]![name], 0)
    return { move, proposed: sum('proposed'), clashed: sum('clashed'), accepted: sum('accepted') }
  })
}
