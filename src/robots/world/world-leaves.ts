// The geometries of a world's objects laid out flat, without a configuration: whose they are, and where they are in their bodies.
// Those of the robots come first and are the same in every world that has these robots, so they are laid out once and copied.
import { checkCoordinate } from '../../base/math/checks.js'
import { orthonormalise, POSE } from '../../base/math/pose.js'
import type { Shape } from '../../shapes/shape.js'
import { shapeReach } from '../../shapes/shape-bounds.js'
import { WORLD_OBB } from '../../volumes/world-obb.js'
import { fitLeafBox } from '../cab/cab-leaf.js'
import { fitLeafBall, LEAF_BALL } from '../cab/cab-pairs.js'
import type { BodyLayout } from '../model/body-layout.js'
import { placeGeometry, type WorldObject } from './world-objects.js'

/** What contains the geometries, in their bodies' frames. */
export interface LeafVolumes {
  /** LEAF_BALL numbers each. */
  readonly balls: Float64Array
  /** WORLD_OBB numbers each. */
  readonly boxes: Float64Array
}

export class WorldLeaves {
  readonly count: number
  /** By geometry: the object it belongs to, which of its geometries it is, its shape and its body. */
  readonly objectOf: Int32Array
  readonly partOf: Int32Array
  readonly shapes: readonly Shape[]
  readonly bodyOf: Int32Array
  /** How far its shape reaches from its own frame's origin. */
  readonly reaches: Float64Array
  /** A geometry's pose in its body, twelve numbers each. */
  readonly inBody: Float64Array
  /** First geometry of each object; one more at the end. */
  readonly firstOf: Int32Array
  private known: LeafVolumes | undefined

  /** `first`: those of the first objects, as they were laid out before. */
  constructor(
    layout: BodyLayout,
    objects: readonly WorldObject[],
    private readonly first?: WorldLeaves,
  ) {
    const from = first === undefined ? 0 : first.firstOf.length - 1
    this.firstOf = new Int32Array(objects.length + 1)
    if (first !== undefined) this.firstOf.set(first.firstOf)
    for (let o = from; o < objects.length; o++) this.firstOf[o + 1] = this.firstOf[o]! + objects[o]!.geometry.length
    const count = this.firstOf[objects.length]!
    const shapes: Shape[] = first === undefined ? [] : first.shapes.slice()
    this.count = count
    this.objectOf = new Int32Array(count)
    this.partOf = new Int32Array(count)
    this.bodyOf = new Int32Array(count)
    this.reaches = new Float64Array(count)
    this.inBody = new Float64Array(POSE * count)
    this.shapes = shapes
    if (first !== undefined) {
      this.objectOf.set(first.objectOf)
      this.partOf.set(first.partOf)
      this.bodyOf.set(first.bodyOf)
      this.reaches.set(first.reaches)
      this.inBody.set(first.inBody)
    }
    for (let o = from; o < objects.length; o++) {
      const object = objects[o]!
      for (let part = 0; part < object.geometry.length; part++) {
        const i = shapes.length
        const geometry = object.geometry[part]!
        this.objectOf[i] = o
        this.partOf[i] = part
        this.bodyOf[i] = placeGeometry(this.inBody, POSE * i, layout, object, geometry)
        orthonormalise(this.inBody, POSE * i)
        for (let k = 3; k < POSE; k += 4) checkCoordinate(`pose of ${object.name}`, this.inBody[POSE * i + k]!)
        this.reaches[i] = shapeReach(geometry.shape)
        shapes.push(geometry.shape)
      }
    }
  }

  /** Found when they are first asked for. */
  get volumes(): LeafVolumes {
    if (this.known !== undefined) return this.known
    const balls = new Float64Array(LEAF_BALL * this.count)
    const boxes = new Float64Array(WORLD_OBB * this.count)
    if (this.first !== undefined) {
      balls.set(this.first.volumes.balls)
      boxes.set(this.first.volumes.boxes)
    }
    for (let i = this.first?.count ?? 0; i < this.count; i++) {
      const pose = this.inBody.subarray(POSE * i, POSE * i + POSE)
      fitLeafBall(balls, LEAF_BALL * i, this.shapes[i]!, pose)
      fitLeafBox(boxes, WORLD_OBB * i, this.shapes[i]!, pose)
    }
    this.known = { balls, boxes }
    return this.known
  }
}
