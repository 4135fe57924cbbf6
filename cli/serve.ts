// `limber serve`: questions from any language, answered by one process that keeps worlds open.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { serveHttp } from '../node/serve/http.js'
import { Session } from '../node/serve/session.js'
import { serveLines } from '../node/serve/stdio.js'
import { version } from '../node/version.js'
import { CALLS, JOB_KINDS } from '../src/entries/batch.js'
import { LimberError } from '../src/index.js'
import { EXIT_CODE_HELP } from './exit-codes.js'
import { ServeFollower } from './studio/follow-serve.js'
import { LiveFeed } from './studio/live-feed.js'
import { readPort, startStudio, stopSignal } from './studio.js'

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

With --port, messages are the bodies of POST requests to http://127.0.0.1:port/, or
come over a WebSocket at the same address. Only this machine can reach it. For other
machines give --host, and a token of 16 letters or more: --token, or better the
environment variable LIMBER_TOKEN, which other users of the machine cannot see.
Requests then need the header "Authorization: Bearer TOKEN". Connections are not
encrypted.

With --studio, a studio on this machine shows what is asked: each world as it is opened
or changed, the configurations and motions that are asked about, and the
verdicts. Its address goes to standard error.

The package in python/ uses this command.`

interface ServeOptions {
  readonly root?: string
  readonly port?: string
  readonly host?: string
  readonly token?: string
  readonly studio?: string | true
}

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('answer questions from other programs, with worlds that stay open')
    .option('--root <folder>', 'read files only from this folder and below; default: the working folder')
    .option('--port <number>', 'serve HTTP and WebSocket instead of standard input; 0: any port that is free')
    .option('--host <address>', 'with --port: the address to listen on; default 127.0.0.1')
    .option('--token <text>', 'with --port: what requests must bring; needed for other hosts')
    .option('--studio [port]', 'show worlds, configurations and verdicts in a studio; default: any port that is free')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (options: ServeOptions) => {
      const folder = resolve('.')
      const place = { folder, root: resolve(options.root ?? folder) }
      const port = readPort(options.port)
      const { observe, close } = await follow(options.studio, place)
      const settings = { ...place, version: version(), observe }
      try {
        if (port === undefined) {
          const alone = (['host', 'token'] as const).find((name) => options[name] !== undefined)
          if (alone !== undefined) throw new LimberError(`--${alone} must be given with --port`)
          endWithParent()
          await serveLines(process.stdin, process.stdout, (notify) => new Session({ ...settings, notify }))
          return
        }
        const token = options.token ?? process.env.LIMBER_TOKEN
        const server = await serveHttp({ ...settings, port, host: options.host, token }).catch(explain)
        process.stdout.write(`limber serve: ${server.address} (Ctrl-C ends it)\n`)
        await stopSignal()
        await server.close()
      } finally {
        await close()
      }
    })
}

/** A studio that shows what is asked and answered, where one is wanted. Standard output is for answers. */
async function follow(studio: string | true | undefined, place: { readonly folder: string; readonly root: string }) {
  if (studio === undefined) return { observe: undefined, close: async () => {} }
  const live = new LiveFeed()
  const server = await startStudio(studio === true ? 0 : readPort(studio, '--studio'), live, '--studio')
  process.stderr.write(`limber serve: the studio is at ${server.address}\n`)
  return { observe: new ServeFollower(live, place).see, close: () => server.close() }
}

/** What the system says, in the words of the command's options. */
function explain(error: NodeJS.ErrnoException): never {
  if (error.syscall === undefined) throw error
  throw new LimberError(`cannot listen (--host, --port): ${error.message}`)
}

/** Where the program that asks is gone, nobody waits for what is under way. */
function endWithParent(): void {
  const parent = process.ppid
  const watch = (): void => void setInterval(() => process.ppid === parent || process.exit(), 1000).unref()
  process.stdin.once('end', watch).once('close', watch)
}
