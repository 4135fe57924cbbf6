// `limber lab [name]`: the papers' experiments and our own.
import type { Command } from 'commander'
import { type Experiment, experiments, type RawOptions, runExperiment } from '../lab/index.js'
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
      const stop = new AbortController()
      const progress = createProgress(`lab ${experiment.name}`, process.stderr, Date.now, () => {
        // The second time at once.
        if (stop.signal.aborted) process.exit(ExitCode.Interrupted)
        stop.abort()
      })
      try {
        const { document, text, good, complete } = await runExperiment(experiment, options, progress.report, stop)
        progress.clear()
        print(options.json === true ? JSON.stringify(document) : text)
        process.exitCode = !complete ? ExitCode.Interrupted : good ? ExitCode.Good : ExitCode.Violation
      } catch (error) {
        // Some cannot be stopped halfway with anything to show.
        if (error !== stop.signal.reason || !stop.signal.aborted) throw error
        process.exitCode = ExitCode.Interrupted
      } finally {
        progress.clear()
      }
    })
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
