// What the user can do about a plan that was not found.

import type { PlanProblem, PlanResult, SceneDescription } from '../../src/entries/robots.js'
import { quoteWord, type SceneOptions, sceneWords } from '../read/scene-options.js'
import type { NamedGoal } from './plan-goals.js'
import type { PlanQuestion } from './plan-options.js'

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
    case 'nothing-to-check':
      return []
    case 'no-path-found':
      return onNoPath(answer, about)
    case 'invalid-start':
      return onProblems(answer.problems, about)
    case 'invalid-goal':
      return [...onProblems(answer.problems, about), ...onUnreachable(answer, about.goals[answer.goal]!)]
  }
}

function onProblems(problems: readonly PlanProblem[], about: AdviceAbout): string[] {
  const lines: string[] = []
  const touching = problems.find((problem) => problem.kind === 'collision')
  if (touching !== undefined) lines.push(...onTouching(touching.a, touching.b, about))
  if (problems.some(({ kind }) => kind === 'too-close')) lines.push('A smaller --clearance or --delta lets them pass.')
  if (problems.some(({ kind }) => kind === 'outside-limits')) {
    const and = about.question.bounds.size > 0 ? ' and --bounds' : ''
    lines.push(`A plan stays inside the limits of the joints${and}, and so do its start and its goals.`)
    lines.push('--ignore-limits lets the start and the goals be outside; --limit-tolerance by how much.')
  }
  return lines
}

/** Where a turn was asked for, it may be that which the joints cannot do. */
function onUnreachable({ problems }: PlanResult & { outcome: 'invalid-goal' }, { goal }: NamedGoal): string[] {
  const isOff = problems.some((problem) => problem.kind === 'unreachable')
  if (!isOff || !('link' in goal) || TURNS.every((axis) => goal.free?.includes(axis))) return []
  return [
    'Not every arm can reach every pose: --to-free roll,pitch,yaw leaves the rotation of the link free, as does a',
    '--to-pose of three numbers; --to-free yaw leaves only the rotation about the z axis of the pose free.',
  ]
}

const TURNS = ['roll', 'pitch', 'yaw'] as const

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
  const lines = ['This does not prove that no path exists. What may help:']
  const { fromStart, fromGoal } = explored
  const check = (file: string): string =>
    `limber check ${sceneWords(scene, options)} --at ${quoteWord(file)} --distances`
  if (fromStart < STUCK && fromGoal >= STUCK) {
    lines.push('  the search hardly leaves the start: what is near it?')
    if (options.from !== undefined) lines.push(`    ${check(options.from)}`)
  }
  if (fromGoal < STUCK && fromStart >= STUCK) {
    lines.push('  the search hardly leaves the goal: what is near it?')
    const [first] = goals
    if (goals.length === 1 && first!.file !== undefined) lines.push(`    ${check(first!.file)}`)
  }
  const seconds = (question.maxMillis ?? 10_000) / 1000
  if (question.maxIterations === undefined) lines.push(`  more time: --time ${6 * seconds}`)
  else lines.push('  more of --max-iterations and --time')
  lines.push(`  other random numbers: --seed ${(question.seed ?? 1) + 1}`)
  lines.push(`  shorter steps, for narrow passages: --range ${(question.range ?? 0.7) / 2}`)
  if ((question.clearance ?? 0) > 0 || (question.delta ?? 0) > 0) lines.push('  a smaller --clearance or --delta')
  if (question.moving !== undefined) lines.push('  more joints in --moving')
  return lines
}
