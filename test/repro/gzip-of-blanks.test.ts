// A gzip file of a megabyte that inflates to a gigabyte of blanks took seconds until it was refused: it was inflated up to the limit, whatever
// its last bytes say of the length, and however much alike it is.
import { expect, test } from 'vitest'
import { MeshFileError } from '../../src/errors.js'
import { parseMesh } from '../../src/formats/meshes/parse-mesh.js'
import { gzipBomb } from '../fuzz/format.js'

test.each([
  ['says that it is larger than may be', gzipBomb(300), /at most 268435456 bytes after inflating .* got more/],
  ['says that it is small', gzipBomb(300, 100), /the length that was inflated, more than 100/],
  ['is allowed, and all alike', gzipBomb(40), /no more than 100 bytes inflated for each/],
])('a gzip file that %s is refused', (_, bytes, message) => {
  const read = (): unknown => parseMesh(bytes, { name: 'a.off.gz' })
  expect(read).toThrow(MeshFileError)
  expect(read).toThrow(message)
})
