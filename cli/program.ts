// The command line as a whole: one file adds each command.
import { Command, Help } from 'commander'
import { version } from '../node/version.js'
import { addAllowCommand } from './allow.js'
import { addBatchCommand } from './batch.js'
import { addCheckCommand, CHECK_USAGE } from './check.js'
import { addClashesCommand } from './clashes.js'
import { addCompletionCommand } from './completion.js'
import { addConvertCommand } from './convert.js'
import { addCoordinateCommand } from './coordinate.js'
import { addDeformCommand } from './deform.js'
import { addDemoCommand } from './demo.js'
import { EXIT_CODE_HELP } from './exit-codes.js'
import { addFoldCommand } from './fold.js'
import { addInfoCommand } from './info.js'
import { addInitCommand } from './init.js'
import { addLabCommand } from './lab.js'
import { addMergeCommand } from './merge.js'
import { addNecklaceCommand } from './necklace.js'
import { addPlanCommand } from './plan.js'
import { paint } from './print/colour.js'
import { addQueryCommand } from './query.js'
import { addRoadmapCommand } from './roadmap.js'
import { addServeCommand } from './serve.js'
import { addSmoothCommand } from './smooth.js'
import { addStudioCommand } from './studio.js'
import { addVerifyCommand } from './verify.js'
import { addWorkerCommand } from './worker-command.js'
import { addWorldCommand } from './world.js'

export function createProgram(): Command {
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
  addAllowCommand(program)
  addBatchCommand(program)
  addCheckCommand(program)
  addClashesCommand(program)
  addCompletionCommand(program)
  addConvertCommand(program)
  addCoordinateCommand(program)
  addDeformCommand(program)
  addDemoCommand(program)
  addFoldCommand(program)
  addInfoCommand(program)
  addInitCommand(program)
  addLabCommand(program)
  addMergeCommand(program)
  addNecklaceCommand(program)
  addPlanCommand(program)
  addQueryCommand(program)
  addRoadmapCommand(program)
  addServeCommand(program)
  addSmoothCommand(program)
  addStudioCommand(program)
  addVerifyCommand(program)
  addWorkerCommand(program)
  addWorldCommand(program)
  return program
}

function usageOf(command: Command): string {
  const isOwn = command.usage() === CHECK_USAGE
  return isOwn ? `${command.name()} ${command.usage()}` : new Help().subcommandTerm(command)
}
