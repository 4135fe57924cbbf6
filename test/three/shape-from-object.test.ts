import {
  Bone,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Float16BufferAttribute,
  Group,
  InstancedBufferGeometry,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LineSegments,
  Matrix4,
  Mesh,
  Object3D,
  Points,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  TorusKnotGeometry,
  Uint16BufferAttribute,
  Vector3,
} from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import { describe, expect, test } from 'vitest'
import {
  box,
  capsule,
  collide,
  cylinder,
  distance,
  group,
  InvalidInputError,
  mesh,
  OpenMeshError,
  type PartShape,
  Random,
  type Shape,
  sphere,
} from '../../src/entries/meshes.js'
import { meshTreeFromGeometry, poseOf, type ShapeFromObject3DOptions, shapeFromObject3D } from '../../three/index.js'
import { drawnCorners, IDENTITY, meshCorners, place, worstDifference } from './drawn.js'

/** Coordinates here are below 100, and a point goes through fewer than ten products of matrices. */
const CLOSE = 1e-12

/** A few objects to measure from: if distances to all of them agree, so do the shapes, as far as these can see. */
function probes(random: Random): { shape: Shape; pose: number[] }[] {
  return Array.from({ length: 12 }, (_, i) => {
    const d = random.direction(new Float64Array(3))
    const shape = i % 2 === 0 ? sphere({ radius: 0.1 }) : box({ size: [0.3, 0.2, 0.1] })
    return { shape, pose: [1, 0, 0, 9 * d[0]!, 0, 1, 0, 9 * d[1]!, 0, 0, 1, 9 * d[2]!] }
  })
}

function expectSameShape(random: Random, a: Shape, b: Shape): void {
  for (const { shape, pose } of probes(random)) {
    const da = distance(a, shape, pose)
    const db = distance(b, shape, pose)
    expect(da.distance).toBeGreaterThan(0)
    expect(Math.abs(da.distance - db.distance)).toBeLessThan(1e-10)
    expect(worstDifference(da.pointA!, db.pointA!)).toBeLessThan(1e-5)
  }
}

/** How far a solid reaches along a direction. */
function reach(part: PartShape, d: ArrayLike<number>): number {
  const along = (p: ArrayLike<number>): number => p[0]! * d[0]! + p[1]! * d[1]! + p[2]! * d[2]!
  switch (part.kind) {
    case 'sphere':
      return along(part.centre) + part.radius
    case 'capsule':
      return Math.max(along(part.from), along(part.to)) + part.radius
    case 'box': {
      const p = part.pose
      let sum = along([p[3]!, p[7]!, p[11]!])
      for (let k = 0; k < 3; k++) sum += part.half[k]! * Math.abs(along([p[k]!, p[4 + k]!, p[8 + k]!]))
      return sum
    }
    case 'cylinder': {
      const p = part.pose
      const cos = along([p[2]!, p[6]!, p[10]!])
      const sin = Math.sqrt(Math.max(0, 1 - cos * cos))
      return along([p[3]!, p[7]!, p[11]!]) + (part.length / 2) * Math.abs(cos) + part.radius * sin
    }
    default:
      throw new Error(`no reach of a ${part.kind}`)
  }
}

