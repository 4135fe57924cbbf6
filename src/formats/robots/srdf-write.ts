// Pairs that need no checking as SRDF (wiki.ros.org/srdf), with the reasons that MoveIt's tools know, and comments that say what
// was proved, within which limits, for which geometry. In an existing file, everything except its <disable_collisions> is kept to
// the last letter; comments of an earlier run are replaced with them.
import { type AllowedPairs, isCertified, type PairResult } from '../../robots/allow/allow-result.js'
import type { AllowedPair } from '../../robots/model/robot.js'
import { parseSrdf } from './srdf.js'
import { elementsToReplace, type TextSpan } from './srdf-spans.js'

/** The SRDF text that `writeSrdf` starts from. */
export interface SrdfWriteOptions {
  /** The text of an SRDF file to put the pairs into; left out: a new one. */
  readonly srdf?: string | undefined
  /** What errors call that file; `robot.srdf` if left out. */
  readonly file?: string | undefined
}

/** How our comments begin, by which they are found again. */
export const SRDF_MARK = 'limber allow:'

/** The SRDF exemption of a pair that needs no checking, with the reason as MoveIt calls it; undefined for a pair that has to be checked. */
export function exemptionOf(pair: PairResult): AllowedPair | undefined {
  const { a, b, adjacent } = pair
  switch (pair.class) {
    case 'never':
      return { a, b, reason: 'Never' }
    case 'always':
    case 'contained':
      return { a, b, reason: 'Always' }
    case 'touches':
      return { a, b, reason: 'Default' }
    case 'sometimes':
    case 'undecided':
      return adjacent ? { a, b, reason: 'Adjacent' } : undefined
  }
}

/**
 * The text of an SRDF file that exempts every pair that needs no checking: a new file, or `srdf` with its exemptions replaced and all else
 * kept. Throws RobotFileError if `srdf` is not SRDF.
 */
export function writeSrdf(result: AllowedPairs, options: SrdfWriteOptions = {}): string {
  const { srdf, file } = options
  if (srdf === undefined) {
    const lines = blockOf(result, '  ')
    return `<?xml version="1.0"?>\n<robot name="${escaped(result.robot)}">\n${lines.join('\n')}\n</robot>\n`
  }
  // Refuses what is not SRDF, so that the code below may rely on it.
  parseSrdf(srdf, file)
  return replaced(srdf, result)
}

function replaced(text: string, result: AllowedPairs): string {
  const newline = /\r\n|\n/.exec(text)?.[0] ?? '\n'
  const { spans, end, selfClosing } = elementsToReplace(text, 'disable_collisions', SRDF_MARK)
  const cuts = spans.map((span) => wholeLine(text, span))
  const first = spans[0]
  const indent = first === undefined ? '  ' : indentBefore(text, first.start)
  const block = blockOf(result, indent).join(newline) + newline
  if (selfClosing) {
    // <robot name="x"/>: it has no room for anything.
    const at = text.lastIndexOf('/', end)
    return `${text.slice(0, at).trimEnd()}>${newline}${block}</robot>${text.slice(end)}`
  }
  const pieces: string[] = []
  let from = 0
  cuts.forEach(({ start, end: to }, i) => {
    pieces.push(text.slice(from, start))
    if (i === 0) pieces.push(onNewLine(text, start, newline), block)
    from = to
  })
  if (cuts.length > 0) return [...pieces, text.slice(from)].join('')
  // Before </robot>, on lines of its own.
  const { start } = wholeLine(text, { start: end, end })
  return `${text.slice(0, start)}${onNewLine(text, start, newline)}${block}${text.slice(start)}`
}

/** A span with the blanks before it and the end of the line behind it, if it has its line to itself. */
function wholeLine(text: string, { start, end }: TextSpan): TextSpan {
  let from = start
  while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '\t')) from--
  const begins = from === 0 || text[from - 1] === '\n'
  if (start === end) return begins ? { start: from, end: from } : { start, end }
  let to = end
  while (text[to] === ' ' || text[to] === '\t') to++
  const ends = text.startsWith('\r\n', to) ? 2 : text[to] === '\n' ? 1 : 0
  return begins && ends > 0 ? { start: from, end: to + ends } : { start, end }
}

