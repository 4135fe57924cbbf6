// What is said of the straight motion from where the robots stood.
import { pairNames } from './names.js'
import type { Mood } from './sight.js'
import type { StraightAnswer } from './tool.js'
import type { CellView } from './workcell.js'

export function moodOf({ outcome }: Pick<StraightAnswer, 'outcome'>): Mood {
  return outcome === 'free' ? 'free' : outcome === 'undecided' || outcome === 'nothing-to-check' ? 'warn' : 'hit'
}

export function straightWords(answer: StraightAnswer, view: CellView | undefined): string {
  const { outcome, at = 0, proved, reason } = answer
  const where = `at ${Math.round(100 * at)} % of the way`
  switch (outcome) {
    case 'free':
      return 'The straight motion is free: proved'
    case 'undecided':
      return `Undecided so far: ${Math.floor(100 * proved)} % of the way is proved`
    case 'nothing-to-check':
      return `Nothing to check: ${reason}`
    case 'outside-limits':
      return `Beyond a limit ${where}: ${reason}`
    default:
      return `Collision ${where}: ${pairNames(answer, view)}`
  }
}