describe('primitives', () => {
  test('three’s boxes, balls, capsules and cylinders become the solids they stand for', () => {
    const random = new Random(41)
    for (let round = 0; round < 20; round++) {
      const [a, b, c] = [random.range(0.2, 2), random.range(0.2, 2), random.range(0.2, 2)]
      const object = new Group()
      const parts = [
        new Mesh(new BoxGeometry(a, b, c)),
        new Mesh(new SphereGeometry(a)),
        new Mesh(new CapsuleGeometry(a, b)),
        new Mesh(new CylinderGeometry(a, a, b)),
      ]
      for (const part of parts) {
        place(part, random)
        object.add(part)
      }
      const pose = parts.map((part) => ({ at: part.position.toArray(), rotation: part.quaternion.toArray() }))
      const up = new Vector3(0, b / 2, 0).applyQuaternion(parts[2]!.quaternion)
      // Limber's cylinders stand along z.
      const tilt = parts[3]!.quaternion.clone().multiply(new Object3D().rotateX(-Math.PI / 2).quaternion)
      const direct = group([
        box({ size: [a, b, c], ...pose[0]! }),
        sphere({ radius: a, at: pose[1]!.at }),
        capsule({
          radius: a,
          from: parts[2]!.position.clone().sub(up).toArray(),
          to: parts[2]!.position.clone().add(up).toArray(),
        }),
        cylinder({ radius: a, length: b, at: pose[3]!.at, rotation: tilt.toArray() }),
      ])
      const read = shapeFromObject3D(object)
      expect(read.kind === 'group' && read.parts.map((part) => part.kind)).toEqual([
        'box',
        'sphere',
        'capsule',
        'cylinder',
      ])
      expectSameShape(random, read, direct)
    }
  })

  test('a solid contains the facets that are drawn for it, and a box is no larger than they are', () => {
    const random = new Random(42)
    const direction = new Float64Array(3)
    for (let round = 0; round < 60; round++) {
      const geometries = [
        new BoxGeometry(random.range(0.2, 2), 1, 0.3),
        new SphereGeometry(0.7, 8 + random.integer(30), 4 + random.integer(20)),
        new CapsuleGeometry(0.5, random.range(0, 2), 2 + random.integer(5), 8 + random.integer(20)),
        new CylinderGeometry(0.6, 0.6, 1.5, 8 + random.integer(30)),
      ]
      const object = new Mesh(geometries[round % 4]!)
      place(object, random)
      const s = random.range(0.5, 2)
      // Each in the scales that leave it what it is, half of them mirrored.
      const t = random.range(0.5, 2)
      if (round % 4 === 0) object.scale.set(s, t, random.range(0.5, 2))
      else if (round % 4 === 3) object.scale.set(s, t, s)
      else object.scale.set(s, s, s)
      if (random.unit() < 0.5) object.scale.x *= -1
      const shape = shapeFromObject3D(object, { frame: 'world' })
      expect(shape.kind).toBe(['box', 'sphere', 'capsule', 'cylinder'][round % 4])
      const corners = drawnCorners(object)
      for (let k = 0; k < 20; k++) {
        random.direction(direction)
        let drawn = -Infinity
        for (let i = 0; i < corners.length; i += 3) {
          const along = corners[i]! * direction[0]! + corners[i + 1]! * direction[1]! + corners[i + 2]! * direction[2]!
          drawn = Math.max(drawn, along)
        }
        const solid = reach(shape as PartShape, direction)
        // Vertices are drawn in single precision: 6e-8 of what is below 4.
        expect(solid - drawn).toBeGreaterThan(-1e-6)
        if (shape.kind === 'box') expect(solid - drawn).toBeLessThan(1e-6)
        // Eight facets round a circle leave out 8 % of the radius, and so do four from pole to pole; radii are below 1.4.
        else expect(solid - drawn).toBeLessThan(0.25)
      }
    }
  })

  test.each([
    ['a squashed ball', new SphereGeometry(1), [1, 2, 1]],
    ['a squashed capsule', new CapsuleGeometry(1, 1), [1, 2, 1]],
    ['an elliptic cylinder', new CylinderGeometry(1, 1, 1), [1, 1, 2]],
    ['half a ball', new SphereGeometry(1, 32, 16, 0, Math.PI), [1, 1, 1]],
    ['a bowl', new SphereGeometry(1, 32, 16, 0, 2 * Math.PI, 0, 1), [1, 1, 1]],
    ['a tube', new CylinderGeometry(1, 1, 1, 32, 1, true), [1, 1, 1]],
    ['a cone', new CylinderGeometry(1, 0.5, 1), [1, 1, 1]],
    ['a nut', new CylinderGeometry(1, 1, 1, 6), [1, 1, 1]],
    ['an octahedron', new SphereGeometry(1, 4, 2), [1, 1, 1]],
    ['a flat box', new BoxGeometry(1, 1, 1), [1, 0, 1]],
    ['a box of no height', new BoxGeometry(1, 0, 1), [1, 1, 1]],
    ['a box that was moved', new BoxGeometry(1, 1, 1).translate(0, 1, 0), [1, 1, 1]],
    ['a cylinder that was turned', new CylinderGeometry(1, 1, 1).rotateX(1), [1, 1, 1]],
    ['a box with rounded edges', new RoundedBoxGeometry(1, 1, 1, 2, 0.1), [1, 1, 1]],
  ])('%s is taken as it is drawn', (_, geometry, scale) => {
    const object = new Mesh(geometry)
    object.scale.fromArray(scale)
    const shape = shapeFromObject3D(object, { frame: 'world' })
    expect(shape.kind).toBe('mesh')
    expect(worstDifference(meshCorners(shape, IDENTITY), drawnCorners(object))).toBe(0)
  })

  test('a sheared box is a mesh; with primitives: false everything is', () => {
    const parent = new Group()
    parent.scale.set(1, 2, 1)
    const child = new Mesh(new BoxGeometry(1, 1, 1))
    child.rotation.z = 0.5
    parent.add(child)
    expect(shapeFromObject3D(parent).kind).toBe('mesh')
    expect(shapeFromObject3D(new Mesh(new BoxGeometry(1, 1, 1)), { primitives: false }).kind).toBe('mesh')
    expect(shapeFromObject3D(new Mesh(new BoxGeometry(1, 1, 1)).clone()).kind).toBe('box')
  })
})

