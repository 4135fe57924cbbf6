// Bytes as base64: `btoa` knows no bytes, and Buffer is not in browsers.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Letters are joined in runs of this many bytes, a multiple of three: one at a time would be slow for long proofs. */
const RUN = 3 * 4096

export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += RUN)
    text += encodeRun(bytes, from, Math.min(from + RUN, bytes.length))
  return text
}

function encodeRun(bytes: Uint8Array, from: number, to: number): string {
  const letters: string[] = []
  for (let i = from; i < to; i += 3) {
    const three = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    letters.push(LETTERS[three >> 18]!, LETTERS[(three >> 12) & 63]!)
    letters.push(i + 1 < to ? LETTERS[(three >> 6) & 63]! : '=', i + 2 < to ? LETTERS[three & 63]! : '=')
  }
  return letters.join('')
}
