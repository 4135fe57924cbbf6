// The examples `examples/strip-0.obj` to `strip-2.obj`: a strip that is rolled up until it overlaps itself, its end outside; in the last
// its end is inside. No file touches itself; the straight way from the second to the third does. `strip.pc2` has the positions of all
// three, and `strip.gltf` the first as a mesh with the others as morph targets.
import { type GltfDocument, gltf, morphParts, pc2, type Sample } from '../../formats/samples.js'

const LONG = 16
const WIDE = 2
/** Share of a full turn, and by how much it winds outward. */
const FRAMES = [
  [1.05, 0.3],
  [1.15, 0.2],
  [1.15, -0.2],
] as const

/** A strip of length about 6 and width 1, rolled up. */
function strip(frame: number): Sample {
  const [share, outward] = FRAMES[frame]!
  const turn = 2 * Math.PI * share
  const positions = Array.from({ length: (LONG + 1) * (WIDE + 1) }, (_, k) => {
    const along = Math.floor(k / (WIDE + 1)) / LONG
    const [angle, radius] = [turn * along, (6 / turn) * (1 + outward * along)]
    const place = [radius * Math.sin(angle), (k % (WIDE + 1)) / WIDE, radius * Math.cos(angle)]
    return place.map((x) => Number(x.toFixed(4)) + 0)
  }).flat()
  const triangles = Array.from({ length: LONG * WIDE }, (_, k) => {
    const a = Math.floor(k / WIDE) * (WIDE + 1) + (k % WIDE)
    const [b, c, d] = [a + 1, a + WIDE + 2, a + WIDE + 1]
    return [a, b, c, a, c, d]
  }).flat()
  return { positions, triangles }
}

export function stripObj(frame: number): string {
  const { positions, triangles } = strip(frame)
  const three = (numbers: readonly number[], letter: string, write: (x: number) => string): string =>
    Array.from(
      { length: numbers.length / 3 },
      (_, k) =>
        `${letter} ${numbers
          .slice(3 * k, 3 * k + 3)
          .map(write)
          .join(' ')}\n`,
    ).join('')
  const faces = three(triangles, 'f', (v) => String(v + 1))
  return `# a strip, rolled up by ${FRAMES[frame]![0]} of a full turn\n${three(positions, 'v', (x) => x.toFixed(4))}${faces}`
}

export function stripPc2(): Uint8Array {
  return pc2(FRAMES.map((_, k) => strip(k).positions))
}

export function stripGltf(): string {
  const base = strip(0)
  const target = (k: number): number[] => strip(k).positions.map((x, i) => x - base.positions[i]!)
  const { document, buffer } = morphParts(base, [target(1), target(2)])
  const [mesh] = document.meshes as [GltfDocument]
  mesh.extras = { targetNames: ['outside', 'inside'] }
  return `${gltf(document, buffer)}\n`
}
