// Which format a mesh file is: by what it starts with where that is plain, else by its name, else by a closer look.
import { textStart } from '../text/text-cursor.js'
import type { MeshFormat } from './mesh-data.js'
import { MESH_FORMATS } from './mesh-data.js'
import { isObjKeyword } from './obj.js'
import { isOffKeyword } from './off.js'
import { isBinaryStl } from './stl.js'

/** How much of a text is examined. */
const LOOK = 4096

/** The format that a name's extension says, .gz left aside. */
export function formatOfName(name: string): MeshFormat | undefined {
  const extension = /\.(\w+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase()
  return MESH_FORMATS.find((format) => format === extension)
}

export function detectFormat(bytes: Uint8Array, name: string): MeshFormat | undefined {
  const named = formatOfName(name)
  // The first 80 bytes of a binary STL may look like anything.
  if (named === 'stl' && isBinaryStl(bytes)) return 'stl'
  const text = startOf(bytes)
  return formatOfStart(text) ?? named ?? (isBinaryStl(bytes) ? 'stl' : looksLikeObj(text) ? 'obj' : undefined)
}

function formatOfStart(text: string): MeshFormat | undefined {
  if (text.startsWith('glTF')) return 'glb'
  if (/^ply[ \t]*[\r\n]/.test(text)) return 'ply'
  const first = /^\s*(?:#[^\r\n]*\s+)*(\S*)/.exec(text)?.[1] ?? ''
  if (first.startsWith('{')) return 'gltf'
  if (first.startsWith('<')) return 'dae'
  if (isOffKeyword(first)) return 'off'
  return first.toLowerCase() === 'solid' ? 'stl' : undefined
}

/** The first word that is not in a comment is one of the format's. */
function looksLikeObj(text: string): boolean {
  return isObjKeyword(/^\s*(?:#[^\r\n]*\s+)*([a-z_0-9]+)\s/.exec(text)?.[1] ?? '')
}

function startOf(bytes: Uint8Array): string {
  let text = ''
  for (let k = textStart(bytes); k < Math.min(bytes.length, LOOK); k++) text += String.fromCharCode(bytes[k]!)
  return text
}
