// What somebody can do about a plan that was not found.

import type { SceneDescription } from '../src/index.js'
import type { PlanProblem, PlanResult } from './plan-engine.js'
import type { NamedGoal } from './plan-goals.js'
import type { PlanQuestion } from './plan-options.js'
import { quoteWord, type SceneOptions, sceneWords } from './scene-options.js'

export interface AdviceAbout {
  readonly scene: string
  readonly options: SceneOptions & { readonly from?: string }
  readonly description: SceneDescription
  /** Is the scene a URDF file? */
  readonly alone: boolean
  readonly question: PlanQuestion
  readonly goals: readonly NamedGoal[]
}

export function adviceOn(answer: PlanResult, about: AdviceAbout): string[] {
  switch (answer.outcome) {
    case 'solved':
      return []
    case 'no-path-found':
      return onNoPath(answer, about)
    case 'invalid-start':
    case 'invalid-goal':
      return onProblems(answer.problems, about)
  }
}

function onProblems(problems: readonly PlanProblem[], about: AdviceAbout): string[] {
  const lines: string[] = []
  const touching = problems.find((problem) => problem.kind === 'collision')
  if (touching !== undefined) lines.push(...onTouching(touching.a, touching.b, about))
  if (problems.some(({ kind }) => kind === 'too-close')) lines.push('A smaller --clearance or --delta lets them pass.')
  if (problems.some(({ kind }) => kind === 'outside-limits')) {
    lines.push('A plan stays inside the limits of the joints, and so do its start and its goals.')
  }
  if (problems.some(({ kind }) => kind === 'unreachable')) {
    lines.push(
      'With fewer joints than six not every pose can be had: --to-free roll,pitch,yaw leaves the direction open,',
      'as does a --to-pose of three numbers.',
    )
  }
  return lines
}

/** How to say that two things may touch. */
function onTouching(a: string, b: string, { scene, description, alone }: AdviceAbout): string[] {
  const pair = `[${JSON.stringify(a)}, ${JSON.stringify(b)}]`
  if (alone) {
    const [one, other] = [a, b].map((name) => name.slice(name.indexOf('/') + 1))
    return [
      `If they may touch, an SRDF file (--srdf) says so: <disable_collisions link1="${one}" link2="${other}" reason="User"/>`,
    ]
  }
  const lines = [`If they may touch, ${scene} says so by "allowed": [${pair}]`]
  const held = description.attached.find(({ name }) => name === a || name === b)
  const obstacle = description.obstacles.find(({ name }) => name === a || name === b)
  if (held !== undefined) {
    const other = held.name === a ? b : a
    lines.push(`or, as long as ${held.name} is held, by ${JSON.stringify(other)} in its "touch".`)
  } else if (obstacle !== undefined) {
    lines.push(
      `If the robot holds ${obstacle.name}, it belongs under "attached" there, with what it touches in "touch".`,
    )
  }
  return lines
}

/** Trees of so few nodes have hardly left their roots. */
const STUCK = 20

function onNoPath(answer: PlanResult & { outcome: 'no-path-found' }, about: AdviceAbout): string[] {
  const { explored } = answer
  const { question, scene, options, goals } = about
  const lines = ['That does not prove that there is none. What may help:']
  const { fromStart, fromGoal } = explored
  const check = (file: string): string =>
    `limber check ${sceneWords(scene, options)} --at ${quoteWord(file)} --distances`
  if (fromStart < STUCK && fromGoal >= STUCK) {
    lines.push('  hardly anything is reached from the start: what is near it?')
    if (options.from !== undefined) lines.push(`    ${check(options.from)}`)
  }
  if (fromGoal < STUCK && fromStart >= STUCK) {
    lines.push('  hardly anything is reached from the goal: what is near it?')
    const [first] = goals
    if (goals.length === 1 && first!.file !== undefined) lines.push(`    ${check(first!.file)}`)
  }
  const seconds = (question.maxMillis ?? 10_000) / 1000
  lines.push(`  more time: --time ${6 * seconds}`)
  lines.push(`  other random numbers: --seed ${(question.seed ?? 1) + 1}`)
  lines.push(`  shorter steps, for narrow passages: --range ${(question.range ?? 0.5) / 2}`)
  if ((question.clearance ?? 0) > 0 || (question.delta ?? 0) > 0) lines.push('  a smaller --clearance or --delta')
  if (question.moving !== undefined) lines.push('  more joints in --moving')
  return lines
}
