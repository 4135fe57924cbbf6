// `limber lab [name]`: the papers' experiments.
import type { Command } from 'commander'
import { type Experiment, experiments, type RawOptions } from '../lab/index.js'
import { formatTable } from '../lab/table.js'
import { InvalidInputError } from '../src/index.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { createProgress } from './print/progress.js'

export function addLabCommand(program: Command): void {
  const lab = program
    .command('lab')
    .description("run the papers' experiments, beside the published figures")
    .argument('[name]', 'the experiment; default: list them')
    .option('--json', 'print one JSON document')
    .enablePositionalOptions()
    .addHelpText('after', EXIT_CODE_HELP)
    .action((name: string | undefined, options: { json?: true }) => {
      // A known name never comes here: it is a command of its own.
      if (name !== undefined) {
        throw new InvalidInputError('the experiment', name, `one of ${experiments.map((e) => e.name).join(', ')}`)
      }
      listExperiments(options.json === true)
    })
  for (const experiment of experiments) addExperiment(lab, experiment)
}

function listExperiments(json: boolean): void {
  const list = experiments.map(({ name, summary, paper }) => ({ name, summary, paper }))
  if (json) {
    print(JSON.stringify({ experiments: list }))
    return
  }
  print(
    formatTable(
      ['experiment', 'what it does'],
      list.map(({ name, summary }) => [name, summary]),
      2,
    ),
  )
  print('\nRun one with `limber lab <experiment>`; `--help` after its name shows its options.')
}

function addExperiment(lab: Command, experiment: Experiment): void {
  const command = lab.command(experiment.name).summary(experiment.summary)
  command.description(`${experiment.summary}\n\n${experiment.paper}`)
  for (const { flags, description } of experiment.options) command.option(flags, description)
  command
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXIT_CODE_HELP)
    .action(async (options: RawOptions) => {
      const progress = createProgress(`lab ${experiment.name}`)
      try {
        const { document, text, good } = await experiment.run(options, progress.report)
        progress.clear()
        print(options.json === true ? JSON.stringify(document) : text)
        process.exitCode = good ? ExitCode.Good : ExitCode.Violation
      } finally {
        progress.clear()
      }
    })
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
