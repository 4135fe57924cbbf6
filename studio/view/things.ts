// Things that move: links of robots, what they carry, obstacles. Each is made of shapes and placed by twelve numbers.
import {
  BackSide,
  Box3,
  Color,
  DoubleSide,
  FrontSide,
  Group,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  Sphere,
  Vector3,
} from 'three'
import { disposeOf } from '../../view/dispose.js'
import type { DrawnShape } from '../../view/drawn-shape.js'
import { geometryOf, matrixOf } from '../../view/shapes.js'
import { leaveOut } from './framing.js'
import type { Stage } from './stage.js'

export interface DrawnThing {
  readonly name: string
  readonly kind: 'link' | 'attached' | 'obstacle'
  /** Its robot, by number; -1 for an obstacle. */
  readonly robot: number
  readonly shapes: readonly DrawnShape[]
  /** It stays where it is: a floor, a hall. */
  readonly isFixed?: boolean
  /** It should be noticed: seen from afar, however thin. */
  readonly isMarked?: boolean
  /** It came after the cell: it does not count for what there is to see. */
  readonly isAdded?: boolean
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
  readonly material: MeshLambertMaterial
}

/** Hue and strength. Of robots, one after the other: steel, amber, green, violet, … */
const ROBOTS = [
  [0.58, 0.38],
  [0.1, 0.5],
  [0.42, 0.34],
  [0.74, 0.34],
  [0.52, 0.5],
  [0.93, 0.34],
] as const

/** Of a robot, by number, for what is drawn beside it. */
export function robotColour(robot: number): Color {
  const [hue, strength] = ROBOTS[robot % ROBOTS.length]!
  return new Color().setHSL(hue, strength, 0.5)
}

/** Of obstacles: sand, slate, clay, moss, mauve, … Quieter than robots. */
const OBSTACLES = [
  [0.1, 0.2],
  [0.58, 0.1],
  [0.04, 0.24],
  [0.24, 0.14],
  [0.8, 0.1],
  [0.13, 0.3],
] as const

/** The colour that a thing has of its own; `i` is its number among all. */
export function thingColour(thing: DrawnThing, i: number, isDark: boolean): Color {
  const { kind, robot, isFixed = false, isMarked = false } = thing
  const out = new Color()
  if (isFixed) return out.setHSL(0.58, 0.08, isDark ? 0.22 : 0.7)
  if (isMarked) return out.setHSL(0.12, 0.95, 0.5)
  if (kind === 'obstacle') {
    const [hue, strength] = OBSTACLES[i % OBSTACLES.length]!
    return out.setHSL(hue, strength, isDark ? 0.38 : 0.56)
  }
  const [hue, strength] = ROBOTS[robot % ROBOTS.length]!
  // Links that follow each other differ a little.
  return out.setHSL(hue, kind === 'attached' ? 0.6 : strength, (i % 2 === 0 ? 0.43 : 0.49) + (isDark ? 0 : 0.05))
}

