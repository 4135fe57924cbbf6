// Morph targets of a glTF file (glTF 2.0, section 3.7.2.2): displacements of the vertices of one mesh, which weights scale. With
// weights that go from one set to another at a constant rate, every vertex moves straight. An animation of the weights with linear
// interpolation is therefore a row of straight steps from key to key.
import { checkIndex } from '../../base/math/checks.js'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import type { JsonNode } from '../text/json-document.js'
import { plural } from '../text/plural.js'
import { openGlb, openGltf, readMorphDocument } from './gltf.js'
import { GltfBuffers, openAccessor, readScalars } from './gltf-accessor.js'
import type { MeshData, MeshFileOptions, MeshSource } from './mesh-data.js'
import { applyScale, openMeshFile } from './parse-mesh.js'

/** Weights at instants. */
export interface MorphKeys {
  /** In seconds, ascending. */
  readonly times: Float64Array
  /** As many a key as there are targets. */
  readonly weights: Float64Array
}

/** A mesh with morph targets; `positions` are those at weights of zero. */
export interface MorphData extends MeshData {
  /** What the targets are called; `target 0`, … where the file does not say. */
  readonly targets: readonly string[]
  /** The animation of the weights, if there is one. */
  readonly keys: MorphKeys | undefined
  /** Where the vertices are at these weights, one a target: x, y, z each. An array of the caller's own. */
  morphed(weights: ArrayLike<number>): Float64Array
}

/**
 * The mesh of a glTF or GLB file with its morph targets and the animation of their weights, gzipped or not. Throws MeshFileError
 * with file, place and what was expected there if it cannot be read. A file without targets gives a mesh without.
 */
export function parseMorphs(bytes: Uint8Array, options: MeshFileOptions = {}): MorphData {
  const { source, found, scale } = openMeshFile(bytes, options)
  if (found !== 'gltf' && found !== 'glb') source.fail({}, 'a glTF or GLB file, which may have morph targets', found)
  const { root, chunk } = found === 'glb' ? openGlb(source) : openGltf(source)
  const buffers = new GltfBuffers(source, root, chunk)
  const { positions, triangles, displacements, shown } = readMorphDocument(source, root, buffers)
  const names = shown === undefined ? [] : targetNames(shown.mesh, displacements.length)
  const keys = shown?.node === undefined ? undefined : readKeys(source, root, buffers, shown.node, names.length)
  // Displacements are scaled as positions are; the triangles are turned round once.
  for (const moved of displacements) applyScale({ positions: moved, triangles: new Uint32Array(0) }, scale)
  applyScale({ positions, triangles }, scale)
  const morphed = (weights: ArrayLike<number>): Float64Array => {
    checkIndex('weights.length', weights?.length, names.length, names.length + 1)
    const out = positions.slice()
    for (const [k, moved] of displacements.entries()) {
      const weight = weights[k]!
      if (!Number.isFinite(weight)) throw new InvalidInputError(`weights[${k}]`, weight, 'a finite number')
      if (weight !== 0) for (let i = 0; i < out.length; i++) out[i]! += weight * moved[i]!
    }
    const far = out.findIndex((x) => !(Math.abs(x) <= MAX_COORDINATE))
    if (far < 0) return out
    throw new InvalidInputError('weights', Array.from(weights), `such that no coordinate is above ${MAX_COORDINATE}`)
  }
  return { positions, triangles, format: found, notes: source.notes, targets: names, keys, morphed }
}

/** As many programs write them: extras.targetNames. */
function targetNames(mesh: JsonNode, count: number): string[] {
  const { extras } = mesh.value as { extras?: { targetNames?: unknown } }
  const given = extras?.targetNames
  return Array.from({ length: count }, (_, k) => {
    const name: unknown = Array.isArray(given) ? given[k] : undefined
    return typeof name === 'string' && name !== '' ? name : `target ${k}`
  })
}

/** The first animation that has weights of this node. */
function readKeys(
  source: MeshSource,
  root: JsonNode,
  buffers: GltfBuffers,
  node: number,
  targets: number,
): MorphKeys | undefined {
  const found: { readonly channel: JsonNode; readonly animation: JsonNode }[] = []
  let others = 0
  const animations = root.get('animations')
  for (let k = 0; k < animations.length; k++) {
    const animation = animations.item(k)
    const channels = animation.get('channels')
    for (let c = 0; c < channels.length; c++) {
      const target = channels.item(c).get('target')
      if (target.get('path').value === 'weights' && target.get('node').value === node) {
        found.push({ channel: channels.item(c), animation })
      } else others++
    }
  }
  if (others > 0) source.notes.push(`${plural(others, 'animation')} of other things than its weights left out.`)
  const [first] = found
  if (first === undefined || targets === 0) return undefined
  if (found.length > 1) source.notes.push(`The first of ${found.length} animations of its weights.`)
  const sampler = first.channel.get('sampler').entryOf(first.animation.get('samplers'))
  const way = sampler.get('interpolation')
  if (!way.missing && way.value !== 'LINEAR') {
    way.fail('LINEAR: with another interpolation, vertices do not move straight between keys')
  }
  const accessors = root.get('accessors')
  const input = sampler.get('input')
  const output = sampler.get('output')
  const opened = openAccessor(input.entryOf(accessors), buffers, 'numbers')
  const values = openAccessor(output.entryOf(accessors), buffers, 'numbers')
  if (opened.count === 0) input.fail('one key or more', 'none')
  if (values.count !== opened.count * targets) {
    output.fail(`${opened.count * targets} numbers: ${targets} for each of ${opened.count} keys`, `${values.count}`)
  }
  source.checkRoom(Math.ceil((values.count + opened.count) / 3), 0)
  const [times, weights] = [readScalars(opened), readScalars(values)]
  times.forEach((time, k) => {
    if (!(Number.isFinite(time) && (k === 0 || time > times[k - 1]!))) {
      input.fail('ascending times', `${time} as number ${k}`)
    }
  })
  const wrong = weights.findIndex((weight) => !Number.isFinite(weight))
  if (wrong >= 0) output.fail('finite weights', `${weights[wrong]} as number ${wrong}`)
  return { times, weights }
}
