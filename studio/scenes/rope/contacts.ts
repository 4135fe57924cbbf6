// Contacts of a rope in time: frames in which beads touch, and steps in which something meets. Beads that touch in frames that follow each
// other are one contact, which begins with the first of them, or with the step on which they came together. Strands that pass through each
// other are one by themselves.
import { MEETS, type RopePassage, type RopeSteps, UNKNOWN } from './steps.js'

/** Where a contact begins: in a frame, or in the step after it. */
export type Contact =
  | { readonly kind: 'frame'; readonly frame: number }
  | { readonly kind: 'step'; readonly passage: RopePassage }

/** Even places are frames, odd ones the steps between them. */
function codeAt({ touches, outcomes }: RopeSteps, place: number): number {
  return (place % 2 === 0 ? touches[place / 2] : outcomes[(place - 1) / 2]) ?? UNKNOWN
}

/** Does a contact begin here? */
function isStart(steps: RopeSteps, place: number): boolean {
  const meets = (at: number): boolean => codeAt(steps, at) === MEETS
  if (!meets(place)) return false
  if (place % 2 === 1) return steps.checked !== 'beads' || !meets(place - 1)
  return !meets(place - 1) && !meets(place - 2)
}

/**
 * The first contact that begins after a place in time (-1: the first of all). `isCertain` is false as long as something between is not
 * decided: there may be an earlier one.
 */
export function contactAfter(
  steps: RopeSteps,
  at: number,
): { readonly contact: Contact | undefined; readonly isCertain: boolean } {
  let isCertain = true
  for (let place = at < 0 ? 0 : Math.floor(2 * at) + 1; place < 2 * steps.touches.length - 1; place++) {
    if (codeAt(steps, place) === UNKNOWN) isCertain = false
    if (isStart(steps, place)) return { contact: contactAt(steps, place), isCertain }
  }
  return { contact: undefined, isCertain }
}

/** The last contact that began before a place in time. */
export function contactBefore(steps: RopeSteps, at: number): Contact | undefined {
  for (let place = Math.ceil(2 * at) - 1; place >= 0; place--) {
    if (isStart(steps, place)) return contactAt(steps, place)
  }
  return undefined
}

function contactAt({ passages }: RopeSteps, place: number): Contact {
  if (place % 2 === 0) return { kind: 'frame', frame: place / 2 }
  return { kind: 'step', passage: passages.find(({ step }) => step === (place - 1) / 2)! }
}

/** How many contacts are known so far. */
export function countContacts(steps: RopeSteps): number {
  let count = 0
  for (let place = 0; place < 2 * steps.touches.length - 1; place++) if (isStart(steps, place)) count++
  return count
}
