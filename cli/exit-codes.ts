// What the exit code of every `limber` command means.

export const ExitCode = {
  Good: 0,
  /** The command worked and found a violation: a collision, a joint outside its limits, a certificate that does not hold. */
  Violation: 1,
  /** The command could not do its work: bad options, unreadable input, a bug. */
  Error: 2,
  /** The command worked and cannot say: undecided, nothing to check, or free with links that were not seen. */
  Undecided: 3,
  /** Ctrl-C: 128 + SIGINT, as shells have it. */
  Interrupted: 130,
} as const

export const EXIT_CODE_HELP = `
Exit codes:
  0  good: free, valid, done
  1  a violation: a collision, a joint outside its limits, an invalid certificate
  2  error: bad options or input; one line on standard error says which
  3  unknown: undecided, nothing to check, or free with links not seen

Progress goes to standard error, and only to a terminal. With --json, only JSON goes
to standard output. LIMBER_DEBUG=1 shows where an error was thrown.`
