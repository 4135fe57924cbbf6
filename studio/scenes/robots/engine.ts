// Several robots in their worker: their paths, diagrams and signals, executions with delays, and what touches at any places.
import {
  type CoordinateResult,
  checkMotion,
  configurationsOf,
  coordinate,
  jointsLeftOut,
  parsePath,
  type Shape,
  type World,
} from '../../../src/entries/robots.js'
import { posesOf } from '../../../view/poses.js'
import type { Measured } from '../../app/scene.js'
import { type EngineSide, type Methods, Moved, StoppedError, type Task } from '../../engine/protocol.js'
import {
  answerFor,
  type CellAnswer,
  type CellDrag,
  type CellNearest,
  draggedTo,
  nearestOf,
} from '../../workcell/answers.js'
import type { CellEdits } from '../../workcell/edits.js'
import { type MeasureQuestion, measured } from '../../workcell/measured.js'
import { type FilesRequest, type OpenedFiles, openFiles } from '../../workcell/opened.js'
import { type CellView, Workcell } from '../../workcell/workcell.js'
import { type CoordinateAnswer, coordinateAnswer, progressWords } from './answer.js'
import { ROBOT_CELLS } from './cells.js'
import { type Execution, executionOf } from './execution.js'
import { cellAt, type DiagramPicture, FREE } from './picture.js'
import type { RobotPaths } from './state.js'
import { speedsOf, type TimedPath, timedPaths } from './timed-path.js'
import { writeCell } from './write-cell.js'

export interface LayQuestion {
  readonly edits: CellEdits
  /** Empty for the cell's own. */
  readonly paths: RobotPaths
  readonly speed: number
}

export interface LaidRobot {
  readonly name: string
  readonly duration: number
  /** Of the cell's things, those that move with it. */
  readonly things: readonly number[]
  /** Twelve numbers a thing, at places equally far apart in time from its start to its end. */
  readonly poses: Float32Array
  readonly frames: number
  /** By variable: how fast it moves, at most. */
  readonly rates: Readonly<Record<string, number>>
}

export interface CoordinateQuestion extends LayQuestion {
  readonly atom: number
  readonly clearance: number
  readonly replan: boolean
}

export interface WorkStep {
  readonly words: string
  /** 0 to 1; undefined where it is not known. */
  readonly share: number | undefined
}

export interface BlockedPair {
  readonly key: string
  /** Objects that were not proved apart. */
  readonly a: string
  readonly b: string
  readonly state: number
}

/** Of all robots at these places. */
export interface HereAnswer {
  readonly answer: CellAnswer
  /** Of two robots, the two things that are nearest to each other; undefined where no pair of them is checked. */
  readonly nearest: CellNearest | undefined
  /** Pairs of robots that are not proved free here. */
  readonly blocked: readonly BlockedPair[]
}

/** Frames a second of the poses along a path, and the most that are made. */
const RATE = 60
const MOST_FRAMES = 900

