// Bytes after the end of what a header announced. Blanks and zeros are padding, which some writers leave. Anything else
// means that the count in the header is wrong, and half a mesh is worse than none.
import { plural } from '../text/plural.js'
import type { MeshSource } from './mesh-data.js'

/** Fails if there is more than padding from `end` on; notes padding that is more than a last line end. */
export function trailingPadding(source: MeshSource, end: number, announced: string): void {
  const { bytes } = source
  for (let k = end; k < bytes.length; k++) {
    const c = bytes[k]!
    if (c === 0 || c === 32 || (c >= 9 && c <= 13)) continue
    source.fail({ offset: k }, `the end of the file after ${announced}`, plural(bytes.length - end, 'more byte'))
  }
  if (bytes.length > end + 2) source.notes.push(`${plural(bytes.length - end, 'byte')} of padding at the end.`)
}
