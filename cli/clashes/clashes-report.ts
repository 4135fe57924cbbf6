// What `limber clashes` found, as a document and as a text.
import { type Clash, type Clashes, residueLabel, type Structure } from '../../src/entries/molecules.js'
import { oneLine, plural } from '../check/check-report.js'
import type { ClashesQuestion } from './clashes-options.js'

export interface ClashesReport {
  readonly file: string
  readonly structure: Structure
  readonly question: ClashesQuestion
  readonly byResidue: boolean
  readonly models: readonly Clashes[]
  readonly millis: number
}

/** The document that --json prints. */
export function clashesDocument({ file, structure, question, models, millis }: ClashesReport): object {
  const { overlap, radii, excludeBonds, strict, chains, hydrogens, water, hydrogenBonds } = question.options
  return {
    file,
    name: structure.name,
    ...{ overlap, radii, excludeBonds, strict, hydrogens, water, hydrogenBonds, chains: chains ?? null },
    models: models.map((found) => ({
      model: found.model,
      atoms: found.atoms,
      clashes: found.pairs.length,
      severities: found.severities,
      perThousand: found.perThousand,
      clashscore: found.clashscore ?? null,
      pairs: found.pairs.map((pair) => pairDocument(structure, pair)),
      residues: found.residues.map(({ residue, clashes, worst }) => {
        const { name, chain, number, insertion } = structure.residues[residue]!
        return { chain: structure.chains[chain]!.id, name, number, insertion, clashes, worst }
      }),
      notes: found.notes,
      stats: found.stats,
    })),
    clashes: models.reduce((sum, { pairs }) => sum + pairs.length, 0),
    notes: structure.notes,
    millis,
  }
}

function pairDocument(structure: Structure, { a, b, ...pair }: Clash): object {
  const { serial } = structure.atoms
  const names = { nameA: atomLabel(structure, a), nameB: atomLabel(structure, b) }
  return { a, b, ...names, serialA: serial[a], serialB: serial[b], ...pair }
}

function atomLabel(structure: Structure, atom: number): string {
  return `${residueLabel(structure, structure.atoms.residue[atom]!)} ${structure.atoms.names[atom]}`
}

export function describeClashes(report: ClashesReport): string {
  const { file, structure, question, models } = report
  const { overlap, radii, chains } = question.options
  const of = chains === undefined ? '' : ` of chain ${chains.join(', ')}`
  const all = structure.models.length
  const { model } = models[0]!
  // Of a model that was read by itself, the number of others is not known.
  const one = all > 1 ? `, model ${model} of ${all}` : model > 0 ? `, model ${model}` : ''
  const several = models.length > 1 ? `, ${plural(models.length, 'model')}` : one
  const atoms = plural(models[0]!.atoms, 'atom')
  const head = oneLine(`${file}: ${atoms}${of}${several}, overlaps from ${overlap} Å, radii ${radii}`)
  const parts = models.map((found) => {
    const title = models.length > 1 ? `Model ${found.model}\n` : ''
    const rows = report.byResidue ? residueTable(structure, found) : pairTable(structure, found)
    const table = rows.length === 0 ? '' : `${columns(rows, question.most)}\n`
    return `${title}${table}${describeSum(found)}\n${describeScore(found)}`
  })
  return `${head}\n\n${parts.join('\n')}`
}

type Row = readonly string[]

/** A heading, and a row a pair; nothing where there is none. */
function pairTable(structure: Structure, { pairs }: Clashes): Row[] {
  if (pairs.length === 0) return []
  const rows = pairs.map(({ a, b, distance, overlap, severity, hydrogenBond }) => [
    oneLine(atomLabel(structure, a)),
    oneLine(atomLabel(structure, b)),
    distance.toFixed(3),
    overlap.toFixed(3),
    hydrogenBond ? `${severity} (hydrogen bond)` : severity,
  ])
  return [['atom', 'atom', 'distance', 'overlap', 'severity'], ...rows]
}

function residueTable(structure: Structure, { residues }: Clashes): Row[] {
  if (residues.length === 0) return []
  const rows = residues.map(({ residue, clashes, worst }) => [
    oneLine(residueLabel(structure, residue)),
    String(clashes),
    worst.toFixed(3),
  ])
  return [['residue', 'clashes', 'worst overlap'], ...rows]
}

/** Heads of columns of numbers. */
const NUMBERS: ReadonlySet<string> = new Set(['distance', 'overlap', 'clashes', 'worst overlap'])

/** Names to the left, numbers to the right, of `most` rows; and how many more there are. */
function columns(rows: readonly Row[], most: number): string {
  const shown = rows.slice(0, most + 1)
  const widths = shown[0]!.map((_, c) => shown.reduce((width, row) => Math.max(width, row[c]!.length), 0))
  const lines = shown.map((row) =>
    row
      .map((cell, c) => (NUMBERS.has(shown[0]![c]!) ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!)))
      .join('  ')
      .trimEnd(),
  )
  const more = rows.length - shown.length
  if (more > 0) lines.push(`… and ${more} more: --most ${rows.length - 1} shows them, --json has all`)
  return `${lines.join('\n')}\n`
}

function describeSum({ pairs, severities, residues, perThousand }: Clashes): string {
  if (pairs.length === 0) return 'No clashes.'
  const kinds = (['severe', 'serious', 'slight'] as const).flatMap((kind) =>
    severities[kind] === 0 ? [] : [`${severities[kind]} ${kind}`],
  )
  const count = pairs.length === 1 ? '1 clash' : `${pairs.length} clashes`
  return `${count} (${kinds.join(', ')}) in ${plural(residues.length, 'residue')}; ${perThousand.toFixed(1)} a thousand atoms.`
}

function describeScore({ clashscore }: Clashes): string {
  if (clashscore === undefined) return ''
  const { score, atoms, hydrogens } = clashscore
  const comparable = hydrogens === 0 ? 'no hydrogens; MolProbity adds them' : plural(hydrogens, 'hydrogen')
  return `Clashscore ${score.toFixed(1)}: overlaps from 0.4 Å a thousand atoms, water left out (${plural(atoms, 'atom')}, ${comparable}).\n`
}

/** What to say on standard error: all of few, and of many the first and how many. */
export function notesOf({ structure, models }: ClashesReport): string[] {
  const notes = [...new Set([...structure.notes, ...models.flatMap(({ notes }) => notes)])]
  const most = 8
  const rest = notes.length - most
  return rest > 1 ? [...notes.slice(0, most), `and ${rest} notes more; --json has all`] : notes
}
