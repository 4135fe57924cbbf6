import { Group, Mesh, Object3D, SphereGeometry, Vector3 } from 'three'
import { describe, expect, test } from 'vitest'
import { InvalidInputError, Random, Robot, sphere } from '../../src/entries/robots.js'
import { poseOf, setLinkPoses, setPose, shapeFromObject3D } from '../../three/index.js'
import { IDENTITY, place, poseOfMatrix, randomQuaternion, worstDifference } from './drawn.js'

const CLOSE = 1e-13

function randomPose(random: Random): Float64Array {
  const object = new Object3D()
  place(object, random)
  object.updateMatrix()
  return poseOfMatrix(object.matrix)
}

describe('poseOf', () => {
  test('is the matrix in the world, row by row, without an explicit update', () => {
    const random = new Random(51)
    for (let round = 0; round < 50; round++) {
      const top = new Group()
      let object: Object3D = top
      for (let depth = 0; depth < 5; depth++) {
        const child = new Group()
        place(child, random)
        object.add(child)
        object = child
      }
      const pose = poseOf(object)
      top.updateMatrixWorld(true)
      expect(worstDifference(pose, poseOfMatrix(object.matrixWorld))).toBeLessThan(CLOSE)
    }
  })

  test('columns of three’s matrix are columns of the pose, and it is a copy', () => {
    const object = new Object3D()
    object.position.set(1, 2, 3)
    object.rotation.z = Math.PI / 2
    const pose = poseOf(object)
    expect([...pose].map((p) => Math.round(p) + 0)).toEqual([0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3])
    pose[3] = 7
    expect(poseOf(object)[3]).toBe(1)
  })

  test('sees through an object whose matrix is kept by hand when something above it moves', () => {
    const parent = new Group()
    const child = new Group()
    child.matrixAutoUpdate = false
    child.matrix.makeTranslation(0, 1, 0)
    parent.add(child)
    poseOf(child)
    parent.position.x = 5
    expect([...poseOf(child)]).toEqual([1, 0, 0, 5, 0, 1, 0, 1, 0, 0, 1, 0])
  })

  test('scale is refused, or ignored where that is asked for', () => {
    const parent = new Group()
    const object = new Group()
    object.name = 'arm'
    parent.add(object)
    parent.scale.setScalar(2)
    object.position.x = 1
    expect(() => poseOf(object)).toThrow(/^object\.matrixWorld of Group "arm": scale must be 1 1 1, or scale: 'ignore'/)
    expect([...poseOf(object, { scale: 'ignore' })]).toEqual([1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0])
    parent.scale.set(-1, 1, 1)
    expect(() => poseOf(object)).toThrow(InvalidInputError)
    parent.scale.set(1, 3, 1)
    object.rotation.z = 0.3
    expect(() => poseOf(object, { scale: 'ignore' })).toThrow(/neither sheared nor flat/)
    parent.scale.set(1, 0, 1)
    expect(() => poseOf(object, { scale: 'ignore' })).toThrow(/neither sheared nor flat/)
    expect(() => poseOf({} as Object3D)).toThrow(/^object must be an Object3D of three/)
    expect(() => poseOf(object, { scale: 'drop' as 'ignore' })).toThrow(/^options\.scale must be one of refuse, ignore/)
  })
})

