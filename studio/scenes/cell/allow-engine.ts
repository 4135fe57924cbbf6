// Pairs of a robot's links over all joint values within the limits, in the worker: classes with what shows them, and the cells of
// proofs for pictures.
import { allowedPairs, type PairClass, type PairResult, proofCells } from '../../../src/entries/robots.js'
import type { Task } from '../../engine/protocol.js'
import { NO_EDITS, pairKey } from '../../workcell/edits.js'
import type { Workcell } from '../../workcell/workcell.js'

/** A pair as it is sent to the page. Names are those of the world. */
export interface JudgedPair {
  readonly key: string
  readonly a: string
  readonly b: string
  readonly class: PairClass
  readonly joints: readonly string[]
  readonly cells: number
  /** Where they touch, also of those that are undecided; or, of those that never do, where they come closest of all that was tested. */
  readonly at: readonly number[] | undefined
  /** Metres: how deep they are there; or how far apart. */
  readonly depth: number | undefined
  readonly distance: number | undefined
  readonly often: number | undefined
  readonly left: number | undefined
}

export interface JudgeProgress {
  readonly done: number
  readonly total: number
  readonly pair: JudgedPair | undefined
}

/** The cells of a proof: of two or three variables, lower and upper of each as shares of the range. */
export interface CellsPicture {
  readonly variables: readonly string[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
  readonly cells: Float64Array
}

export class PairJudge {
  private readonly results = new Map<string, { readonly robot: number; readonly result: PairResult }>()

  /** All pairs of one robot, as they are decided. */
  async judge(cell: Workcell, robot: number, task: Task<JudgeProgress>): Promise<JudgeProgress> {
    const { robot: model, name = model.name } = cell.parts.robots[robot]!
    const before = cell.parts.robots.slice(0, robot).reduce((sum, one) => sum + one.robot.dof, 0)
    const start = cell.view(NO_EDITS).start
    const place = (q: readonly number[]): number[] => start.map((x, i) => q[i - before] ?? x)
    const isUnseen = ({ a, b }: PairResult): boolean => model.unseen.includes(a) || model.unseen.includes(b)
    let last: JudgeProgress = { done: 0, total: 0, pair: undefined }
    await allowedPairs(model, {
      certificates: true,
      signal: task.signal,
      onProgress: ({ done, total, result }) => {
        let pair: JudgedPair | undefined
        if (result !== undefined) {
          const [a, b] = [`${name}/${result.a}`, `${name}/${result.b}`]
          const key = pairKey(a, b)
          this.results.set(key, { robot, result })
          const at = result.witness ?? result.nearest?.at
          pair = {
            key,
            a,
            b,
            // Of a link that was not seen whole, it is not known that it never touches.
            class: result.class === 'never' && isUnseen(result) ? 'undecided' : result.class,
            joints: result.joints,
            cells: result.cells,
            at: at === undefined ? undefined : place(at),
            depth: result.depth,
            distance: result.nearest?.distance,
            often: result.often,
            left: result.left,
          }
        }
        last = { done, total, pair }
        task.progress(last)
      },
    })
    return last
  }

  /** Undefined where there is no proof, or one of other than two or three variables. */
  picture(cell: Workcell, key: string): CellsPicture | undefined {
    const found = this.results.get(key)
    if (found?.result.proof === undefined) return undefined
    const picture = proofCells(cell.parts.robots[found.robot]!.robot, found.result)
    return picture.variables.length === 2 || picture.variables.length === 3 ? picture : undefined
  }
}
