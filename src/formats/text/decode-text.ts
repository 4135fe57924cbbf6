// Words of text files, as strings: UTF-8 where the bytes are that, else Latin-1, in which every byte is a letter. Names of atoms,
// residues and chains are ASCII as a rule; others must survive reading and writing.
import { strFromU8, strToU8 } from 'fflate'

/** bytes[from..to). */
export function decodeText(bytes: Uint8Array, from: number, to: number): string {
  const end = Math.min(to, bytes.length)
  let text = ''
  let seen = 0
  for (let k = from; k < end; k++) {
    const c = bytes[k]!
    seen |= c
    text += String.fromCharCode(c)
  }
  return seen < 128 ? text : (decodeUtf8(bytes.subarray(from, end)) ?? text)
}

/** Undefined if they are something else: the decoded text must encode to the same bytes, which repaired text does not. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const text = strFromU8(bytes)
  const again = strToU8(text)
  return again.length === bytes.length && again.every((c, k) => c === bytes[k]) ? text : undefined
}

/** The largest end of a letter that is at most `to`: continuation bytes (10…) stay with their letter. */
export function wholeLetters(bytes: Uint8Array, from: number, to: number): number {
  let end = to
  while (end > from && end > to - 4 && (bytes[end] ?? 0) >> 6 === 2) end--
  return end
}
