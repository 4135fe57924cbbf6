// Base64, out of the middle of a string. Neither `atob` (no binary) nor Buffer (not in browsers) would say what is wrong.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CODES = Int8Array.from({ length: 128 }, (_, code) => LETTERS.indexOf(String.fromCharCode(code)))

/** The bytes that text[from..] encodes; undefined if it is not base64. */
export function decodeBase64(text: string, from: number): Uint8Array | undefined {
  let end = text.length
  while (end > from && end > text.length - 2 && text[end - 1] === '=') end--
  const letters = end - from
  if (letters % 4 === 1) return undefined
  const out = new Uint8Array(Math.floor((letters * 3) / 4))
  let at = 0
  let bits = 0
  let held = 0
  for (let k = from; k < end; k++) {
    const letter = text.charCodeAt(k)
    const code = letter < 128 ? CODES[letter]! : -1
    if (code < 0) return undefined
    bits = ((bits << 6) | code) & 0xffffff
    held += 6
    if (held >= 8) {
      held -= 8
      out[at++] = (bits >> held) & 255
    }
  }
  return out
}
