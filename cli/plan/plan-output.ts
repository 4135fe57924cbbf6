// What becomes of a path that was found or smoothed: a trajectory, and files.

import {
  type Certificate,
  InvalidInputError,
  LimberError,
  type TimePathOptions,
  type World,
} from '../../src/entries/robots.js'
import { limitWords } from '../print/blind-spots.js'
import { withFlags } from '../read/flags.js'
import { quoteWord, type SceneOptions, sceneWords } from '../read/scene-options.js'
import type { PlanEngine } from './plan-engine.js'
import { checkLayout, notWritten, type Places, pathText, writeFiles } from './plan-files.js'
import { variablesNamed } from './plan-names.js'
import type { OutputQuestion, RateLimits } from './plan-options.js'
import type { PathOutput } from './plan-report.js'
import { type PlayedTrajectory, playTrajectory, trajectoryText } from './plan-trajectory.js'

export interface FoundPath {
  readonly path: readonly Float64Array[]
  readonly length: number
  readonly certificate: () => Certificate
}

/** Everything is made before anything is written. */
export async function outputPath(
  { file: scene, world, options }: { file: string; world: World; options: SceneOptions },
  found: FoundPath,
  question: OutputQuestion,
  places: Places,
  engine: PlanEngine,
): Promise<{ output: PathOutput; said: string[] }> {
  const said: string[] = []
  const trajectory = found.path.length > 1 ? timed(world, found, question, engine) : undefined
  if (trajectory === undefined) said.push(...notWritten(places, 'nothing moves', ['trajectory']))
  const played = trajectory?.verdict.outcome === 'free'
  if (trajectory !== undefined && !played) {
    said.push(...notWritten(places, 'the trajectory is not proved free', ['trajectory']))
  }
  const written = await writeFiles(places, {
    out: pathText(world, found.path, question.layout),
    ...(places.certificate === undefined ? {} : { certificate: `${JSON.stringify(found.certificate())}\n` }),
    ...(played ? { trajectory: trajectoryText(world, trajectory.points, question.layout) } : {}),
  })
  const { variables } = world
  const { path, length } = found
  const next = nextSteps(sceneWords(scene, options), written, found, question)
  return { output: { variables, path, length, trajectory, written, next }, said }
}

function timed(
  world: World,
  { path }: FoundPath,
  question: OutputQuestion,
  engine: PlanEngine,
): PlayedTrajectory | undefined {
  const { trajectory: asked, delta, clearance, ignoreLimits, limitTolerance } = question
  if (asked === undefined) return undefined
  const timing = withFlags(() => engine.timePath(world, path, timeOptions(world, question)))
  if (timing.outcome === 'not-proved') return { points: [], duration: 0, stops: 0, verdict: timing.verdict }
  const terms = { delta, clearance, ignoreLimits, limitTolerance }
  return { ...playTrajectory(world, timing.trajectory, asked.rate, terms, question.layout), stops: timing.stops }
}

/**
 * Refuses limits that are not there, before long work is done for them: a path that hardly moves, but all that may move, is put on a
 * clock.
 */
export function checkRates(
  world: World,
  start: Float64Array,
  moving: readonly string[] | undefined,
  question: OutputQuestion,
  engine: PlanEngine,
): void {
  checkLayout(world, question.layout)
  if (question.trajectory === undefined) return
  const next = start.slice()
  world.variables.forEach((name, i) => {
    if (moving?.includes(name) === false) return
    if (isQuaternion(name)) throw new TurningError(name)
    const [value, lower, upper] = [start[i]!, world.lower[i]!, world.upper[i]!]
    const there = value + HARDLY <= upper ? value + HARDLY : value - HARDLY
    next[i] = there >= lower ? there : value
  })
  withFlags(() => engine.timePath(world, [start, next], timeOptions(world, question)))
}

/** Radians or metres: nothing to a robot. */
const HARDLY = 1e-6

/** A trajectory was asked for, and a floating joint may turn. */
class TurningError extends LimberError {
  constructor(variable: string) {
    super(
      `--trajectory must be left out: ${variable} may turn, and rotations of floating joints cannot be timed (--moving can exclude it)`,
    )
  }
}

function isQuaternion(variable: string): boolean {
  return /\/rot_[xyzw]$/.test(variable)
}

function timeOptions(world: World, question: OutputQuestion): TimePathOptions {
  const { trajectory, delta, clearance, ignoreLimits, limitTolerance } = question
  const { velocity, acceleration, blend } = trajectory!
  return {
    velocity: ratesOf(world, '--max-velocity', velocity),
    acceleration: ratesOf(world, '--max-acceleration', acceleration),
    ...{ blend, delta, clearance, ignoreLimits, limitTolerance },
  }
}

/** One number holds beside the joints' own limits; one by name stands in for the joint's own. */
export function ratesOf(
  world: World,
  flag: string,
  { all, byJoint }: RateLimits,
): number | Record<string, number> | undefined {
  if (byJoint.size === 0) return all
  const rates = new Map<string, number>()
  const said = new Map<string, string>()
  for (const [name, rate] of byJoint) {
    for (const variable of variablesNamed(world, flag, name)) {
      const other = said.get(variable)
      if (other !== undefined) throw new InvalidInputError(flag, name, `each joint once: ${other} is the same`)
      said.set(variable, name)
      rates.set(variable, rate)
    }
  }
  return Object.fromEntries(rates)
}

/** Commands as one types them. */
function nextSteps(
  scene: string,
  { out, certificate }: PathOutput['written'],
  { path }: FoundPath,
  question: OutputQuestion,
): string[] {
  if (certificate !== undefined) {
    const path = out === undefined ? '' : ` --path ${quoteWord(out.file)}`
    return [`To check it again: limber verify ${scene} ${quoteWord(certificate.file)}${path}`]
  }
  if (out === undefined) return []
  const { clearance } = question
  const apart = clearance === undefined || clearance === 0 ? '' : ` --clearance ${clearance}`
  return [
    `To check it again: limber check ${scene} ${path.length > 1 ? '--path' : '--at'} ${quoteWord(out.file)}${apart}${limitWords(question)}`,
  ]
}
