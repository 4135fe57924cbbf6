// Things that move: links of robots, what they carry, obstacles. Each is made of shapes and placed by twelve numbers.
import { type Color, Group, Mesh, MeshStandardMaterial, type Object3D, type Vector3 } from 'three'
import type { DrawnShape } from '../engine/drawn-shape.js'
import { disposeOf } from './dispose.js'
import { geometryOf, matrixOf } from './shapes.js'
import type { Stage } from './stage.js'

export interface DrawnThing {
  readonly name: string
  readonly kind: 'link' | 'attached' | 'obstacle'
  /** Its robot, by number; -1 for an obstacle. */
  readonly robot: number
  readonly shapes: readonly DrawnShape[]
}

/** How a thing is shown; several at once. */
export interface Look {
  /** It touches something. */
  readonly isHit?: boolean
  /** It is one of the two that are nearest to each other. */
  readonly isNear?: boolean
  /** The pointer is over it. */
  readonly isPointed?: boolean
}

interface Part {
  readonly group: Group
  readonly material: MeshStandardMaterial
}

/** Of robots, one after the other: steel, orange, green, violet, … */
const HUES = [
  [0.58, 0.24],
  [0.07, 0.5],
  [0.4, 0.3],
  [0.74, 0.28],
  [0.52, 0.45],
  [0.94, 0.32],
] as const

export interface ThingsOptions {
  /** Seen through, and not picked: a pose that is remembered. */
  readonly ghost?: { readonly colour: string; readonly opacity: number }
}

export class Things {
  readonly root = new Group()
  private readonly parts: Part[] = []
  private list: readonly DrawnThing[] = []
  private looks = new Map<string, Look>()
  private readonly numbers = new Map<string, number>()

  constructor(
    private readonly stage: Stage,
    private readonly options: ThingsOptions = {},
  ) {
    stage.content.add(this.root)
  }

  /** Takes away what there was. */
  show(things: readonly DrawnThing[]): void {
    this.clear()
    this.list = things
    things.forEach((thing, i) => {
      this.numbers.set(thing.name, i)
      const material = new MeshStandardMaterial({ roughness: 0.62, metalness: 0.08 })
      const group = new Group()
      group.matrixAutoUpdate = false
      for (const shape of thing.shapes) group.add(this.meshOf(shape, material, thing.name))
      this.root.add(group)
      this.parts.push({ group, material })
    })
    this.paint()
  }

  private meshOf(shape: DrawnShape, material: MeshStandardMaterial, name: string): Mesh {
    const geometry = geometryOf(shape)
    if (geometry.getAttribute('normal') === undefined) material.flatShading = true
    const mesh = new Mesh(geometry, material)
    const isGhost = this.options.ghost !== undefined
    mesh.castShadow = !isGhost
    mesh.receiveShadow = !isGhost
    mesh.userData.thing = name
    if (isGhost) mesh.raycast = () => {}
    return mesh
  }

  /** Twelve numbers a thing, in the order in which they were given. */
  place(poses: ArrayLike<number>, o = 0): void {
    this.parts.forEach(({ group }, i) => {
      matrixOf(poses, o + 12 * i, group.matrix)
      group.matrixWorldNeedsUpdate = true
    })
    this.stage.draw()
  }

  /** Those that are not in `looks` look as they are. */
  paint(looks: ReadonlyMap<string, Look> = this.looks): void {
    this.looks = new Map(looks)
    const { ghost } = this.options
    const theme = this.stage.theme.peek()
    this.list.forEach((thing, i) => {
      const { material } = this.parts[i]!
      const { isHit = false, isNear = false, isPointed = false } = this.looks.get(thing.name) ?? {}
      if (ghost !== undefined) {
        material.color.set(ghost.colour)
        Object.assign(material, { transparent: true, opacity: ghost.opacity, depthWrite: false })
      } else if (isHit) material.color.set(theme.hit)
      else this.ownColour(material.color, thing, i)
      material.emissive.set(isHit ? theme.hit : isPointed ? theme.accent : isNear ? theme.ink : '#000000')
      material.emissiveIntensity = isHit ? (isPointed ? 0.45 : 0.25) : isPointed ? 0.3 : isNear ? 0.12 : 0
    })
    this.stage.draw()
  }

  private ownColour(out: Color, { kind, robot }: DrawnThing, i: number): void {
    if (kind === 'obstacle') {
      out.set(this.stage.theme.peek().obstacle)
      return
    }
    const [hue, strength] = HUES[robot % HUES.length]!
    // Links that follow each other differ a little.
    out.setHSL(hue, kind === 'attached' ? 0.6 : strength, i % 2 === 0 ? 0.62 : 0.72)
  }

  /** The name of the thing that a mesh on the stage is a part of. */
  static nameOf(object: Object3D): string | undefined {
    return object.userData.thing as string | undefined
  }

  /** Where a point of the world is in a thing's own frame. */
  inside(name: string, point: Vector3): number[] {
    const { group } = this.parts[this.numbers.get(name)!]!
    return point.clone().applyMatrix4(group.matrix.clone().invert()).toArray()
  }

  clear(): void {
    for (const { group } of this.parts) {
      this.root.remove(group)
      disposeOf(group)
    }
    this.parts.length = 0
    this.numbers.clear()
    this.stage.draw()
  }

  set visible(visible: boolean) {
    this.root.visible = visible
    this.stage.draw()
  }
}
