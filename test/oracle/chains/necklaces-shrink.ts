// Makes a failing case of a necklace small: actions, beads and digits are taken away for as long as it still fails. What remains is
// printed so that it can be pasted into a test.
import type { CaseAction, NecklaceCase } from './necklaces-cases.js'

/** Runs `check` on a case; a failure is thrown again with the smallest case found that still fails, as text. */
export function demandCase(c: NecklaceCase, check: (c: NecklaceCase) => void, label = ''): void {
  const complaint = (one: NecklaceCase): string | undefined => {
    try {
      check(one)
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  if (complaint(c) === undefined) return
  const small = shrinkCase(c, (one) => complaint(one) !== undefined)
  throw new Error(`${label}: ${complaint(small)}\nconst c: NecklaceCase = ${caseText(small)}`)
}

/** A case as it would be written in a test. */
export function caseText(c: NecklaceCase): string {
  return JSON.stringify(c)
}

/** The smallest case that fails, as far as `tries` runs find it. */
export function shrinkCase(c: NecklaceCase, fails: (c: NecklaceCase) => boolean, tries = 2000): NecklaceCase {
  let best = c
  let left = tries
  const better = (one: NecklaceCase): boolean => {
    if (left-- <= 0 || !fails(one)) return false
    best = one
    return true
  }
  for (let again = true; again && left > 0; ) {
    again = false
    const before = best
    for (let size = Math.max(1, best.actions.length >> 1); size >= 1; size >>= 1) {
      for (let k = 0; k + size <= best.actions.length; ) {
        if (!better({ ...best, actions: [...best.actions.slice(0, k), ...best.actions.slice(k + size)] })) k += size
      }
    }
    for (let size = Math.max(1, best.radii.length >> 1); size >= 1; size >>= 1) {
      for (let i = 0; i + size <= best.radii.length && best.radii.length > size; ) {
        if (!better(withoutBeads(best, i, size))) i += size
      }
    }
    if (best.exclude !== 0) better({ ...best, exclude: 0 })
    if (best.closed) better({ ...best, closed: false })
    if (best.neighbours !== 1) better({ ...best, neighbours: 1 })
    again = best !== before
  }
  for (const digits of [1, 2, 4, 8]) better(mapNumbers(best, (x) => Number(x.toPrecision(digits))))
  return best
}

function withoutBeads(c: NecklaceCase, from: number, count: number): NecklaceCase {
  const cut = (list: readonly number[], each: number): number[] => [
    ...list.slice(0, each * from),
    ...list.slice(each * (from + count)),
  ]
  return {
    ...c,
    centres: cut(c.centres, c.dimension),
    radii: cut(c.radii, 1),
    actions: c.actions.map(
      (a): CaseAction =>
        a.do !== 'step'
          ? a
          : {
              ...a,
              centres: cut(a.centres, c.dimension),
              ...(a.radii === undefined ? {} : { radii: cut(a.radii, 1) }),
            },
    ),
  }
}

function mapNumbers(c: NecklaceCase, f: (x: number) => number): NecklaceCase {
  return {
    ...c,
    centres: c.centres.map(f),
    radii: c.radii.map(f),
    actions: c.actions.map(
      (a): CaseAction =>
        a.do !== 'step'
          ? a
          : { ...a, centres: a.centres.map(f), ...(a.radii === undefined ? {} : { radii: a.radii.map(f) }) },
    ),
  }
}