export const engine = {
  create() {
    let cell: Workcell | undefined
    /** The cell's own paths. */
    let own: RobotPaths = {}
    let paths: readonly TimedPath[] = []
    let rates: Readonly<Record<string, number>> = {}
    let result: CoordinateResult | undefined
    let pictures: readonly DiagramPicture[] = []
    const meshes = new Map<string, Shape>()
    let between: { readonly key: string; readonly world: World } | undefined
    const forget = (): void => {
      result = undefined
      pictures = []
    }
    const lay = (edits: CellEdits, given: RobotPaths, speed: number): void => {
      const all = Object.keys(given).length === 0 ? own : given
      const names = cell!.parts.robots.map(({ robot, name = robot.name }) => name)
      const odd = Object.keys(all).find((name) => !names.includes(name))
      if (odd !== undefined) throw new Error(`There is a path for ${odd}, and the robots are ${names.join(', ')}.`)
      const start = cell!.parts.start ?? cell!.world(edits).neutral()
      rates = speedsOf(cell!.parts, speed)
      paths = timedPaths(cell!.world(edits), cell!.parts, start, all, rates)
    }
    const placed = (world: World, at: readonly number[]): Float64Array => {
      const q = world.neutral()
      paths.forEach((path, r) => {
        path.placeIn(q, at[r] ?? 0)
      })
      return q
    }
    const laid = (edits: CellEdits): LaidRobot[] => {
      const { parts } = cell!
      const things = cell!.things(edits)
      const world = cell!.world(edits)
      return paths.map((path, r) => {
        const mine = things.flatMap(({ robot }, i) => (robot === r ? [i] : []))
        const frames = Math.min(MOST_FRAMES, Math.max(1, Math.ceil(RATE * path.duration))) + 1
        const poses = new Float32Array(12 * mine.length * frames)
        const q = placed(world, [])
        for (let f = 0; f < frames; f++) {
          path.placeIn(q, (path.duration * f) / (frames - 1))
          poses.set(posesOf(cell!.poses(edits, q), mine), 12 * mine.length * f)
        }
        const { robot, name = robot.name } = parts.robots[r]!
        const mineOnly = Object.entries(rates).filter(([variable]) => variable.startsWith(`${name}/`))
        const { duration } = path
        return { name, duration, things: mine, poses, frames, rates: Object.fromEntries(mineOnly) }
      })
    }
    return {
      open({ cell: name, edits }: { cell: string; edits: CellEdits }): CellView {
        const made = ROBOT_CELLS[name]!()
        cell = new Workcell(made, meshes)
        own = made.paths
        between = undefined
        forget()
        return cell.view(edits)
      },
      async openFiles(request: FilesRequest): Promise<OpenedFiles> {
        const { cell: found, answer, paths: files } = await openFiles(request, cell, meshes)
        if (found !== cell) {
          own = {}
          between = undefined
          forget()
        }
        cell = found
        if (cell === undefined || files.length === 0) return answer
        const world = cell.world(answer.view === undefined ? request.edits : (request.fresh ?? request.edits))
        return { ...answer, paths: pathsIn(cell, world, files) }
      },
      things({ edits }: { edits: CellEdits }) {
        return cell!.things(edits)
      },
      /** Where robots are along their paths: they are moved on the page without asking again. */
      lay({ edits, paths: given, speed }: LayQuestion): Moved<LaidRobot[]> {
        forget()
        lay(edits, given, speed)
        return movedAll(laid(edits))
      },
      async coordinate(
        { edits, paths: given, speed, atom, clearance, replan }: CoordinateQuestion,
        task: Task<WorkStep>,
      ): Promise<CoordinateAnswer> {
        forget()
        lay(edits, given, speed)
        const world = cell!.world(edits)
        const input = Object.fromEntries(paths.map(({ name, waypoints }) => [name, waypoints]))
        const running = coordinate(world, input, { atom, clearance, rates, replan, signal: task.signal })
        for await (const progress of running) {
          task.progress(progressWords(progress))
          if (task.signal.aborted) running.cancel()
        }
        const found = await running
        if (task.signal.aborted) throw new StoppedError()
        const others = found.outcome === 'scheduled' ? found.replanned : {}
        if (Object.keys(others).length > 0) {
          const all = Object.fromEntries(paths.map(({ name, waypoints }) => [name, waypoints]))
          for (const [name, waypoints] of Object.entries(others)) all[name] = waypoints.map((q) => Array.from(q))
          lay(edits, all, speed)
        }
        result = found
        const answer = coordinateAnswer(found, paths, (q) => cell!.poses(edits, q), world)
        pictures = answer.diagrams
        return Object.keys(others).length > 0 ? { ...answer, laid: laid(edits) } : answer
      },
      /** Undefined where there is no schedule. */
      execution({ delays }: { delays: Readonly<Record<string, number>> }): Execution | undefined {
        return result?.outcome === 'scheduled' ? executionOf(result.schedule, knownOf(delays, paths)) : undefined
      },
      /** The execution as one motion, by the prover of motions, which knows nothing of diagrams. */
      async check({ edits, delays }: { edits: CellEdits; delays: Readonly<Record<string, number>> }): Promise<string> {
        if (result?.outcome !== 'scheduled') return ''
        const world = cell!.world(edits)
        return checkMotion(world, result.schedule.motion(world, knownOf(delays, paths))).outcome
      },
      measure({ at, ...question }: Omit<MeasureQuestion, 'q'> & { at: readonly number[] }): Measured | undefined {
        return measured(cell!, { ...question, q: Array.from(placed(cell!.world(question.edits), at)) })
      },
      ask({ edits, at }: { edits: CellEdits; at: readonly number[] }): Moved<HereAnswer> {
        const q = Array.from(placed(cell!.world(edits), at))
        const answer = answerFor(cell!, { edits, q })
        const key = JSON.stringify(edits)
        if (between?.key !== key) between = { key, world: robotsApart(new Workcell(cell!.parts, meshes), edits) }
        const nearest = nearestOf(between.world.distance(q))
        const blocked = pictures.flatMap((picture): BlockedPair[] => {
          const { state, atomA, atomB } = cellAt(picture, at[picture.a] ?? 0, at[picture.b] ?? 0)
          if (state === FREE) return []
          const view = result!.diagrams.find(({ a, b }) => a === nameOf(picture.a) && b === nameOf(picture.b))!
          const [a, b] = view.pairAt(atomA, atomB)!
          return [{ key: picture.key, a, b, state }]
        })
        return new Moved({ answer, nearest, blocked }, [answer.poses.buffer as ArrayBuffer])
      },
      /** The scene with its files, and each robot's path. */
      files({ edits }: { edits: CellEdits }): { readonly zip: Uint8Array; readonly notes: readonly string[] } {
        return writeCell(cell!, edits, paths)
      },
      drag(request: CellDrag): number[] {
        return cell!.short(draggedTo(cell!, request))
      },
    }

    function nameOf(robot: number): string {
      return paths[robot]!.name
    }
  },
} satisfies EngineSide<Methods>

