// What a link of the scene Cell restores: the cell, and what is shown of its robots.
import { areNumbers, type CellState, FIRST as FIRST_CELL, readCellState } from '../../workcell/state.js'

/** Which geometry of robots is drawn; what is checked does not depend on it. */
export type Shown = 'collision' | 'visual' | 'both'

export interface RobotCellState extends CellState {
  readonly shown: Shown
  /** Links whose frames are drawn, as worlds call them; `*` for all. */
  readonly frames: readonly string[]
  /** The link whose frame has handles; empty for none. */
  readonly tool: string
  /** The link that is held still, with all before it, while that frame is dragged; empty for none. */
  readonly still: string
  /** Whether the handles are along the axes of the world. */
  readonly upright: boolean
  /** Where the robots stood before the frame was dragged; empty where it was not. */
  readonly from: readonly number[]
}

export const FIRST: RobotCellState = {
  ...FIRST_CELL,
  shown: 'collision',
  frames: [],
  tool: '',
  still: '',
  upright: false,
  from: [],
}
export const ALL_FRAMES = '*'

export function readRobotCellState(
  fields: Readonly<Record<string, unknown>>,
  cells: readonly string[],
): Partial<RobotCellState> {
  const { shown, frames, tool, still, upright, from } = fields
  const found: { -readonly [K in keyof RobotCellState]?: RobotCellState[K] } = readCellState(fields, cells)
  if (shown !== undefined) {
    if (shown !== 'collision' && shown !== 'visual' && shown !== 'both') {
      throw new Error(`shown must be collision, visual or both, not ${JSON.stringify(shown)}.`)
    }
    found.shown = shown
  }
  if (frames !== undefined) {
    if (!Array.isArray(frames) || !frames.every((name) => typeof name === 'string')) {
      throw new Error(`frames must be a list of names of links, not ${JSON.stringify(frames)}.`)
    }
    found.frames = frames
  }
  if (tool !== undefined) {
    if (typeof tool !== 'string') throw new Error(`tool must be the name of a link, not ${JSON.stringify(tool)}.`)
    found.tool = tool
  }
  if (still !== undefined) {
    if (typeof still !== 'string') throw new Error(`still must be the name of a link, not ${JSON.stringify(still)}.`)
    found.still = still
  }
  if (upright !== undefined) {
    if (typeof upright !== 'boolean') throw new Error(`upright must be true or false, not ${JSON.stringify(upright)}.`)
    found.upright = upright
  }
  if (from !== undefined) {
    if (!areNumbers(from)) throw new Error(`from must be a list of numbers, not ${JSON.stringify(from)}.`)
    found.from = from as number[]
  }
  return found
}
