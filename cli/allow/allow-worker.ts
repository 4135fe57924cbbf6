// A thread of `limber allow`: reads the robot for itself, and answers for the pairs that it is asked about.
import { parentPort, workerData } from 'node:worker_threads'
import {
  type ClassifyOptions,
  classifyPair,
  LimberError,
  type PairResult,
  robotHash,
} from '../../src/entries/robots.js'
import { openRobot, type SceneOptions } from '../read/scene-options.js'

export interface AllowWorkerData {
  readonly file: string
  readonly scene: SceneOptions
  readonly classify: ClassifyOptions
}

export interface AllowTask {
  readonly a: string
  readonly b: string
}

export type AllowMessage =
  | { readonly kind: 'ready'; readonly hash: string }
  | { readonly kind: 'result'; readonly result: PairResult }
  /** `isOurs`: an error that was thrown on purpose. */
  | { readonly kind: 'failed'; readonly message: string; readonly isOurs: boolean }

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const { file, scene, classify } = workerData as AllowWorkerData
  const tell = (message: AllowMessage): void => port.postMessage(message)
  try {
    const robot = await openRobot(file, scene)
    port.on('message', ({ a, b }: AllowTask) => {
      try {
        tell({ kind: 'result', result: classifyPair(robot, a, b, classify) })
      } catch (error) {
        tell(failed(error, `${a} and ${b}: `))
      }
    })
    tell({ kind: 'ready', hash: robotHash(robot) })
  } catch (error) {
    tell(failed(error, ''))
  }
}

function failed(error: unknown, where: string): AllowMessage {
  const isOurs = error instanceof LimberError
  const own = error instanceof Error ? (isOurs ? error.message : (error.stack ?? error.message)) : String(error)
  return { kind: 'failed', message: `${where}${own}`, isOurs }
}

if (parentPort !== null) await serve(parentPort)