function onNewLine(text: string, at: number, newline: string): string {
  return at === 0 || text[at - 1] === '\n' ? '' : newline
}

function indentBefore(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^[ \t]*$/.test(line) ? line : '  '
}

/** The comment and the pairs, line by line. */
function blockOf(result: AllowedPairs, indent: string): string[] {
  const pairs = result.pairs.flatMap((pair) => {
    const exemption = exemptionOf(pair)
    if (exemption === undefined) return []
    const { a, b, reason } = exemption
    const element = `<disable_collisions link1="${escaped(a)}" link2="${escaped(b)}" reason="${reason}"/>`
    return [`${indent}${element} <!-- ${SRDF_MARK} ${inComment(remark(pair))} -->`]
  })
  return [...headOf(result).map((line) => `${indent}${line}`), ...pairs]
}

function headOf({ robot, hash, limits, meshes, surfaces, unseen, pairs, stopped }: AllowedPairs): string[] {
  const count = (kind: PairResult['class']): number => pairs.filter((pair) => pair.class === kind).length
  const left = pairs.filter((pair) => exemptionOf(pair) === undefined).length
  const lines = [
    `${SRDF_MARK} ${counted(pairs.length)} of links of ${robot}, each over the whole box of the limits below.`,
    ...(stopped === true ? ['INCOMPLETE: the work was stopped. Pairs that are not here were not decided.'] : []),
    `Never (${count('never')}): proved separated in every configuration.`,
    `Always (${count('always') + count('contained')}): proved to overlap in every one, or one is inside the other in every one.`,
    `Default (${count('touches')}): in contact in every sample, with a depth near zero in at least one.`,
    'Adjacent: share a joint and sometimes touch; exempted by convention, not by proof.',
    `Certified (${pairs.filter(isCertified).length}): the proof is in a certificate that "limber verify" can check.`,
    `${counted(left)} to be checked.`,
    ...(unseen.length === 0 ? [] : [`not seen, since meshes are missing: ${unseen.join(', ')}`]),
    ...(surfaces.length === 0
      ? []
      : [`surfaces, whose insides are unknown: ${[...new Set(surfaces.map(({ object }) => object))].join(', ')}`]),
    `robot: SHA-256 ${hash}`,
    'limits:',
    ...limits.map(({ joint, lower, upper }) => `  ${joint}: ${bound(lower)} to ${bound(upper)}`),
    'geometry (link, number, SHA-256):',
    ...meshes.map((mesh) => `  ${mesh.link} ${mesh.geometry} ${mesh.hash}`),
  ].map(inComment)
  return [`<!-- ${lines[0]}`, ...lines.slice(1).map((line) => `     ${line}`), '-->']
}

function counted(pairs: number): string {
  return `${pairs} ${pairs === 1 ? 'pair' : 'pairs'}`
}

function bound(value: number): string {
  return Number.isFinite(value) ? `${value}` : 'no limit'
}

/** What was found of one pair. */
function remark(pair: PairResult): string {
  const found = finding(pair)
  return pair.class === 'sometimes' || pair.class === 'undecided'
    ? found
    : `${found}; ${isCertified(pair) ? 'certified' : 'not certified'}`
}

function finding(pair: PairResult): string {
  const cells = `${pair.cells} ${pair.cells === 1 ? 'cell' : 'cells'}`
  switch (pair.class) {
    case 'never':
      return pair.clearance === undefined
        ? `proved, ${cells}`
        : `proved, ${cells}, nowhere closer than ${pair.clearance.least}`
    case 'always':
      return `proved to overlap, ${cells}`
    case 'contained':
      return `one is inside the other, their surfaces never meet: proved, ${cells}`
    case 'touches':
      return 'in contact, with a depth near zero'
    case 'sometimes':
      return `not proved: they touch, ${pair.depth ?? 0} deep, in some configurations`
    case 'undecided':
      return pair.witness === undefined ? 'not proved: undecided' : 'not proved: they touch in every sample'
  }
}

/** Two hyphens end nothing in a comment, but may not be in it. */
function inComment(text: string): string {
  return text
    .replaceAll(/[\r\n\t]+/g, ' ')
    .replaceAll(/-(?=-)/g, '- ')
    .replace(/-$/, '- ')
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"\r\n\t]/g, (letter) => ESCAPES[letter] ?? letter)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}