describe('setPose', () => {
  test('poseOf gives it again, whatever is above and however the object is scaled', () => {
    const random = new Random(52)
    for (let round = 0; round < 200; round++) {
      const parent = new Group()
      const object = new Group()
      place(parent, random)
      place(object, random)
      parent.scale.setScalar(random.range(0.2, 5))
      object.scale.set(random.range(-2, 2), random.range(-2, 2), random.range(-2, 2))
      if (random.unit() < 0.3) (object as { pivot: Vector3 }).pivot = new Vector3(random.unit(), random.unit(), 1)
      if (random.unit() < 0.3) object.matrixAutoUpdate = false
      if (random.unit() < 0.8) parent.add(object)
      const scale = object.scale.clone()
      const pose = randomPose(random)
      setPose(object, pose)
      expect(worstDifference(poseOf(object, { scale: 'ignore' }), pose)).toBeLessThan(1e-12)
      expect(object.scale.equals(scale)).toBe(true)
      if (object.parent !== null) continue
      object.updateMatrixWorld(true)
      expect(worstDifference(poseOf(object, { scale: 'ignore' }), pose)).toBeLessThan(1e-12)
    }
  })

  test('a shape goes where its object is put', () => {
    const object = new Mesh(new SphereGeometry(1))
    object.scale.setScalar(3)
    const shape = shapeFromObject3D(object)
    setPose(object, [0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7])
    const there = shapeFromObject3D(object, { frame: 'world' })
    expect(shape.kind === 'sphere' && [shape.radius, ...shape.centre]).toEqual([3, 0, 0, 0])
    expect(there.kind === 'sphere' && there.radius).toBeCloseTo(3, 14)
    expect(there.kind === 'sphere' && [...there.centre]).toEqual([5, 6, 7])
  })

  test('what is not a pose is refused, and so are parents below which there is none', () => {
    const object = new Group()
    object.position.set(1, 2, 3)
    const bad: [ArrayLike<number>, RegExp][] = [
      [[1, 2, 3], /^pose must be twelve numbers/],
      [[...IDENTITY.slice(0, 11), NaN], /^pose\[11\] must be a finite number/],
      [[2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], /^pose must be a pose whose 3×3 part is a rotation/],
      [[-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], /^pose must be a pose whose 3×3 part is a rotation/],
      [[1, 0.1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], /^pose must be a pose whose 3×3 part is a rotation/],
    ]
    for (const [pose, message] of bad) expect(() => setPose(object, pose)).toThrow(message)
    const parent = new Group()
    parent.add(object)
    for (const scale of [
      [1, 2, 1],
      [-1, 1, 1],
      [0, 1, 1],
    ]) {
      parent.scale.fromArray(scale)
      expect(() => setPose(object, IDENTITY)).toThrow(
        /^parent\.matrixWorld of a Group without a name must be scaled alike/,
      )
    }
    expect(object.position.toArray()).toEqual([1, 2, 3])
  })
})

describe('setLinkPoses', () => {
  const arm = new Robot({
    name: 'arm',
    links: ['base', 'upper', 'lower', 'tool'].map((name) => ({ name, geometry: [{ shape: sphere({ radius: 0.1 }) }] })),
    joints: [
      {
        name: 'shoulder',
        kind: 'revolute',
        parent: 'base',
        child: 'upper',
        axis: [0, 0, 1],
        origin: { at: [0, 0, 1] },
      },
      {
        name: 'elbow',
        kind: 'continuous',
        parent: 'upper',
        child: 'lower',
        axis: [0, 1, 0],
        origin: { at: [1, 0, 0] },
      },
      { name: 'slide', kind: 'prismatic', parent: 'lower', child: 'tool', origin: { at: [0.5, 0, 0] } },
    ],
  })

  test('objects stand where the robot has its links, side by side or one below the other', () => {
    const random = new Random(53)
    for (let round = 0; round < 30; round++) {
      const scene = new Group()
      place(scene, random)
      scene.scale.setScalar(random.range(0.5, 2))
      const objects = { tool: new Group(), upper: new Group(), lower: new Group() }
      const nested = round % 2 === 0
      scene.add(objects.upper)
      if (nested) {
        // Upside down: what hangs lowest on the robot is uppermost in the scene.
        scene.add(objects.tool)
        objects.tool.add(objects.lower)
        objects.lower.add(objects.upper)
      } else scene.add(objects.lower, objects.tool)
      const q = [random.range(-3, 3), random.range(-3, 3), random.range(-1, 1)]
      const base = { at: [1, 2, 3], rotation: randomQuaternion(random).toArray() }
      setLinkPoses(objects, arm, q, base)
      const poses = arm.linkPoses(q, base)
      for (const [name, object] of Object.entries(objects)) {
        const { index } = arm.link(name)
        const expected = poses.subarray(12 * index, 12 * index + 12)
        expect(worstDifference(poseOf(object, { scale: 'ignore' }), expected)).toBeLessThan(1e-12)
      }
    }
  })

  test('unknown links are refused before anything moves', () => {
    const [upper, hand] = [new Group(), new Group()]
    expect(() => setLinkPoses({ upper, hand }, arm, [1, 2, 0])).toThrow(
      /^objects\["hand"\] must be the name of a link of arm/,
    )
    expect(() => setLinkPoses({ upper }, arm, [1, 2])).toThrow(/^q must be 3 numbers: shoulder, elbow, slide/)
    expect(upper.position.length()).toBe(0)
  })
})
