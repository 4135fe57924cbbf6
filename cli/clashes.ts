// `limber clashes file.(pdb|cif|bcif|gro)`: atoms that are nearer than their van der Waals radii allow.

import type { Command } from 'commander'
import type { Clashes } from '../src/entries/molecules.js'
import { clashes, InvalidInputError, type Structure } from '../src/index.js'
import type { Printed } from './check/check-path.js'
import { complaints } from './check/check-report.js'
import { type ClashesCommandOptions, type ClashesQuestion, readClashesOptions } from './clashes/clashes-options.js'
import { type ClashesReport, clashesDocument, describeClashes, notesOf } from './clashes/clashes-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { emit } from './print/emit.js'
import { createBlockingProgress } from './print/progress.js'
import { withFlags } from './read/flags.js'
import { readModels } from './read/read-model.js'

const HELP = `
Two atoms clash where their radii overlap: r + r' - distance is at least --overlap.
Atoms up to three bonds apart do not, nor metals and what they hold. Four bonds apart
they do without hydrogens only, and united atoms count as bare ones (--strict: as all
others). Donors and acceptors of hydrogen bonds may overlap by 0.4 Å more, a hydrogen
and its acceptor by 0.6. Slight: up to 0.6 Å; serious: up to 0.9; severe: beyond.

Radii: probe, those of MolProbity, for files with hydrogens; protor for united atoms,
which count hydrogens in with what carries them; bondi, mantina, alvarez by element.
auto (default) is protor for amino acids without hydrogens, probe for metals and
where there are hydrogens, mantina for the rest.

The clashscore is that of MolProbity: overlaps of 0.4 Å or more a thousand atoms, pairs
of water with water and the atoms of water not counted. Hydrogens count where the file
has them; MolProbity adds those that are missing, so add them first to compare.

Proteins, DNA, RNA and ligands. Virtual sites of water models (MW, EPW, LP, M) are left
out, with a note. Files are PDB, mmCIF, BinaryCIF or GRO, gzipped or not. Atoms and
models are counted from 0. Exit code 1 if there are clashes.`

export function addClashesCommand(program: Command): void {
  program
    .command('clashes')
    .description('find steric clashes of a molecule: atoms closer than their radii allow')
    .argument('<file>', 'a PDB, mmCIF, BinaryCIF or GRO file')
    .option('--overlap <length>', 'the least overlap that counts, in Å; below zero: contacts too; default 0.4')
    .option('--radii <source>', 'auto (default), bondi, mantina, alvarez, protor or probe')
    .option('--unknown-radius <length>', 'radius of elements that no table lists; default: report an error')
    .option('--exclude-bonds <count>', 'ignore pairs of atoms at most this many bonds apart; default 3')
    .option('--strict', 'treat atoms four bonds apart like all others')
    .option('--chain <ids>', 'only atoms of these chains: A or A,B')
    .option('--model <number>', 'the model, counted from 0, or all; default 0')
    .option('--altloc <letter>', 'the alternative location; default: the most occupied')
    .option('--no-hydrogens', 'ignore hydrogens, and use united-atom radii instead')
    .option('--no-water', 'ignore water')
    .option('--no-hydrogen-bonds', 'treat possible hydrogen bonds like any other pair')
    .option('--by-residue', 'list residues instead of pairs')
    .option('--most <count>', 'the most rows to print; default 40')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (file: string, options: ClashesCommandOptions) => {
      emit(await findClashes(file, options))
    })
}

/** What the command prints, and its exit code. */
export async function findClashes(file: string, options: ClashesCommandOptions = {}): Promise<Printed> {
  const question = readClashesOptions(options)
  const named = options.model === undefined ? undefined : question.model
  const { structure, only } = await readModels(file, question.altloc, named)
  const began = performance.now()
  const asked = only ? [0] : modelsAsked(structure, question, options.model)
  const progress = createBlockingProgress('clashes')
  const models: Clashes[] = []
  try {
    for (const model of asked) {
      progress.report(models.length / asked.length, `model ${model}`)
      const found = withFlags(() => clashes(structure, { ...question.options, model }))
      models.push(only ? { ...found, model: named! } : found)
    }
  } finally {
    progress.clear()
  }
  const report: ClashesReport = {
    ...{ file, structure, question, models, byResidue: options.byResidue === true },
    millis: performance.now() - began,
  }
  const code = models.some(({ pairs }) => pairs.length > 0) ? ExitCode.Violation : ExitCode.Good
  if (options.json === true) return { code, stdout: `${JSON.stringify(clashesDocument(report))}\n`, stderr: '' }
  return { code, stdout: describeClashes(report), stderr: complaints(notesOf(report)) }
}

function modelsAsked({ models }: Structure, { model }: ClashesQuestion, text: string | undefined): number[] {
  if (model === undefined) return models.map((_, k) => k)
  if (model < models.length) return [model]
  throw new InvalidInputError(
    '--model',
    text,
    models.length === 1 ? '0: there is one model' : `a number from 0 to ${models.length - 1}, or all`,
  )
}
