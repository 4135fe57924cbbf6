// The command line as a whole: one file adds each command.
import { Command, Help } from 'commander'
import { version } from '../node/version.js'
import { CHECK_USAGE } from './check/usage.js'
import { EXIT_CODE_HELP } from './exit-codes.js'
import { paint } from './print/colour.js'

/** What adds each command. Only the one that is asked for is loaded: all of them take a quarter of a second. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => unknown>>> = {
  allow: async () => (await import('./allow.js')).addAllowCommand,
  batch: async () => (await import('./batch.js')).addBatchCommand,
  check: async () => (await import('./check.js')).addCheckCommand,
  clashes: async () => (await import('./clashes.js')).addClashesCommand,
  completion: async () => (await import('./completion.js')).addCompletionCommand,
  convert: async () => (await import('./convert.js')).addConvertCommand,
  coordinate: async () => (await import('./coordinate.js')).addCoordinateCommand,
  deform: async () => (await import('./deform.js')).addDeformCommand,
  demo: async () => (await import('./demo.js')).addDemoCommand,
  fold: async () => (await import('./fold.js')).addFoldCommand,
  info: async () => (await import('./info.js')).addInfoCommand,
  init: async () => (await import('./init.js')).addInitCommand,
  lab: async () => (await import('./lab.js')).addLabCommand,
  merge: async () => (await import('./merge.js')).addMergeCommand,
  necklace: async () => (await import('./necklace.js')).addNecklaceCommand,
  plan: async () => (await import('./plan.js')).addPlanCommand,
  query: async () => (await import('./query.js')).addQueryCommand,
  roadmap: async () => (await import('./roadmap.js')).addRoadmapCommand,
  serve: async () => (await import('./serve.js')).addServeCommand,
  smooth: async () => (await import('./smooth.js')).addSmoothCommand,
  studio: async () => (await import('./studio.js')).addStudioCommand,
  verify: async () => (await import('./verify.js')).addVerifyCommand,
  worker: async () => (await import('./worker-command.js')).addWorkerCommand,
  world: async () => (await import('./world.js')).addWorldCommand,
}

/** All commands, or those that are needed where `name` is the first word of the command line. */
export async function createProgram(name = ''): Promise<Command> {
  const program = new Command('limber')
    .description('Collision, distance and proved motion for things that bend.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showSuggestionAfterError()
    // Options belong to the command that they follow: `lab` and its experiments both have --json.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'limber: ')),
    })
    // A command that words its own usage is listed in those words.
    // Of colour, commander leaves only what the terminal can show, and respects NO_COLOR and FORCE_COLOR.
    .configureHelp({ subcommandTerm: usageOf, styleTitle: (title) => paint(title, 'bold') })
    // Not where help is shown because a command is missing.
    .addHelpText('after', ({ error }) => (error ? '' : EXIT_CODE_HELP))
  for (const add of await Promise.all(wanted(name).map((load) => load()))) add(program)
  return program
}

/** Completion names all commands, and so do help and the message about an unknown word. */
function wanted(name: string): (typeof COMMANDS)[string][] {
  if (name === '--version' || name === '-V') return []
  return name !== 'completion' && Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS)
}

function usageOf(command: Command): string {
  const isOwn = command.usage() === CHECK_USAGE
  return isOwn ? `${command.name()} ${command.usage()}` : new Help().subcommandTerm(command)
}
