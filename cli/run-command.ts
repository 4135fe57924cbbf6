// One command line from its words to its exit code.
import { CommanderError } from 'commander'
import { LimberError } from '../src/index.js'
import { ExitCode } from './exit-codes.js'
import { hasColour, paint } from './print/colour.js'
import { createProgram } from './program.js'

/** Runs the command that these words are; an error becomes a message on standard error and an exit code. */
export async function runCommand(words: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(words[0])
    await program.parseAsync(words.flatMap(withFlag), { from: 'user' })
  } catch (error) {
    // Exit codes are set, not exited with: what was written to a pipe is still under way.
    process.exitCode = report(error)
  }
}

/** `ur_type:=ur5e`, as ROS has it, is an argument of a xacro file wherever it stands. */
function withFlag(word: string, at: number, words: readonly string[]): string[] {
  return /^[\w-]+:=/.test(word) && words[at - 1] !== '--argument' ? ['--argument', word] : [word]
}

function report(error: unknown): number {
  // commander has said what there is to say; help and version are its only good endings.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Good : ExitCode.Error
  const debug = process.env.LIMBER_DEBUG !== undefined
  const limber = hasColour(process.stderr) ? paint('limber:', 'red') : 'limber:'
  if (error instanceof LimberError) {
    process.stderr.write(`${limber} ${debug ? error.stack : error.message}\n`)
  } else {
    const what = error instanceof Error ? (debug ? error.stack : `${error.name}: ${error.message}`) : String(error)
    process.stderr.write(`${limber} this is a bug in Limber: ${what}\n`)
    if (!debug) process.stderr.write('limber: set LIMBER_DEBUG=1 to see where, and please report it\n')
  }
  return ExitCode.Error
}
