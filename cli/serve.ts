// `limber serve`: questions from any language, answered by one process that keeps worlds open.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { Session } from '../node/serve/session.js'
import { serveLines } from '../node/serve/stdio.js'
import { CALLS, JOB_KINDS } from '../src/entries/batch.js'
import { EXIT_CODE_HELP } from './exit-codes.js'
import { version } from './version.js'

const METHODS = Object.entries({ ...JOB_KINDS, ...CALLS })
  .map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)
  .join('\n')

const HELP = `
JSON-RPC 2.0. Requests come in on standard input, one JSON object per line, and
answers go to standard output:
  {"jsonrpc":"2.0","id":1,"method":"check","params":{"scene":"cell.json","path":"round-post.json"}}
  {"jsonrpc":"2.0","id":1,"result":{"id":"1","outcome":"free",…}}

Methods:
${METHODS}

The package in python/ uses this command.`

interface ServeOptions {
  readonly root?: string
}

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('answer questions from other programs, with worlds that stay open')
    .option('--root <folder>', 'read files only from this folder and below; default: the working folder')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (options: ServeOptions) => {
      const folder = resolve('.')
      const settings = { folder, root: resolve(options.root ?? folder), version: version() }
      await serveLines(process.stdin, process.stdout, (notify) => new Session({ ...settings, notify }))
    })
}
