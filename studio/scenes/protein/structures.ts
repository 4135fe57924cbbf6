// Structures that come with the studio: files of examples/, loaded by the page as data when they are shown.
import type { GivenFile } from '../../engine/unpack.js'

const FILES = import.meta.glob<string>('../../../examples/*.pdb', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

/** Undefined where it is not a file but made by formula, in the engine. */
export async function builtInFile(name: string): Promise<GivenFile | undefined> {
  const url = FILES[`../../../examples/${name}.pdb`]
  if (url === undefined) return undefined
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${name}.pdb could not be loaded: HTTP status ${response.status}.`)
  return { path: `${name}.pdb`, bytes: new Uint8Array(await response.arrayBuffer()) }
}
