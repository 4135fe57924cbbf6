// What becomes of a path that was found or smoothed: a trajectory, and files.
import { type Certificate, InvalidInputError, type World } from '../src/index.js'
import type { PlanEngine } from './plan-engine.js'
import { notWritten, type Places, pathText, writeFiles } from './plan-files.js'
import { variablesNamed } from './plan-names.js'
import type { OutputQuestion, RateLimits } from './plan-options.js'
import type { PathOutput } from './plan-report.js'
import { type PlayedTrajectory, playTrajectory, trajectoryText } from './plan-trajectory.js'
import { quoteWord, type SceneOptions, sceneWords } from './scene-options.js'

export interface FoundPath {
  readonly path: readonly Float64Array[]
  readonly length: number
  readonly proved: boolean
  readonly certificate: (() => Certificate) | undefined
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
  if (trajectory === undefined) said.push(...notWritten(places, 'nothing is to be moved', ['trajectory']))
  const played = trajectory?.verdict.outcome === 'free'
  if (trajectory !== undefined && !played) {
    said.push(...notWritten(places, 'the trajectory is not proved free', ['trajectory']))
  }
  const written = await writeFiles(places, {
    out: pathText(world, found.path),
    ...(found.certificate === undefined || places.certificate === undefined
      ? {}
      : { certificate: `${JSON.stringify(found.certificate())}\n` }),
    ...(played ? { trajectory: trajectoryText(world, trajectory.points) } : {}),
  })
  const { variables } = world
  const { path, length, proved } = found
  const next = nextSteps(sceneWords(scene, options), written, found, question)
  return { output: { variables, path, length, proved, trajectory, written, next }, said }
}

function timed(
  world: World,
  { path }: FoundPath,
  { trajectory, delta, clearance }: OutputQuestion,
  engine: PlanEngine,
): PlayedTrajectory | undefined {
  if (trajectory === undefined) return undefined
  const { motion } = engine.timePath(world, path, {
    velocity: ratesOf(world, '--max-velocity', trajectory.velocity),
    acceleration: ratesOf(world, '--max-acceleration', trajectory.acceleration),
  })
  return playTrajectory(world, motion, trajectory.rate, { delta, clearance })
}

/** By variable, where something is said of one. */
function ratesOf(
  world: World,
  flag: string,
  { all, byJoint }: RateLimits,
): number | Record<string, number> | undefined {
  if (byJoint.size === 0) return all
  const rates = new Map<string, number>(all === undefined ? [] : world.variables.map((name) => [name, all]))
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
  { proved, path }: FoundPath,
  { clearance }: OutputQuestion,
): string[] {
  if (certificate !== undefined) {
    const path = out === undefined ? '' : ` --path ${quoteWord(out.file)}`
    return [`To check it again: limber verify ${scene} ${quoteWord(certificate.file)}${path}`]
  }
  if (out === undefined) return []
  const apart = clearance === undefined || clearance === 0 ? '' : ` --clearance ${clearance}`
  const what = proved ? 'To check it again' : 'To prove it'
  return [`${what}: limber check ${scene} ${path.length > 1 ? '--path' : '--at'} ${quoteWord(out.file)}${apart}`]
}
