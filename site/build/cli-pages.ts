// The pages of the command line, made from the commands themselves: usage, arguments, options, help text, and the transcripts of the
// other pages, which tests compare with what the command prints.
import type { Command, Option } from 'commander'
import type { Fence } from './markdown.js'

export interface Transcript {
  readonly fence: Fence
  /** The page's title, for the link back. */
  readonly title: string
}

export interface GeneratedPage {
  /** Relative to the pages' folder. */
  readonly path: string
  readonly text: string
}

/** At most this many transcripts on a page; the links lead to the others. */
const MOST_TRANSCRIPTS = 3

/** One page for each command, and one that lists them. */
export function cliPages(program: Command, transcripts: readonly Transcript[]): GeneratedPage[] {
  const commands = program.commands.filter((command) => command.name() !== 'help')
  const list = commands.map(
    (command) => `| [limber ${command.name()}](${command.name()}.md) | ${cell(summary(command))} |`,
  )
  const index = [
    '# Command line',
    `${program.description()} \`limber help <command>\` prints what these pages say.`,
    `| command | what it does |\n|---|---|\n${list.join('\n')}`,
    '## All commands',
    `\`\`\`text\n${textAfterHelp(program)}\n\`\`\``,
  ]
  return [
    { path: 'cli/index.md', text: `${index.join('\n\n')}\n` },
    ...commands.map((command) => ({
      path: `cli/${command.name()}.md`,
      text: `${commandPage(command, transcripts).join('\n\n')}\n`,
    })),
  ]
}

/** The first paragraph: the experiments' descriptions go on with their papers. */
function summary(command: Command): string {
  return command.summary() || command.description().split('\n')[0]!
}

function commandPage(command: Command, transcripts: readonly Transcript[]): string[] {
  const used = transcripts.filter(({ fence }) => commandsOf(fence.text).includes(command.name()))
  return [
    `# limber ${command.name()}`,
    capital(command.description()),
    ...usage(command, 'limber'),
    ...(used.length === 0 ? [] : ['## Examples', ...used.slice(0, MOST_TRANSCRIPTS).map(example), alsoOn(used)]),
    ...command.commands
      .filter((part) => part.name() !== 'help')
      .flatMap((part) => [
        `## limber ${command.name()} ${part.name()}`,
        part.description(),
        ...usage(part, `limber ${command.name()}`, '###', false),
      ]),
  ].filter((part) => part !== '')
}

function usage(command: Command, before: string, marks = '##', withHelp = true): string[] {
  const help = command.createHelp()
  const takes = command.registeredArguments
  const groups = new Map<string, Option[]>()
  for (const option of help.visibleOptions(command)) {
    const heading = (option.helpGroupHeading ?? 'Options:').replace(/:$/, '')
    groups.set(heading, [...(groups.get(heading) ?? []), option])
  }
  const after = withHelp ? textAfterHelp(command) : ''
  return [
    `\`\`\`text\n${before} ${command.name()} ${command.usage()}\n\`\`\``,
    ...(takes.length === 0
      ? []
      : [`| argument | |\n|---|---|\n${takes.map((a) => `| \`${a.name()}\` | ${cell(a.description)} |`).join('\n')}`]),
    ...[...groups].flatMap(([heading, options]) => [
      `${marks} ${heading}`,
      `| option | |\n|---|---|\n${options.map((o) => `| \`${o.flags.replaceAll('|', '\\|')}\` | ${cell(help.optionDescription(o))} |`).join('\n')}`,
    ]),
    ...(after === '' ? [] : [`${marks} Notes`, `\`\`\`text\n${after}\n\`\`\``]),
  ]
}

/** What `--help` prints after the options. */
function textAfterHelp(command: Command): string {
  let all = ''
  const before = command.configureOutput()
  command.configureOutput({ writeOut: (text) => (all += text) })
  command.outputHelp()
  command.configureOutput(before)
  return all.slice(command.helpInformation().length).trim()
}

/** The commands that a transcript runs. */
export function commandsOf(transcript: string): string[] {
  return [...transcript.matchAll(/^\$ (?:npx )?limber (\w+)/gm)].map((found) => found[1]!)
}

function example({ fence }: Transcript): string {
  return `\`\`\`console\n${fence.text}\`\`\``
}

function alsoOn(used: readonly Transcript[]): string {
  const places = new Map(used.map(({ fence, title }) => [fence.file, title]))
  const links = [...places].map(
    ([file, title]) => `[${title}](${file === 'README.md' ? '../index.md' : file.replace(/^docs\//, '../')})`,
  )
  return `From ${links.join(', ')}.`
}

function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}

/** Text for a cell of a table: nothing in it is taken for markup. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}
