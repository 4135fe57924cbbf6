// Bytes as base64: `btoa` knows no bytes, and Buffer is not in browsers.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const CODES = Uint8Array.from(LETTERS, (letter) => letter.charCodeAt(0))
const PADDING = 61

/** Letters are made into text in runs of this many: there is a limit on arguments. */
const RUN = 8192

export function encodeBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(4 * Math.ceil(bytes.length / 3))
  for (let i = 0, o = 0; i < bytes.length; i += 3, o += 4) {
    const three = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    codes[o] = CODES[three >> 18]!
    codes[o + 1] = CODES[(three >> 12) & 63]!
    codes[o + 2] = i + 1 < bytes.length ? CODES[(three >> 6) & 63]! : PADDING
    codes[o + 3] = i + 2 < bytes.length ? CODES[three & 63]! : PADDING
  }
  let text = ''
  for (let o = 0; o < codes.length; o += RUN) text += String.fromCharCode(...codes.subarray(o, o + RUN))
  return text
}
