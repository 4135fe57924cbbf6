// PSF, the structure files of CHARMM, X-PLOR and NAMD: here only the atoms, to say who is who in a DCD file. A line an atom:
// its number, segment, residue's number and name, its own name, and what is not read. Words are taken one by one, which holds
// for the plain, the extended and NAMD's form alike, as long as no column is empty: then it is refused.
import { FramesFileError } from '../../errors.js'
import { plural } from '../text/plural.js'
import { TextCursor } from '../text/text-cursor.js'
import type { FrameAtoms } from './frames-atoms.js'
import type { FramesSource } from './frames-data.js'

/** "1 A 1 B C" and a line end. */
const SHORTEST_LINE = 10

export function readPsf(source: FramesSource): FrameAtoms {
  const cursor: TextCursor = new TextCursor(source.bytes, source.file, { error: FramesFileError })
  const count = findAtoms(source, cursor)
  const names = new Array<string>(count).fill('')
  const [chains, residues, residueNames] = [names.slice(), names.slice(), names.slice()]
  const word = (expected: string): string => {
    if (!cursor.token()) cursor.fail(expected)
    return cursor.text()
  }
  for (let k = 0; k < count; k++) {
    cursor.integer(`${k + 1}, the number of the atom`, k + 1, k + 1)
    chains[k] = word('the segment of an atom')
    residues[k] = word('the number of a residue')
    if (!/^-?\d+[A-Za-z]?$/.test(residues[k]!)) cursor.fail('the number of a residue')
    residueNames[k] = word('the name of a residue')
    names[k] = word('the name of an atom')
    cursor.nextLine()
  }
  return { names, chains, residues, residueNames }
}

/** Behind the line that ends with !NATOM. */
function findAtoms(source: FramesSource, cursor: TextCursor): number {
  cursor.token()
  if (cursor.text() !== 'PSF') cursor.fail('"PSF"')
  for (cursor.nextLine(); !cursor.atEnd(); cursor.nextLine()) {
    cursor.token()
    const [from, to] = [cursor.start, cursor.at]
    if (!cursor.token() || !cursor.text().startsWith('!NATOM')) continue
    cursor.at = from
    const left = source.bytes.length - to
    const count = cursor.integer('the number of atoms', 1, 2 ** 31 - 1)
    if (SHORTEST_LINE * count > left) {
      cursor.fail(`a number of atoms that the ${plural(left, 'byte')} that follow can hold`)
    }
    cursor.nextLine()
    return count
  }
  cursor.token()
  return cursor.fail('a line with !NATOM')
}
