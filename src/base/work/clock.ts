// The one place where the engine asks what time it is: for limits of time that a caller sets, and for when to report. No answer
// depends on it but `undecided`.
declare const performance: { now(): number }

/** Milliseconds from some moment in the past. */
export function now(): number {
  return performance.now()
}
