// The checksum in the buffer of a MeshTree: what a buffer says about its mesh and its volumes is believed only if every bit of it is
// as its maker left it. A volume that lost a bit would hide the triangles in it, and a search would call them clear.
//
// Two lanes of 32 bits over all words but their own. A step is a bijection of the lane's state for a given word, and of the word for
// a given state: a change within any one word changes both lanes for certain, whatever follows it; larger damage goes unnoticed
// with a probability of 2⁻⁶⁴. It does not protect against a crafted buffer, which may hold any mesh.
import { InvalidInputError } from '../../errors.js'

/** Of the first word of two, in the header (mesh-buffer.ts). */
const SEAL_AT = 6

interface Seal {
  readonly a: number
  readonly b: number
}

function sealOf(words: Uint32Array): Seal {
  let a = 0x9e3779b9 | 0
  let b = 0x7f4a7c15 | 0
  for (let i = 0; i < words.length; i++) {
    if (i === SEAL_AT) i += 2
    const word = words[i]!
    a = Math.imul(a ^ word, 0x9e3779b1)
    a = (a << 13) | (a >>> 19)
    b = Math.imul(((b << 5) | (b >>> 27)) + word, 0x85ebca77)
  }
  return { a: a >>> 0, b: b >>> 0 }
}

/** To be called after the last change to a buffer. */
export function sealMeshBuffer(buffer: ArrayBufferLike): void {
  const words = new Uint32Array(buffer)
  const { a, b } = sealOf(words)
  words[SEAL_AT] = a
  words[SEAL_AT + 1] = b
}

/** Refuses a buffer of which a bit is not as `sealMeshBuffer` found it. */
export function checkMeshSeal(buffer: ArrayBufferLike): void {
  const words = new Uint32Array(buffer)
  const { a, b } = sealOf(words)
  if (words[SEAL_AT] === a && words[SEAL_AT + 1] === b) return
  const hex = (x: number, y: number): string => [x, y].map((word) => word.toString(16).padStart(8, '0')).join('')
  throw new InvalidInputError(
    'buffer.checksum',
    hex(words[SEAL_AT]!, words[SEAL_AT + 1]!),
    `${hex(a, b)}, that of its bytes: some of them have changed since a MeshTree made it`,
  )
}
