// The text of a URDF or SRDF file from its bytes: UTF-8, or ISO 8859-1 where its declaration says so.
import { strFromU8 } from 'fflate'
import { RobotFileError } from '../../errors.js'
import { LONGEST_TEXT } from './robot-xml.js'

const UTF8 = /^(utf-?8|us-ascii|ascii)$/i
const LATIN1 = /^(iso-?8859-1|latin-?1)$/i

export function decodeRobotText(bytes: Uint8Array, file: string, kind: string): string {
  if (bytes.length > LONGEST_TEXT)
    throw new RobotFileError(file, {}, `at most ${LONGEST_TEXT} bytes`, `${bytes.length}`)
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new RobotFileError(file, {}, `${kind} in UTF-8`, 'UTF-16')
  }
  // The declaration is in ASCII, and short.
  const start = strFromU8(bytes.subarray(0, 200), true)
  const encoding = /^[^<]*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(start)?.[1] ?? 'utf-8'
  if (!UTF8.test(encoding) && !LATIN1.test(encoding)) {
    throw new RobotFileError(file, { line: 1 }, `${kind} in UTF-8 or ISO-8859-1`, JSON.stringify(encoding))
  }
  return strFromU8(bytes, LATIN1.test(encoding))
}
