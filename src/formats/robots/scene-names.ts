// Names that are nearly right: for messages only, nothing is ever taken for something else.

/** More would be a list, not a hint. */
const MOST = 3
/** Longer names are compared by their first letters: a hint is not worth a second of work. */
const LONGEST = 100

/** A name as it should appear in a message: in quotes, and shortened if it is long. */
export function quoteName(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name)
}

/** `; did you mean "a" or "b"?` where there are such; empty otherwise. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearNames(name, known)
  if (near.length === 0) return ''
  return `; did you mean ${near.map(quoteName).join(' or ')}?`
}

/** Known names that differ from this one by case, a part left out before a slash, or a third of its letters at most. */
export function nearNames(name: string, known: readonly string[]): string[] {
  const short = name.slice(0, LONGEST).toLowerCase()
  const scored: { other: string; edits: number }[] = []
  for (const other of known) {
    const whole = other.slice(0, LONGEST).toLowerCase()
    const last = whole.slice(whole.lastIndexOf('/') + 1)
    const edits = Math.min(editDistance(short, whole), editDistance(short.slice(short.lastIndexOf('/') + 1), last))
    if (edits <= Math.max(1, short.length / 3)) scored.push({ other, edits })
  }
  // Equal ones stay in the order in which they are known.
  scored.sort((a, b) => a.edits - b.edits)
  return scored.slice(0, MOST).map(({ other }) => other)
}

/** Letters put in, taken out, changed, or swapped with the next one. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1, swapped ? before[j - 2]! + 1 : Infinity))
    }
    before = row
    row = next
  }
  return row[b.length]!
}
