#!/usr/bin/env node
// The `limber` command.
import { ExitCode } from './exit-codes.js'
import { runCommand } from './run-command.js'

// A reader that has seen enough (`limber … | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? ExitCode.Good)
  process.stderr.write(`limber: standard output cannot be written: ${error.message}\n`)
  process.exit(ExitCode.Error)
})

await runCommand(process.argv.slice(2))