export type RobotsMethods = ReturnType<typeof engine.create>

function movedAll(robots: LaidRobot[]): Moved<LaidRobot[]> {
  return new Moved(
    robots,
    robots.map(({ poses }) => poses.buffer as ArrayBuffer),
  )
}

/** A world in which nothing is checked but the links of one robot with those of another, and what they carry. */
function robotsApart(cell: Workcell, edits: CellEdits): World {
  const world = cell.world(edits)
  const robotOf = new Map(cell.things(edits).map(({ name, robot }) => [name, robot]))
  for (const { a, b, status } of world.pairs()) {
    const [one, other] = [robotOf.get(a)!, robotOf.get(b)!]
    if (status !== 'rigid' && (one === other || one === -1 || other === -1)) world.allow(a, b)
  }
  return world
}

/** Delays of robots that are here: a link may name others. */
function knownOf(
  delays: Readonly<Record<string, number>>,
  paths: readonly TimedPath[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    paths.flatMap(({ name }) => (delays[name] === undefined || delays[name] === 0 ? [] : [[name, delays[name]!]])),
  )
}

/** Path files, by the robots whose joints they name; each of a file for several robots takes its own numbers. */
function pathsIn(
  cell: Workcell,
  world: World,
  files: readonly { readonly file: string; readonly text: string }[],
): RobotPaths {
  const out: Record<string, number[][]> = {}
  const from = new Map<string, string>()
  for (const { file, text } of files) {
    const path = parsePath(text, file)
    const waypoints = configurationsOf(world, path, file)
    const left = new Set(jointsLeftOut(world, path, file))
    let first = 0
    for (const { robot, name = robot.name } of cell.parts.robots) {
      const at = first
      first += robot.dof
      if (world.variables.slice(at, first).every((variable) => left.has(variable))) continue
      const other = from.get(name)
      if (other !== undefined) throw new Error(`${file} and ${other} both have a path for ${name}: drop one of them.`)
      from.set(name, file)
      out[name] = waypoints.map((q) => Array.from(q.subarray(at, at + robot.dof)))
    }
  }
  return out
}