export interface Ball {
  readonly centre: readonly number[]
  readonly radius: number
}

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
  private solidity: 'solid' | 'faint' | 'hidden' = 'solid'
  private replaced: ReadonlySet<string> = new Set()
  private ghost: ThingsOptions['ghost']

  constructor(
    private readonly stage: Stage,
    private readonly options: ThingsOptions = {},
  ) {
    this.ghost = options.ghost
    stage.content.add(this.root)
  }

  /** Takes away what there was. */
  show(things: readonly DrawnThing[]): void {
    this.clear()
    this.list = things
    things.forEach((thing, i) => {
      this.numbers.set(thing.name, i)
      // Both sides: triangles of open meshes face either way. Shadows by backs alone, or faces would shade themselves.
      const side = this.options.ghost === undefined ? DoubleSide : FrontSide
      const material = new MeshLambertMaterial({ side, shadowSide: BackSide })
      const group = new Group()
      group.matrixAutoUpdate = false
      for (const shape of thing.shapes) group.add(this.meshOf(shape, material, thing.name))
      if (thing.isFixed === true) leaveOut(group)
      this.root.add(group)
      this.parts.push({ group, material })
    })
    this.paint()
  }

  private meshOf(shape: DrawnShape, material: MeshLambertMaterial, name: string): Mesh {
    const mesh = new Mesh(geometryOf(shape), material)
    mesh.matrixAutoUpdate = false
    matrixOf(shape.pose, 0, mesh.matrix)
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
    this.stage.drawShadows()
  }

  /** Those that are not in `looks` look as they are. */
  paint(looks: ReadonlyMap<string, Look> = this.looks): void {
    this.looks = new Map(looks)
    const { ghost } = this
    const theme = this.stage.theme.peek()
    const hit = new Color(theme.hit)
    this.list.forEach((thing, i) => {
      const { material } = this.parts[i]!
      const { isHit = false, isNear = false, isPointed = false } = this.looks.get(thing.name) ?? {}
      if (ghost !== undefined) {
        material.color.set(ghost.colour)
        // Behind what is in the same place, or the two would flicker.
        const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4 }
        Object.assign(material, { transparent: true, opacity: ghost.opacity, depthWrite: false, ...behind })
      } else {
        material.color.copy(thingColour(thing, i, theme.isDark))
        // What stands in the way is not at fault.
        if (isHit) material.color.lerp(hit, thing.kind === 'obstacle' ? 0.45 : 1)
      }
      if (ghost === undefined && thing.kind !== 'obstacle') this.setSolidity(i)
      material.emissive.set(isHit ? theme.hit : isPointed ? theme.accent : isNear ? theme.ink : '#000000')
      material.emissiveIntensity = isHit
        ? isPointed
          ? 0.4
          : thing.kind === 'obstacle'
            ? 0.08
            : 0.22
        : isPointed
          ? 0.3
          : isNear
            ? 0.12
            : 0
    })
    this.stage.draw()
  }

  /** Links as they are, seen through, or, those of `replaced`, not at all: something else is drawn in their place. */
  showLinks(solidity: 'solid' | 'faint' | 'hidden', replaced: ReadonlySet<string>): void {
    this.solidity = solidity
    this.replaced = replaced
    this.paint()
  }

  private setSolidity(i: number): void {
    const { material, group } = this.parts[i]!
    const isFaint = this.solidity === 'faint'
    group.visible = this.solidity !== 'hidden' || !this.replaced.has(this.list[i]!.name)
    if (material.transparent !== isFaint) material.needsUpdate = true
    Object.assign(material, { transparent: isFaint, opacity: isFaint ? 0.3 : 1, depthWrite: !isFaint })
  }

  /** Of a ghost: another colour. */
  set ghostColour(colour: string) {
    if (this.ghost === undefined || this.ghost.colour === colour) return
    this.ghost = { ...this.ghost, colour }
    this.paint()
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

  /** Does nothing stand in a box, given by its centre and half of its size? Boxes around things decide; those that are fixed do not count. */
  isClear(centre: readonly number[], half: readonly number[]): boolean {
    const [at, size] = [new Vector3().fromArray(centre), new Vector3().fromArray(half).multiplyScalar(2)]
    const box = new Box3().setFromCenterAndSize(at, size)
    const around = new Box3()
    return this.parts.every(
      ({ group }, i) => this.list[i]!.isFixed === true || !around.setFromObject(group).intersectsBox(box),
    )
  }

  /** What to show: all of it but floors and halls, unless it is known better; and how low its lowest point is. */
  around(known?: Ball): Ball & { readonly low: number } {
    this.root.updateMatrixWorld(true)
    const box = new Box3()
    this.parts.forEach(({ group }, i) => {
      const { isAdded = false, isFixed = false } = this.list[i]!
      if (!isAdded && (known !== undefined || !isFixed)) box.expandByObject(group)
    })
    const { center, radius } = box.getBoundingSphere(new Sphere())
    // Where there is nothing, as much as a robot would take.
    const nothing = { centre: [0, 0, 0.5], radius: 1 }
    const found = known ?? (box.isEmpty() ? nothing : { centre: center.toArray(), radius: 0.85 * radius })
    return { centre: found.centre, radius: Math.max(found.radius, 1e-3), low: box.min.z }
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
