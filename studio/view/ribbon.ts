// A ribbon along points: a tube whose section is an ellipse, as wide and as thick as is said at each point, turned to the side that is
// said there. Smooth through the points (Catmull and Rom), and made again in place when they move.
import { BufferAttribute, BufferGeometry, Mesh, type ShaderMaterial } from 'three'
import type { Light } from './lit.js'
import { haveInside } from './section.js'
import type { Stage } from './stage.js'

export const VERTEX = `
  attribute vec3 tint;
  varying vec3 colour;
  varying vec3 outward;
  varying float depth;
  #include <clipping_planes_pars_vertex>
  void main() {
    colour = tint;
    vec4 eye = modelViewMatrix * vec4(position, 1.0);
    outward = normalMatrix * normal;
    depth = -eye.z;
    vec4 mvPosition = eye;
    #include <clipping_planes_vertex>
    gl_Position = projectionMatrix * eye;
  }
`

/** Corners of a section, and about as many of all as are drawn. */
const AROUND = 12
const MOST_CORNERS = 60_000
const FINEST = 9

/** One ribbon: three numbers a point, and half of its width and thickness there. */
export interface RibbonPath {
  readonly points: Float32Array
  /** Where its width points to; needs be neither of length 1 nor at right angles. */
  readonly sides: Float32Array
  readonly widths: Float32Array
  readonly thicknesses: Float32Array
  /** Three bytes a point. */
  readonly tints: Uint8Array
}

export class Ribbon {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>
  private lengths = ''
  private steps = FINEST

  constructor(
    private readonly stage: Stage,
    light: Light,
  ) {
    this.mesh = new Mesh(new BufferGeometry(), light.material(VERTEX))
    this.mesh.visible = false
    haveInside(this.mesh)
    light.add(this.mesh)
  }

  place(paths: readonly RibbonPath[]): void {
    const drawn = paths.filter(({ widths }) => widths.length > 1)
    const lengths = drawn.map(({ widths }) => widths.length).join(' ')
    if (lengths !== this.lengths) this.renew(drawn, lengths)
    const { geometry } = this.mesh
    const [position, normal, tint] = ['position', 'normal', 'tint'].map(
      (name) => geometry.getAttribute(name) as BufferAttribute,
    )
    if (position === undefined || normal === undefined || tint === undefined) return
    const out = {
      positions: position.array as Float32Array,
      normals: normal.array as Float32Array,
      tints: tint.array as Uint8Array,
      at: 0,
    }
    for (const path of drawn) sweep(out, path, this.steps)
    for (const attribute of [position, normal, tint]) attribute.needsUpdate = true
    this.mesh.visible = drawn.length > 0
    this.stage.draw()
  }

  private renew(paths: readonly RibbonPath[], lengths: string): void {
    this.lengths = lengths
    const points = paths.reduce((sum, { widths }) => sum + widths.length, 0)
    this.steps = Math.max(2, Math.min(FINEST, Math.floor(MOST_CORNERS / (AROUND * Math.max(1, points)))))
    const { geometry } = this.mesh
    geometry.dispose()
    const index: number[] = []
    let first = 0
    for (const { widths } of paths) {
      // Two more for the ends, which are closed.
      const rings = (widths.length - 1) * this.steps + 3
      for (let r = 0; r + 1 < rings; r++) {
        for (let a = 0; a < AROUND; a++) {
          const [p, q] = [first + r * AROUND + a, first + r * AROUND + ((a + 1) % AROUND)]
          index.push(p, q, p + AROUND, q, q + AROUND, p + AROUND)
        }
      }
      first += rings * AROUND
    }
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * first), 3))
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(3 * first), 3))
    geometry.setAttribute('tint', new BufferAttribute(new Uint8Array(3 * first), 3, true))
    geometry.setIndex(index)
  }
}

interface Corners {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly tints: Uint8Array
  /** Corners that are there. */
  at: number
}

function sweep(out: Corners, { points: p, sides, widths, thicknesses, tints }: RibbonPath, steps: number): void {
  const n = widths.length
  const at = [0, 0, 0]
  const along = [0, 0, 0]
  const side = [0, 0, 0]
  for (let i = 0; i + 1 < n; i++) {
    const [a, b] = [3 * Math.max(0, i - 1), 3 * Math.min(n - 1, i + 2)]
    const [i0, i1] = [3 * i, 3 * (i + 1)]
    for (let k = 0; k < steps + (i + 2 === n ? 1 : 0); k++) {
      const t = k / steps
      const [t2, t3] = [t * t, t * t * t]
      const ease = t2 * (3 - 2 * t)
      for (let c = 0; c < 3; c++) {
        const [p0, p1] = [p[i0 + c]!, p[i1 + c]!]
        const m0 = 0.5 * (p1 - p[a + c]!)
        const m1 = 0.5 * (p[b + c]! - p0)
        at[c] = (2 * t3 - 3 * t2 + 1) * p0 + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * p1 + (t3 - t2) * m1
        along[c] = (6 * t2 - 6 * t) * (p0 - p1) + (3 * t2 - 4 * t + 1) * m0 + (3 * t2 - 2 * t) * m1
        side[c] = (1 - t) * sides[i0 + c]! + t * sides[i1 + c]!
      }
      const width = widths[i]! + ease * (widths[i + 1]! - widths[i]!)
      const thickness = thicknesses[i]! + ease * (thicknesses[i + 1]! - thicknesses[i]!)
      const tint = t < 0.5 ? i0 : i1
      if (i === 0 && k === 0) cap(out, at, along, -1, tints, tint)
      ring(out, at, along, side, width, thickness, tints, tint)
    }
  }
  cap(out, at, along, 1, tints, 3 * (n - 1))
}

function ring(
  out: Corners,
  at: readonly number[],
  along: number[],
  side: number[],
  width: number,
  thickness: number,
  tints: Uint8Array,
  tint: number,
): void {
  const { positions, normals } = out
  unit(along)
  const dot = along[0]! * side[0]! + along[1]! * side[1]! + along[2]! * side[2]!
  for (let c = 0; c < 3; c++) side[c]! -= dot * along[c]!
  unit(side)
  const up = [
    along[1]! * side[2]! - along[2]! * side[1]!,
    along[2]! * side[0]! - along[0]! * side[2]!,
    along[0]! * side[1]! - along[1]! * side[0]!,
  ]
  for (let a = 0; a < AROUND; a++) {
    const angle = (2 * Math.PI * a) / AROUND
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    const length = Math.hypot(x / width, y / thickness)
    const o = 3 * out.at
    for (let c = 0; c < 3; c++) {
      positions[o + c] = at[c]! + x * width * side[c]! + y * thickness * up[c]!
      normals[o + c] = (x / width / length) * side[c]! + (y / thickness / length) * up[c]!
      out.tints[o + c] = tints[tint + c]!
    }
    out.at++
  }
}

/** All corners of a section in one place: closes an end. */
function cap(out: Corners, at: readonly number[], along: number[], way: 1 | -1, tints: Uint8Array, tint: number): void {
  unit(along)
  for (let a = 0; a < AROUND; a++) {
    const o = 3 * out.at
    for (let c = 0; c < 3; c++) {
      out.positions[o + c] = at[c]!
      out.normals[o + c] = way * along[c]!
      out.tints[o + c] = tints[tint + c]!
    }
    out.at++
  }
}

function unit(v: number[]): void {
  const length = Math.hypot(v[0]!, v[1]!, v[2]!)
  if (length === 0) {
    v[0] = 1
    return
  }
  for (let c = 0; c < 3; c++) v[c]! /= length
}
