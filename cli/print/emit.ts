// What a command has to say, written: notes to standard error, the answer to standard output, and its exit code set.
import type { Printed } from '../check/check-path.js'
import { colourOutcome, hasColour } from './colour.js'

export function emit({ code, stdout, stderr }: Printed): void {
  process.stderr.write(stderr)
  process.stdout.write(hasColour(process.stdout) ? colourOutcome(stdout, code) : stdout)
  process.exitCode = code
}