describe('meshes', () => {
  /** Corners by three's own functions, and by the shape at its pose in the world. */
  function expectAsDrawn(object: Object3D): void {
    const drawn = drawnCorners(object)
    const inObject = shapeFromObject3D(object, { primitives: false })
    const inWorld = shapeFromObject3D(object, { primitives: false, frame: 'world' })
    expect(worstDifference(meshCorners(inWorld, IDENTITY), drawn)).toBeLessThan(CLOSE)
    expect(worstDifference(meshCorners(inObject, poseOf(object, { scale: 'ignore' })), drawn)).toBeLessThan(CLOSE)
  }

  test('nested, scaled, mirrored and sheared', () => {
    const random = new Random(43)
    const knot = new TorusKnotGeometry(1, 0.3, 12, 5)
    for (let round = 0; round < 60; round++) {
      const scene = new Group()
      place(scene, random)
      const root = new Group()
      place(root, random)
      root.scale.set(random.range(-2, 2), random.range(-2, 2), random.range(-2, 2))
      scene.add(root)
      let at: Object3D = root
      for (let depth = 0; depth < 4; depth++) {
        const geometry = random.unit() < 0.5 ? knot : new BoxGeometry(1, 2, 3).toNonIndexed()
        const child = new Mesh(geometry)
        place(child, random)
        child.scale.set(random.range(-2, 2), random.range(-2, 2), random.range(-2, 2))
        if (random.unit() < 0.2) {
          child.updateMatrix()
          child.matrixAutoUpdate = false
        }
        at.add(child)
        if (random.unit() < 0.6) at = child
      }
      expectAsDrawn(root)
    }
  })

  test('mirrored ones keep their outside outside', () => {
    for (const scale of [
      [1, 1, 1],
      [-1, 1, 1],
      [1, -2, 1],
      [-1, -1, -1],
    ]) {
      const object = new Mesh(new BoxGeometry(1, 1, 1))
      object.scale.fromArray(scale)
      const c = meshCorners(shapeFromObject3D(object, { primitives: false }), IDENTITY)
      let volume = 0
      for (let i = 0; i < c.length; i += 9) {
        const [p, q, r] = [0, 3, 6].map((k) => new Vector3().fromArray(c, i + k)) as [Vector3, Vector3, Vector3]
        volume += p.dot(q.cross(r)) / 6
      }
      expect(volume).toBeCloseTo(Math.abs(scale[0]! * scale[1]! * scale[2]!), 12)
    }
  })

  test('instances: primitives one by one, other geometries as one mesh', () => {
    const random = new Random(44)
    const matrices = Array.from({ length: 5 }, () => {
      const dummy = new Object3D()
      place(dummy, random)
      dummy.updateMatrix()
      return dummy.matrix
    })
    const make = (geometry: BufferGeometry): InstancedMesh => {
      const object = new InstancedMesh(geometry, undefined, 8)
      matrices.forEach((matrix, i) => {
        object.setMatrixAt(i, matrix)
      })
      object.count = matrices.length
      place(object, random)
      return object
    }
    const balls = shapeFromObject3D(make(new SphereGeometry(1)))
    expect(balls.kind === 'group' && balls.parts.map(({ kind }) => kind)).toEqual(Array(5).fill('sphere'))
    const knots = make(new TorusKnotGeometry(1, 0.3, 12, 5))
    expect(shapeFromObject3D(knots).kind).toBe('mesh')
    expectAsDrawn(knots)
  })

  test('skinned meshes as their bones stand, which may hang elsewhere', () => {
    const random = new Random(45)
    for (let round = 0; round < 10; round++) {
      const geometry = new CylinderGeometry(0.3, 0.3, 4, 5, 8)
      const count = geometry.getAttribute('position').count
      const indices: number[] = []
      const weights: number[] = []
      for (let i = 0; i < count; i++) {
        const w = (geometry.getAttribute('position').getY(i) + 2) / 4
        indices.push(0, 1, 0, 0)
        weights.push(1 - w, w, 0, 0)
      }
      geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4))
      geometry.setAttribute('skinWeight', new BufferAttribute(Float32Array.from(weights), 4))
      const scene = new Group()
      place(scene, random)
      const bones = [new Bone(), new Bone()]
      bones[1]!.position.y = 2
      bones[0]!.add(bones[1]!)
      scene.add(bones[0]!)
      const object = new SkinnedMesh(geometry)
      if (round % 2 === 1) object.bindMode = 'detached'
      scene.add(object)
      scene.updateMatrixWorld(true)
      object.bind(new Skeleton(bones))
      bones[1]!.rotation.set(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1))
      bones[0]!.rotation.z = random.range(-1, 1)
      place(object, random)
      place(scene, random)
      // Read before anything else brings the scene up to date.
      const shape = shapeFromObject3D(object, { frame: 'world' })
      const drawn = drawnCorners(object)
      expect(worstDifference(meshCorners(shape, IDENTITY), drawn)).toBeLessThan(CLOSE)
      // The bones do move something: at rest it would be elsewhere.
      const stiff = new Mesh(geometry)
      stiff.position.copy(object.position)
      stiff.quaternion.copy(object.quaternion)
      scene.add(stiff)
      const atRest = drawnCorners(stiff)
      expect(worstDifference(drawn, atRest)).toBeGreaterThan(0.1)
    }
  })

  test('interleaved, normalised and half-precision attributes', () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    const index = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
    const stride = Float32Array.from([0, 1, 2, 3].flatMap((v) => [9, ...corners.slice(3 * v, 3 * v + 3), 7]))
    const attributes = [
      new InterleavedBufferAttribute(new InterleavedBuffer(stride, 5), 3, 1),
      new BufferAttribute(
        Int8Array.from(corners, (c) => 127 * c),
        3,
        true,
      ),
      new BufferAttribute(
        Uint16Array.from(corners, (c) => 65535 * c),
        3,
        true,
      ),
      new BufferAttribute(Uint8Array.from(corners), 3),
      new BufferAttribute(Float64Array.from(corners) as unknown as Float32Array, 3),
      new Float16BufferAttribute(
        Uint16Array.from(corners, (c) => 0x3c00 * c),
        3,
      ),
    ]
    for (const attribute of attributes) {
      const geometry = new BufferGeometry().setAttribute('position', attribute).setIndex(index)
      const shape = shapeFromObject3D(new Mesh(geometry))
      const expected = mesh({ positions: corners, triangles: index })
      expect(worstDifference(meshCorners(shape, IDENTITY), meshCorners(expected, IDENTITY))).toBe(0)
      expect(meshTreeFromGeometry(geometry).size).toBe(4)
    }
  })

  test('only what is drawn: the draw range, and the vertices it uses', () => {
    const geometry = new BoxGeometry(1, 1, 1)
    geometry.setDrawRange(6, 6)
    const shape = shapeFromObject3D(new Mesh(geometry))
    expect(shape.kind === 'mesh' && [shape.triangles.length / 3, shape.positions.length / 3]).toEqual([2, 4])
    // One face of the box, at x = -1/2.
    expect(shape.kind === 'mesh' && [0, 3, 6, 9].map((i) => shape.positions[i])).toEqual([-0.5, -0.5, -0.5, -0.5])
  })

  test('meshTreeFromGeometry takes any matrix, and the options of MeshTree', () => {
    const matrix = new Matrix4().makeShear(0.5, 0, 0, 0, 0, 0).premultiply(new Matrix4().makeScale(1, 1, -1))
    const geometry = new BoxGeometry(1, 2, 3)
    const tree = meshTreeFromGeometry(geometry, matrix, { volume: 'kdop14' })
    expect([tree.volume, tree.size]).toEqual(['kdop14', 12])
    tree.validate()
    const object = new Mesh(geometry)
    object.matrixAutoUpdate = false
    object.matrix.copy(matrix)
    const read = mesh({ positions: tree.positions, triangles: tree.triangles })
    expect(worstDifference(meshCorners(read, IDENTITY), drawnCorners(object))).toBeLessThan(CLOSE)
  })
})

