// The hash of a document: SHA-256 of its canonical form (docs/formats/certificate.md), JSON without blanks with the fields of every record
// in the order of their names. The verifier has this in code of its own: a change here is one there.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export function documentHash(document: object): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(document))))
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).sort(([k], [l]) => (k < l ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}
