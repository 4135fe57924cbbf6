// What is said of a motion that was checked.
import { millimetres } from '../../workcell/names.js'
import { type Banner, freeBanner } from '../../workcell/sight.js'
import type { CheckAnswer } from './check.js'

export function bannerOf(verdict: CheckAnswer | undefined, isWorking: boolean, ignoreLimits: boolean): Banner {
  if (verdict === undefined) return { mood: '', words: isWorking ? 'Checking …' : 'Not checked' }
  switch (verdict.outcome) {
    case 'free':
      return freeBanner(`Free at every instant${ignoreLimits ? ', joint limits aside' : ''}: proved`, verdict)
    case 'collision':
      return { mood: 'hit', words: 'Collision' }
    case 'outside-limits':
      return { mood: 'hit', words: `Outside the joint limits: ${verdict.reason}` }
    case 'nothing-to-check':
      return { mood: 'warn', words: `Nothing to check: ${verdict.reason}` }
    case 'undecided':
      return { mood: 'warn', words: `Undecided: ${verdict.reason}` }
    default:
      return { mood: 'hit', words: `Closer than the clearance: ${millimetres(verdict.distance!)}` }
  }
}
