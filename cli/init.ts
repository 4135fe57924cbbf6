// `limber init [folder]`: the examples of the package, in a folder of your own.
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { packageFolder } from '../node/version.js'
import type { Printed } from './check/check-path.js'
import { plural } from './check/check-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { emit } from './print/emit.js'
import { WriteFileError } from './print/write-atomically.js'
import { quoteWord } from './read/scene-options.js'

const HELP = `
The folder is made if it is not there; one that has files is refused, except those
that npm and other package managers write. Nothing is ever replaced.`

/** What is in a folder in which a package was installed. */
const INSTALLED =
  /^(?:\..*|node_modules|package\.json|package-lock\.json|yarn\.lock|pnpm-(?:lock|workspace)\.yaml|bun\.lockb?)$/

/** Commands to begin with, and what they show. */
const NEXT: readonly (readonly [words: string, what: string])[] = [
  ['info cell.json', 'what is in a scene'],
  ['check cell.json --at into-post.json', 'does the arm touch the post?'],
  ['check cell.json --path round-post.json --certificate proof.json', 'is the whole motion free? With a proof'],
  ['verify cell.json proof.json', 'the proof, verified by another program'],
  ['check rod.json --path past-rod.json --first-contact', 'a rod that samples step over'],
  ['check picker.urdf.xacro segments:=4', 'a robot in xacro: does it touch itself?'],
  ['coordinate arms.json left-path.json right-path.json', 'signals with which two arms never touch'],
  ['clashes helices.pdb', 'atoms that are too close'],
  ['necklace trefoil.xyz --between --closed --strands 0.1', 'does a rope pass through itself?'],
]

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('copy the examples into an empty folder')
    .argument('[folder]', 'the folder; default: this one')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (folder: string | undefined) => emit(await copyExamples(folder)))
}

/** Where the package has its examples. */
export function examplesFolder(): string {
  const folder = fileURLToPath(new URL('examples', packageFolder()))
  if (!existsSync(folder)) throw new WriteFileError(`${folder}: the examples are not in this installation of Limber`)
  return folder
}

/** What the command prints, and its exit code. */
export async function copyExamples(folder = '.'): Promise<Printed> {
  const from = examplesFolder()
  const names = (await readdir(from)).sort()
  await demandEmpty(folder, names)
  try {
    await mkdir(folder, { recursive: true })
    for (const name of names) await copyFile(join(from, name), join(folder, name), constants.COPYFILE_EXCL)
  } catch (error) {
    throw new WriteFileError(`${folder}: cannot be written: ${(error as Error).message}`)
  }
  const width = Math.max(...NEXT.map(([words]) => words.length))
  const lines = [
    `${plural(names.length, 'file')} in ${folder === '.' ? 'this folder' : folder}. Try:`,
    '',
    ...(folder === '.' ? [] : [`  cd ${quoteWord(folder)}`]),
    ...NEXT.map(([words, what]) => `  npx limber ${words.padEnd(width)}  # ${what}`),
  ]
  return { code: ExitCode.Good, stdout: `${lines.join('\n')}\n`, stderr: '' }
}

async function demandEmpty(folder: string, names: readonly string[]): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) return
  const refuse = (got: string): never => {
    throw new WriteFileError(`${folder}: expected an empty folder, or a name for a new one, got ${got}`)
  }
  if (!found.isDirectory()) refuse('a file')
  const there = (await readdir(folder)).filter((name) => !INSTALLED.test(name))
  if (there.length === 0) return
  const taken = names.filter((name) => there.includes(name))
  const most = 10
  const more = taken.length > most ? ` and ${taken.length - most} more` : ''
  refuse(
    taken.length === 0
      ? `one with ${plural(there.length, 'file')}, among them ${there.sort()[0]}`
      : `one in which ${taken.slice(0, most).join(', ')}${more} would be replaced`,
  )
}
