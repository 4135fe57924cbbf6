// What is said of the straight motion from where the robots stood, and the colour of it: green only where all links were seen.
import { pairNames } from './names.js'
import { type Banner, freeBanner } from './sight.js'
import type { StraightAnswer } from './tool.js'
import type { CellView } from './workcell.js'

export function straightBanner(answer: StraightAnswer, view?: CellView): Banner {
  const { outcome, at = 0, proved, reason, sight } = answer
  const where = at === 0 ? 'already where it stood' : `at ${Math.round(100 * at)} % of the way`
  switch (outcome) {
    case 'free':
      return freeBanner('The straight motion is proved free', sight)
    case 'undecided':
      return { mood: 'warn', words: `Undecided so far: ${Math.floor(100 * proved)} % of the way is proved` }
    case 'nothing-to-check':
      return { mood: 'warn', words: `Nothing to check: ${reason}` }
    case 'outside-limits':
      return { mood: 'hit', words: `Beyond a limit ${where}: ${reason}` }
    default:
      return { mood: 'hit', words: `Collision ${where}: ${pairNames(answer, view)}` }
  }
}
