// `limber studio`: the web app, on this machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { InvalidInputError, LimberError } from '../src/index.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { LiveFeed } from './studio/live-feed.js'
import { StudioNotBuiltError } from './studio/studio-files.js'
import { type StudioServer, startStudioServer } from './studio/studio-server.js'
import { watchScene } from './studio/watch-scene.js'

/** LIMB, on a telephone. */
const USUAL_PORT = 5462

const HELP = `
Only this machine can reach it, and only the studio's own files are served. It works
offline. Ctrl-C ends it.

With --watch, the page follows a scene file, all that it names, and with --path a path
of it: what you save in your editor is shown at once, and the view stays. Where a file
cannot be read, the page says why, and shows the last one that could.

The files are those of dist/studio, which can also be put on any web host; in a
checkout they are built first where something has changed.`

interface StudioOptions {
  readonly port?: string
  readonly open?: true
  readonly watch?: string
  readonly path?: string
}

export function addStudioCommand(program: Command): void {
  program
    .command('studio')
    .description('serve the web app on localhost')
    .option('--port <number>', `to listen on; default ${USUAL_PORT}, or any that is free; 0: any`)
    .option('--open', 'open it in the browser')
    .option('--watch <scene>', 'follow a scene or robot file: show it, and again whenever it changes')
    .option('--path <file>', 'with --watch: a path of the scene, shown as a motion')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (options: StudioOptions) => {
      const port = readPort(options.port)
      const { watch, path } = options
      if (path !== undefined && watch === undefined) throw new LimberError('--path must be given with --watch')
      const live = watch === undefined ? undefined : new LiveFeed()
      const watching = watch === undefined ? undefined : watchScene(watch, path, live!)
      try {
        // Said at once, and the page says it too: the file may be repaired while it is open.
        await watching?.first.catch((error: Error) => process.stderr.write(`limber: ${error.message}\n`))
        const server = await startStudio(port, live)
        process.stdout.write(`Limber studio: ${server.address} (Ctrl-C ends it)\n`)
        if (options.open === true) openBrowser(server.address)
        await stopSignal()
        await server.close()
        process.exitCode = ExitCode.Good
      } finally {
        // Also where it cannot listen: a process that watches does not end.
        watching?.stop()
      }
    })
}

/** Undefined: none was asked for. */
export function readPort(text: string | undefined, flag = '--port'): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new InvalidInputError(flag, text, 'a whole number from 0 to 65535')
}

/** The studio, built where it is old. With something to follow, its address says so to the page. */
export async function startStudio(
  port: number | undefined,
  live: LiveFeed | undefined,
  flag = '--port',
): Promise<StudioServer> {
  await buildIfCheckout()
  const server = await listen(port, live, flag)
  return live === undefined ? server : { ...server, address: `${server.address}?live` }
}

/** The usual port is taken where it is free; one that was asked for, or none. */
async function listen(port: number | undefined, live: LiveFeed | undefined, flag: string): Promise<StudioServer> {
  // Beside the compiled command: dist/cli and dist/studio.
  const folder = fileURLToPath(new URL('../studio', import.meta.url))
  try {
    return await startStudioServer({ folder, port: port ?? USUAL_PORT, live })
  } catch (error) {
    if (error instanceof StudioNotBuiltError) throw new LimberError(error.message)
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    if (port === undefined) return startStudioServer({ folder, port: 0, live })
    const why = code === 'EACCES' ? 'a port that you may listen on' : 'a free port'
    throw new InvalidInputError(flag, port, why)
  }
}

/** A package holds the studio as it was built; a checkout may have newer sources, and the script that builds them. */
async function buildIfCheckout(): Promise<void> {
  const script = fileURLToPath(new URL('../../scripts/build-studio.mjs', import.meta.url))
  if (!existsSync(script)) return
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new LimberError('the studio could not be built: see above')
}

function openBrowser(address: string): void {
  const [program, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
  const child = spawn(program!, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => process.stderr.write('limber: no browser could be opened: go to the address yourself\n'))
  child.unref()
}

/** Ctrl-C, or a service manager. That is how a server ends, so it is not a failure. A second one ends it at once. */
export function stopSignal(): Promise<void> {
  return new Promise((done) => {
    const stop = (): void => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      done()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}
