// Frames of links: three arrows, x red, y green, z blue, with their letters. Seen through everything else.
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Sprite,
  type SpriteMaterial,
} from 'three'
import { disposeOf } from '../../view/dispose.js'
import { matrixOf } from '../../view/shapes.js'
import { AXIS_COLOURS, letterMaterial } from './axes.js'
import { leaveWhole } from './section.js'
import type { Stage } from './stage.js'

/** Height of a letter, as the lens sees it. */
const LETTER = 0.02
/** How long the head of an arrow is, and how wide. */
const HEAD = [0.82, 0.06] as const

export class Frames {
  private readonly root = new Group()
  private readonly lines: readonly LineBasicMaterial[]
  private readonly letters: readonly SpriteMaterial[]
  private readonly all = new Map<string, Group>()

  constructor(private readonly stage: Stage) {
    const style = { depthTest: false, transparent: true }
    this.lines = AXIS_COLOURS.map((color) => new LineBasicMaterial({ color, ...style }))
    this.letters = AXIS_COLOURS.map((_, axis) => letterMaterial(axis))
    leaveWhole(this.root)
    stage.content.add(this.root)
  }

  /** Names and twelve numbers each; all others go. `length` of the arrows, in metres. */
  show(frames: ReadonlyMap<string, ArrayLike<number>>, length: number): void {
    for (const [name, group] of this.all) {
      if (frames.has(name)) continue
      this.root.remove(group)
      for (const child of group.children) if (child instanceof LineSegments) child.geometry.dispose()
      this.all.delete(name)
    }
    for (const [name, pose] of frames) {
      let group = this.all.get(name)
      if (group === undefined) {
        group = this.make()
        this.all.set(name, group)
        this.root.add(group)
      }
      matrixOf(pose, 0, group.matrix)
      group.matrix.scale({ x: length, y: length, z: length } as never)
      group.matrixWorldNeedsUpdate = true
    }
    this.stage.draw()
  }

  private make(): Group {
    const group = new Group()
    group.matrixAutoUpdate = false
    for (let axis = 0; axis < 3; axis++) {
      const arrow = new LineSegments(arrowGeometry(axis), this.lines[axis]!)
      const letter = new Sprite(this.letters[axis]!)
      letter.position.setComponent(axis, 1.14)
      letter.scale.setScalar(LETTER)
      // The group is as large as the arrows, and a letter as large as letters are.
      letter.onBeforeRender = () => {
        const size = group.matrixWorld.getMaxScaleOnAxis()
        letter.scale.setScalar(LETTER / size)
        letter.updateMatrixWorld()
      }
      for (const part of [arrow, letter]) {
        part.renderOrder = 11
        part.frustumCulled = false
        part.raycast = () => {}
        group.add(part)
      }
    }
    return group
  }

  close(): void {
    for (const { map } of this.letters) map?.dispose()
    disposeOf(this.root)
  }
}

/** Along an axis, of length 1: a line with two strokes at its end. */
function arrowGeometry(axis: number): BufferGeometry {
  const [from, wide] = HEAD
  const at = (along: number, aside: number, k: number): number[] => {
    const out = [0, 0, 0]
    out[axis] = along
    out[(axis + k) % 3] = aside
    return out
  }
  const points = [at(0, 0, 1), at(1, 0, 1)]
  for (const k of [1, 2]) for (const side of [wide, -wide]) points.push(at(1, 0, k), at(from, side, k))
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points.flat()), 3))
  return geometry
}
