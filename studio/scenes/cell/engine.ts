// The cell in its worker: what touches, what is nearest, where the links are, and how a link gets to where it is dragged.

import type { Shape } from '../../../src/index.js'
import type { Measured } from '../../app/scene.js'
import type { EngineSide, Methods, Task } from '../../engine/protocol.js'
import { Moved } from '../../engine/protocol.js'
import type { DrawnThing } from '../../view/things.js'
import { answerFor, type CellAnswer, type CellDrag, type CellQuestion, draggedTo } from '../../workcell/answers.js'
import { CELLS } from '../../workcell/cells.js'
import type { CellEdits } from '../../workcell/edits.js'
import { type MeasureQuestion, measured } from '../../workcell/measured.js'
import { type FilesRequest, type OpenedFiles, openFiles } from '../../workcell/opened.js'
import {
  proveStraight,
  type ReachAnswer,
  type ReachQuestion,
  reach,
  type StraightAnswer,
  type StraightQuestion,
} from '../../workcell/tool.js'
import type { CellVisuals } from '../../workcell/visuals.js'
import { type CellPair, type CellView, Workcell } from '../../workcell/workcell.js'
import { type WrittenScene, writeScene } from '../../workcell/write-scene.js'
import { type CellsPicture, type JudgeProgress, PairJudge } from './allow-engine.js'
import { SliceEngine, type SlicePicture, type SliceQuestion } from './slice-engine.js'

export const engine = {
  create() {
    let cell: Workcell | undefined
    const meshes = new Map<string, Shape>()
    let judge = new PairJudge()
    const slices = new SliceEngine()
    return {
      /** A cell that the studio brings along. */
      open({ cell: name, edits }: { cell: string; edits: CellEdits }): CellView {
        cell = new Workcell(CELLS[name]!(), meshes)
        judge = new PairJudge()
        return warm(cell, cell.view(edits), edits)
      },
      /** What the user has dropped: a cell, or obstacles and poses for the one that is open. */
      async openFiles(request: FilesRequest): Promise<OpenedFiles> {
        const opened = await openFiles(request, cell, meshes)
        if (opened.cell !== cell) judge = new PairJudge()
        cell = opened.cell
        const { view } = opened.answer
        if (view !== undefined) warm(cell!, view, request.fresh ?? request.edits)
        return opened.answer
      },
      scene({ edits }: { edits: CellEdits }): WrittenScene {
        return writeScene(cell!, edits)
      },
      /** The things, after one was added or taken away. */
      things({ edits }: { edits: CellEdits }): DrawnThing[] {
        return cell!.things(edits)
      },
      ask(question: CellQuestion): Moved<CellAnswer> {
        const answer = answerFor(cell!, question)
        const { poses, frames, visuals } = answer
        return new Moved(
          answer,
          [poses, frames, visuals].map(({ buffer }) => buffer as ArrayBuffer),
        )
      },
      /** The configuration in which the frame of a link is where it is dragged, or as near to it as inverse kinematics comes. */
      reach(question: ReachQuestion): ReachAnswer {
        return reach(cell!, question)
      },
      /** Is the straight motion from where the robot stood free? */
      straight(question: StraightQuestion): Moved<StraightAnswer> {
        const answer = proveStraight(cell!, question)
        return new Moved(answer, [answer.stood.buffer as ArrayBuffer])
      },
      /** What the robots look like: answers have the poses of it from then on. */
      visuals(): Promise<CellVisuals> {
        return cell!.visuals()
      },
      measure: (question: MeasureQuestion): Measured | undefined => measured(cell!, question),
      pairs({ edits }: { edits: CellEdits }): CellPair[] {
        return cell!.world(edits).pairs()
      },
      /** Classes of all pairs of a robot's links, over all joint values within the limits. */
      judge({ robot }: { robot: number }, task: Task<JudgeProgress>): Promise<JudgeProgress> {
        return judge.judge(cell!, robot, task)
      },
      /** Two joints on a grid: where the cell collides, coarse first. */
      slice(question: SliceQuestion, task: Task<SlicePicture>): Promise<SlicePicture> {
        return slices.slice(cell!, question, task)
      },
      endSlice(): void {
        slices.end()
      },
      proofPicture({ key }: { key: string }): CellsPicture | undefined {
        return judge.picture(cell!, key)
      },
      /** The configuration that brings the point that was taken as near to the pointer as it gets. */
      drag(request: CellDrag): number[] {
        return cell!.short(draggedTo(cell!, request))
      },
    }
  },
} satisfies EngineSide<Methods>

export type CellMethods = ReturnType<typeof engine.create>

/** The first question takes longer than all others: what it prepares should not be in the time that is shown. */
function warm(cell: Workcell, view: CellView, edits: CellEdits): CellView {
  answerFor(cell, { edits, q: view.start })
  return view
}
