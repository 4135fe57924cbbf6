// A cloth on the stage, at an instant of its step: triangles that had to be decided one by one are painted, those that touch are red.
import { effect } from '@preact/signals'
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
} from 'three'
import { Segments } from '../../view/segments.js'
import type { Stage } from '../../view/stage.js'
import type { ClothAnswer } from './cloth.js'
import { CLOTH_OPENED, clothColour } from './legend.js'

export class ClothDrawing {
  private readonly cloth: Mesh<BufferGeometry, MeshLambertMaterial>
  private readonly opened: Mesh<BufferGeometry, MeshBasicMaterial>
  private readonly touching: Mesh<BufferGeometry, MeshBasicMaterial>
  private readonly edges: LineSegments<BufferGeometry, LineBasicMaterial>
  /** The rims of the sheet at both ends of the step. */
  private readonly rims: readonly Segments[]
  private readonly end: () => void
  private answer: ClothAnswer | undefined
  private positions = new BufferAttribute(new Float32Array(0), 3)

  constructor(private readonly stage: Stage) {
    // Behind what is painted over it.
    const back = { side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }
    this.cloth = new Mesh(new BufferGeometry(), new MeshLambertMaterial(back))
    const painted = { side: DoubleSide, transparent: true, depthWrite: false }
    this.opened = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ ...painted, opacity: 0.55 }))
    this.touching = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ ...painted, opacity: 0.9 }))
    this.edges = new LineSegments(
      new BufferGeometry(),
      new LineBasicMaterial({ transparent: true, opacity: 0.16, depthWrite: false }),
    )
    for (const thing of [this.cloth, this.opened, this.touching, this.edges]) {
      thing.frustumCulled = false
      thing.raycast = () => {}
      stage.content.add(thing)
    }
    this.rims = [new Segments(stage, 0.35), new Segments(stage, 0.35)]
    this.end = effect(() => {
      const { isDark, hit, ink, accent } = stage.theme.value
      this.cloth.material.color.copy(clothColour(isDark))
      this.opened.material.color.set(CLOTH_OPENED[isDark ? 'dark' : 'light'])
      this.touching.material.color.set(hit)
      this.edges.material.color.set(ink)
      for (const rim of this.rims) rim.colour = accent
      stage.draw()
    })
  }

  /** `isNew`: another cloth, seen as a whole. */
  open(answer: ClothAnswer, isNew: boolean): void {
    this.answer = answer
    const { from, to, corners, opened, touching } = answer
    this.positions = new BufferAttribute(from.slice(), 3)
    this.set(this.cloth, corners)
    this.set(this.opened, cornersOf(corners, opened))
    this.set(this.touching, cornersOf(corners, touching))
    const edges = edgesOf(corners)
    this.set(this.edges, Uint32Array.from(edges.flatMap(({ a, b }) => [a, b])))
    const rim = edges.filter(({ count }) => count === 1)
    ;[from, to].forEach((points, k) => {
      const lines = rim.flatMap(({ a, b }) => [
        ...points.subarray(3 * a, 3 * a + 3),
        ...points.subarray(3 * b, 3 * b + 3),
      ])
      this.rims[k]!.place(Float32Array.from(lines))
    })
    if (isNew) {
      const { centre, radius } = ballOf(from, to)
      this.stage.lookAt(centre, radius, [0.9, -1.5, 0.8], true)
    }
  }

  private set(thing: Mesh | LineSegments, index: Uint32Array): void {
    thing.geometry.dispose()
    thing.geometry = new BufferGeometry()
    thing.geometry.setAttribute('position', this.positions)
    thing.geometry.setIndex(new BufferAttribute(index, 1))
    thing.visible = index.length > 0
  }

  /** At an instant from 0 to 1. */
  place(time: number, showsOpened: boolean): void {
    const { answer } = this
    if (answer === undefined) return
    const { from, to, times, opened } = answer
    const out = this.positions.array
    for (let i = 0; i < out.length; i++) out[i] = from[i]! + time * (to[i]! - from[i]!)
    this.positions.needsUpdate = true
    this.cloth.geometry.computeVertexNormals()
    this.opened.visible = showsOpened && opened.length > 0
    // The earliest come first: those that have touched by now.
    let met = 0
    while (met < times.length && times[met]! <= time) met++
    this.touching.geometry.setDrawRange(0, 3 * met)
    this.touching.visible = met > 0
    this.stage.draw()
  }

  close(): void {
    this.end()
  }
}

function cornersOf(corners: Uint32Array, triangles: Uint32Array): Uint32Array {
  const out = new Uint32Array(3 * triangles.length)
  triangles.forEach((t, k) => {
    out.set(corners.subarray(3 * t, 3 * t + 3), 3 * k)
  })
  return out
}

/** Each edge once, and of how many triangles it is a side. */
function edgesOf(corners: Uint32Array): { a: number; b: number; count: number }[] {
  const known = new Map<string, { a: number; b: number; count: number }>()
  for (let c = 0; c < corners.length; c++) {
    const next = c % 3 === 2 ? c - 2 : c + 1
    const [a, b] = [Math.min(corners[c]!, corners[next]!), Math.max(corners[c]!, corners[next]!)]
    const edge = known.get(`${a} ${b}`)
    if (edge === undefined) known.set(`${a} ${b}`, { a, b, count: 1 })
    else edge.count++
  }
  return [...known.values()]
}

/** Around both ends of the step. */
function ballOf(...places: readonly Float32Array[]): { centre: number[]; radius: number } {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (const points of places) {
    points.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3]!, x)
      high[i % 3] = Math.max(high[i % 3]!, x)
    })
  }
  return { centre: low.map((x, k) => (x + high[k]!) / 2), radius: 0.5 * Math.hypot(...low.map((x, k) => high[k]! - x)) }
}