describe('what is left out', () => {
  test('lines, points, and what include says no to', () => {
    const object = new Group()
    const [a, b] = [new Mesh(new SphereGeometry(1)), new Mesh(new SphereGeometry(2))]
    b.name = 'marker'
    b.add(new Mesh(new SphereGeometry(3)))
    object.add(a, b, new LineSegments(new BoxGeometry(9, 9, 9)), new Points(new BoxGeometry(9, 9, 9)))
    object.add(new LineSegments2())
    const shape = shapeFromObject3D(object, { include: ({ name }) => name !== 'marker' })
    expect(shape.kind === 'sphere' && shape.radius).toBe(1)
  })

  test('hidden objects count: colliders are seldom shown', () => {
    const object = new Mesh(new SphereGeometry(1))
    object.visible = false
    expect(shapeFromObject3D(object).kind).toBe('sphere')
  })

  test('morph targets, with a note only where one is in use', () => {
    const geometry = new TorusKnotGeometry(1, 0.3, 12, 5)
    geometry.morphAttributes.position = [geometry.getAttribute('position').clone() as BufferAttribute]
    const object = new Mesh(geometry)
    object.name = 'face'
    const notes: string[] = []
    const before = meshCorners(shapeFromObject3D(object, { notes }), IDENTITY)
    expect(notes).toEqual([])
    object.morphTargetInfluences![0] = 0.5
    const after = meshCorners(shapeFromObject3D(object, { notes }), IDENTITY)
    expect(worstDifference(before, after)).toBe(0)
    expect(notes).toEqual(['Mesh "face": morph targets ignored, the shape is that without them.'])
  })

  test('meshes without triangles, with a note', () => {
    const object = new Group()
    object.add(new Mesh(), new Mesh(new SphereGeometry(1)))
    const notes: string[] = []
    expect(shapeFromObject3D(object, { notes }).kind).toBe('sphere')
    expect(notes).toEqual(['a Mesh without a name: has no triangles, left out.'])
  })
})

