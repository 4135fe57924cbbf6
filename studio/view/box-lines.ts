// Many boxes, turned any way: their edges as lines and their faces as faint glass. One draw call each, from fifteen numbers a box as
// ChainTree.boxes gives them: the pose of the box's frame, row by row, then half its lengths.
import {
  BoxGeometry,
  type BufferAttribute,
  Color,
  DoubleSide,
  EdgesGeometry,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  LineSegments,
  Mesh,
  ShaderMaterial,
} from 'three'
import type { Stage } from './stage.js'

/** Numbers a box. */
export const PLACED = 15

const VERTEX = `
  attribute vec4 row0;
  attribute vec4 row1;
  attribute vec4 row2;
  attribute vec3 halves;
  attribute vec3 tint;
  varying vec3 colour;
  void main() {
    colour = tint;
    vec4 local = vec4(2.0 * position * halves, 1.0);
    vec3 at = vec3(dot(row0, local), dot(row1, local), dot(row2, local));
    gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
  }
`

const FRAGMENT = `
  uniform vec3 own;
  uniform float strength;
  varying vec3 colour;
  void main() {
    gl_FragColor = vec4(own * colour, strength);
    #include <colorspace_fragment>
  }
`

export interface BoxLinesOptions {
  /** How much is seen of the edges and of the faces, from 0 to 1. */
  readonly edges?: number
  readonly faces?: number
  /** Drawn over everything else. */
  readonly onTop?: boolean
}

export class BoxLines {
  readonly root = new Group()
  private readonly parts: readonly InstancedBufferGeometry[]
  private readonly materials: readonly ShaderMaterial[]
  private buffer: InstancedInterleavedBuffer | undefined
  private count = 0

  constructor(
    private readonly stage: Stage,
    { edges = 0.9, faces = 0, onTop = false }: BoxLinesOptions = {},
  ) {
    const cube = new BoxGeometry(1, 1, 1)
    const lines = new InstancedBufferGeometry()
    lines.setAttribute('position', new EdgesGeometry(cube).getAttribute('position') as BufferAttribute)
    const glass = new InstancedBufferGeometry()
    glass.setAttribute('position', cube.getAttribute('position') as BufferAttribute)
    glass.setIndex(cube.getIndex())
    const wanted = [
      ...(edges > 0 ? [{ geometry: lines, strength: edges, isLine: true }] : []),
      ...(faces > 0 ? [{ geometry: glass, strength: faces, isLine: false }] : []),
    ]
    this.parts = wanted.map(({ geometry }) => geometry)
    this.materials = wanted.map(
      ({ strength }) =>
        new ShaderMaterial({
          vertexShader: VERTEX,
          fragmentShader: FRAGMENT,
          uniforms: { own: { value: new Color('#ffffff') }, strength: { value: strength } },
          transparent: true,
          depthWrite: false,
          depthTest: !onTop,
          side: DoubleSide,
        }),
    )
    wanted.forEach(({ geometry, isLine }, k) => {
      const material = this.materials[k]!
      const part = isLine ? new LineSegments(geometry, material) : new Mesh(geometry, material)
      part.frustumCulled = false
      part.renderOrder = onTop ? 8 : 5
      part.raycast = () => {}
      this.root.add(part)
    })
    this.root.visible = false
    stage.content.add(this.root)
  }

  /** All of one colour, times what each has. */
  set colour(colour: string) {
    for (const { uniforms } of this.materials) (uniforms.own!.value as Color).set(colour)
    this.stage.draw()
  }

  /** Fifteen numbers a box; the array is kept. Three bytes a box for colours of their own. */
  place(boxes: Float32Array, tints?: Uint8Array): void {
    const { buffer } = this
    const count = boxes.length / PLACED
    if (buffer !== undefined && this.count === count) {
      buffer.array = boxes
      buffer.needsUpdate = true
      if (tints !== undefined) this.paint(tints)
    } else this.renew(boxes, tints ?? new Uint8Array(3 * count).fill(255))
    this.root.visible = count > 0
    this.stage.draw()
  }

  private paint(tints: Uint8Array): void {
    const tint = this.parts[0]!.getAttribute('tint') as InstancedBufferAttribute
    tint.array = tints
    tint.needsUpdate = true
  }

  private renew(boxes: Float32Array, tints: Uint8Array): void {
    this.count = boxes.length / PLACED
    const buffer = new InstancedInterleavedBuffer(boxes, PLACED, 1)
    this.buffer = buffer
    const tint = new InstancedBufferAttribute(tints, 3, true)
    for (const geometry of this.parts) {
      // What the card holds of another number of boxes.
      geometry.dispose()
      for (let row = 0; row < 3; row++) {
        geometry.setAttribute(`row${row}`, new InterleavedBufferAttribute(buffer, 4, 4 * row))
      }
      geometry.setAttribute('halves', new InterleavedBufferAttribute(buffer, 3, 12))
      geometry.setAttribute('tint', tint)
      geometry.instanceCount = this.count
    }
  }

  hide(): void {
    this.root.visible = false
    this.stage.draw()
  }
}
