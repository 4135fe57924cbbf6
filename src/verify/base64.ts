// Base64 back into bytes, strictly: one text for each list of bytes.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CODES = new Uint8Array(128).fill(64)
for (let k = 0; k < 64; k++) CODES[LETTERS.charCodeAt(k)] = k

/** Undefined for a text that is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const letters = text.length - padding
  const bytes = new Uint8Array((3 * text.length) / 4 - padding)
  let held = 0
  let bits = 0
  let at = 0
  for (let k = 0; k < letters; k++) {
    const letter = text.charCodeAt(k)
    const code = letter < 128 ? CODES[letter]! : 64
    if (code === 64) return undefined
    held = ((held << 6) | code) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (held >> bits) & 255
    }
  }
  // What is left over says nothing, so it must be zero.
  return (held & ((1 << bits) - 1)) === 0 ? bytes : undefined
}