test('whatever the numbers, a shape as drawn or a named error', () => {
  const random = new Random(46)
  const nasty = [0, -0, 1, -1, 2, 1e-3, 1e-30, -1e-130, 1e-320, 1e30, 1e70, 1e300, NaN, Infinity, -Infinity]
  const pick = (): number => (random.unit() < 0.92 ? random.range(0.5, 2) : nasty[random.integer(nasty.length)]!)
  let shapes = 0
  let refused = 0
  for (let round = 0; round < 1500; round++) {
    const make = [
      () => new BoxGeometry(pick(), pick(), pick()),
      () => new SphereGeometry(pick(), 8, 4),
      () => new CapsuleGeometry(pick(), pick(), 2, 8),
      () => new CylinderGeometry(1, pick(), pick(), 8),
      () => new TorusKnotGeometry(pick(), 0.3, 8, 3),
    ]
    const object = new Mesh(make[round % make.length]!())
    const parent = new Group()
    for (const each of [object, parent]) {
      each.position.set(pick(), pick(), pick())
      each.quaternion.set(pick(), pick(), pick(), pick()).normalize()
      each.scale.set(pick(), pick(), pick())
    }
    parent.add(object)
    const at = round % 2 === 0 ? parent : object
    const options = { frame: round % 3 === 0 ? 'object' : 'world', primitives: round % 5 > 0 } as const
    try {
      const shape = shapeFromObject3D(at, options)
      shapes++
      if (shape.kind !== 'mesh' || options.frame === 'object') continue
      // Sorted: of what is all but flat, nobody can tell which side is out.
      const drawn = drawnCorners(at).sort()
      const size = Math.max(-drawn[0]!, drawn.at(-1)!)
      expect(worstDifference(meshCorners(shape, IDENTITY).sort(), drawn)).toBeLessThanOrEqual(1e-14 * size)
    } catch (error) {
      refused++
      if (!(error instanceof InvalidInputError)) throw error
    }
  }
  expect(shapes).toBeGreaterThan(200)
  expect(refused).toBeGreaterThan(200)
})

describe('refused by name', () => {
  const flat = new Mesh(new BoxGeometry(1, 1, 1))
  flat.scale.y = 0
  const broken = new Mesh(new BoxGeometry(1, 1, 1))
  broken.position.x = NaN
  const withPosition = (array: number[], size = 3): Mesh =>
    new Mesh(new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(array), size)))
  const outside = withPosition([0, 0, 0, 1, 0, 0, 0, 1, 0])
  outside.geometry.setIndex([0, 1, 3])
  const bent = new Mesh(new BoxGeometry(1, 1, 1))
  bent.matrixAutoUpdate = false
  bent.matrix.elements[3] = 0.5

  test.each<[string, () => unknown, RegExp]>([
    ['nothing', () => shapeFromObject3D(undefined as unknown as Object3D), /^object must be an Object3D of three/],
    ['an empty group', () => shapeFromObject3D(new Group()), /^object must be an Object3D with one triangle or more/],
    ['lines only', () => shapeFromObject3D(new LineSegments(new BoxGeometry())), /one triangle or more/],
    ['a flat object’s own frame', () => shapeFromObject3D(flat), /neither sheared nor flat; frame: 'world'/],
    ['a place that is no number', () => shapeFromObject3D(broken), /^object\.matrixWorld of a Mesh without a name/],
    ['a perspective', () => shapeFromObject3D(bent), /last row is 0 0 0 1/],
    ['a vertex that is no number', () => shapeFromObject3D(withPosition([0, NaN, 0, 1, 0, 0, 0, 1, 0])), /vertex 0/],
    ['points in a plane', () => shapeFromObject3D(withPosition([0, 0, 1, 0, 0, 1], 2)), /three numbers a vertex/],
    ['part of a triangle', () => shapeFromObject3D(withPosition([0, 0, 0, 1, 0, 0])), /three a triangle, got 2/],
    ['an index too large', () => shapeFromObject3D(outside), /index\[2\] must be a vertex from 0 to 2, got 3/],
    [
      'instanced geometry',
      () => {
        const geometry = new InstancedBufferGeometry()
        geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3))
        return shapeFromObject3D(new Mesh(geometry))
      },
      /no InstancedBufferGeometry/,
    ],
    ['no such frame', () => shapeFromObject3D(flat, { frame: 'local' as 'world' }), /one of object, world/],
    [
      'no such option',
      () => shapeFromObject3D(flat, { primitive: true } as object),
      /options\.primitive must be left out/,
    ],
    [
      'no geometry',
      () => meshTreeFromGeometry(flat as unknown as BufferGeometry),
      /^geometry must be a BufferGeometry/,
    ],
    ['an empty geometry', () => meshTreeFromGeometry(new BufferGeometry()), /^geometry must be one triangle or more/],
    ['no matrix', () => meshTreeFromGeometry(new BoxGeometry(), [] as unknown as Matrix4), /^matrix must be a Matrix4/],
  ])('%s', (_, act, message) => {
    expect(act).toThrow(InvalidInputError)
    expect(act).toThrow(message)
  })
})

test('meshes with holes: closed where that is little, or as open says', () => {
  const bin = new BoxGeometry(1, 1, 1).toNonIndexed()
  // Without one of its twelve triangles.
  bin.setDrawRange(0, 33)
  const shape = (options: ShapeFromObject3DOptions = {}) => shapeFromObject3D(new Mesh(bin), options)
  const ball = sphere({ radius: 0.01 })
  expect(collide(shape(), ball).collides).toBe(false)
  expect(collide(shape({ open: 'solid' }), ball).collides).toBe(true)
  expect(collide(shape({ closeWithin: 0.5 }), ball).collides).toBe(true)
  expect(() => shape({ open: 'refuse' })).toThrow(OpenMeshError)
  expect(() => shape({ open: 'shut' as never })).toThrow(InvalidInputError)
})
