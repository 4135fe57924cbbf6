// The scene file's text → a checked description: what is read, what is refused, and how that is said.
import { expect, test } from 'vitest'
import { readPose } from '../../../src/base/math/pose-input.js'
import { SceneFileError } from '../../../src/errors.js'
import { parseScene } from '../../../src/formats/robots/scene.js'
import { didYouMean, nearNames } from '../../../src/formats/robots/scene-names.js'
import { placementOf } from '../../../src/formats/robots/scene-shape.js'
import { CELL } from './scene-samples.js'

function refusal(input: string | object, name?: string): SceneFileError {
  try {
    parseScene(input, name)
  } catch (error) {
    expect(error).toBeInstanceOf(SceneFileError)
    return error as SceneFileError
  }
  throw new Error('it was read')
}

/** CELL with one field changed: `at` is the field's path, as keys. */
function changed(at: readonly (string | number)[], value: unknown): object {
  const scene = structuredClone(CELL)
  let node = scene as unknown as Record<string | number, unknown>
  for (const key of at.slice(0, -1)) node = node[key] as typeof node
  if (value === undefined) delete node[at.at(-1)!]
  else node[at.at(-1)!] = value
  return scene
}

test('a scene comes out as it went in, from text or value, and again from what came out', () => {
  const text = JSON.stringify(CELL)
  const scene = parseScene(text, 'cell.json')
  expect(scene).toEqual(CELL)
  expect(parseScene(CELL)).toEqual(CELL)
  expect(parseScene(scene)).toEqual(scene)
  expect(parseScene(`\ufeff${text}`)).toEqual(scene)
  // A copy: what the caller does to the value later does not matter.
  expect(scene.obstacles[0]).not.toBe(CELL.obstacles[0])
})

test('everything except the version may be left out', () => {
  const nothing = { limber: 1, robots: [], obstacles: [], attached: [], allowed: [] }
  expect(parseScene('{"limber":1}')).toEqual(nothing)
})

test.each<[string, (string | number)[], unknown, string]>([
  ['limber', ['limber'], undefined, 'the version of the format: "limber": 1, got nothing'],
  ['limber', ['limber'], 2, 'a version of the format that this Limber reads: 1, got 2'],
  ['limber', ['limber'], '1', 'that this Limber reads: 1, got "1"'],
  ['robots', ['robots'], {}, 'an array, got an object'],
  ['robots', ['robots'], null, 'an array, got null'],
  [
    'colour',
    ['colour'],
    'red',
    'no field of that name: known are limber, robots, obstacles, attached, necklaces, deforming, allowed, got "red"',
  ],
  ['robots[0]', ['robots', 0], 'arm.urdf', 'an object, got "arm.urdf"'],
  ['robots[0].geometry', ['robots', 0, 'geometry'], 'all', 'one of collision, visual, both, got "all"'],
  ['robots[0].geometry', ['robots', 0, 'geometry'], null, 'one of collision, visual, both, got null'],
  ['robots[0].name', ['robots', 0, 'name'], undefined, 'a name, got nothing'],
  ['robots[0].name', ['robots', 0, 'name'], '', 'a name, got ""'],
  ['robots[0].name', ['robots', 0, 'name'], 'a\u001b[31mb', 'a name, got "a\\u001b[31mb"'],
  ['robots[0].name', ['robots', 0, 'name'], 'a/b', 'a name without a slash'],
  ['robots[1].name', ['robots', 1, 'name'], 'arm', 'nothing else has: robots[0].name has it already, got "arm"'],
  ['obstacles[1].name', ['obstacles', 1, 'name'], 'left', 'robots[1].name has it already'],
  ['attached[0].name', ['attached', 0, 'name'], 'table', 'obstacles[0].name has it already'],
  [
    'robots[0].urdf',
    ['robots', 0, 'urdf'],
    undefined,
    'a path from the folder of the scene file to a URDF or xacro file',
  ],
  ['robots[0].srdf', ['robots', 0, 'srdf'], 3, 'to an SRDF file, got 3'],
  ['robots[0].packages', ['robots', 0, 'packages'], [], 'an object, got an array of 0'],
  ['robots[0].packages.cell', ['robots', 0, 'packages'], { cell: 1 }, "to that package's folder, got 1"],
  ['robots[0].base.xyz', ['robots', 0, 'base', 'xyz'], [0, 1], 'three numbers: x, y, z, got an array of 2'],
  ['robots[0].base.xyz[2]', ['robots', 0, 'base', 'xyz', 2], '0', 'a number of at most 1e+60, got "0"'],
  ['robots[0].base.at', ['robots', 0, 'base'], { at: [0, 0, 0] }, 'no field of that name: known are xyz, rpy, quat'],
  [
    'robots[0].base',
    ['robots', 0, 'base'],
    { rpy: [0, 0, 0], quat: [0, 0, 0, 1] },
    'a turn by rpy or by quat, got both',
  ],
  [
    'robots[0].base.quat',
    ['robots', 0, 'base'],
    { quat: [0, 0, 0, 2] },
    'unit quaternion x, y, z, w, got one of length 2',
  ],
  ['robots[0].base.quat', ['robots', 0, 'base'], { quat: [0, 0, 0] }, 'four numbers'],
  ['robots[0].base.quat[3]', ['robots', 0, 'base'], { quat: [0, 0, 0, null] }, 'a finite number, got null'],
  ['obstacles[0].shape', ['obstacles', 0, 'shape'], undefined, 'a shape: {"kind": …}, got nothing'],
  [
    'obstacles[0].shape.kind',
    ['obstacles', 0, 'shape', 'kind'],
    'cube',
    'box, sphere, cylinder, capsule, convex, mesh or triangles',
  ],
  ['obstacles[0].shape.kind', ['obstacles', 0, 'shape', 'kind'], '__proto__', 'box, sphere'],
  ['obstacles[0].shape.size[1]', ['obstacles', 0, 'shape', 'size', 1], 0, 'a positive number from'],
  ['obstacles[0].shape.size', ['obstacles', 0, 'shape', 'size'], 1, 'three lengths'],
  ['obstacles[0].shape.radius', ['obstacles', 0, 'shape', 'radius'], 1, 'no field of that name: known are kind, size'],
  ['obstacles[1].shape.radius', ['obstacles', 1, 'shape', 'radius'], -1, 'a positive number'],
  ['obstacles[2].shape.length', ['obstacles', 2, 'shape', 'length'], undefined, 'a positive number'],
  ['obstacles[4].shape.points', ['obstacles', 4, 'shape', 'points'], [], 'one point [x, y, z] or more'],
  ['obstacles[4].shape.points[1]', ['obstacles', 4, 'shape', 'points', 1], [1, 2], 'a point: three numbers'],
  ['obstacles[5].shape.file', ['obstacles', 5, 'shape', 'file'], ' ', 'the path of a mesh file'],
  ['obstacles[5].shape.scale', ['obstacles', 5, 'shape', 'scale'], 0, 'a finite number other than 0, or three of them'],
  ['obstacles[5].shape.scale[1]', ['obstacles', 5, 'shape', 'scale'], [1, 'x', 1], 'a finite number other than 0'],
  ['attached[0].link', ['attached', 0, 'link'], 'gripper', 'the name of a link as "robot/link"'],
  ['attached[0].link', ['attached', 0, 'link'], 'lefft/gripper', 'got "lefft"; did you mean "left"?'],
  ['attached[0].touch', ['attached', 0, 'touch'], 'table', 'an array, got "table"'],
  ['attached[0].touch[0]', ['attached', 0, 'touch'], ['tabel'], 'got "tabel"; did you mean "table"?'],
  ['attached[0].touch[0]', ['attached', 0, 'touch'], ['arm'], 'got "arm", which is a whole robot'],
  ['allowed[0]', ['allowed', 0], ['table'], 'a pair: ["robot/link", "obstacle"]'],
  ['allowed[0]', ['allowed', 0], ['table', 'table'], 'two different things, got "table" twice'],
  ['allowed[0][1]', ['allowed', 0, 1], 'shelf', 'the name of an obstacle'],
])('refused: %s', (field, at, value, message) => {
  const input = changed(at, value)
  for (const form of [input, JSON.stringify(input, null, 2)]) {
    const error = refusal(form, 'cell.json')
    expect(error.message).toContain(message)
    expect(error.message.startsWith('cell.json')).toBe(true)
    expect(error).toMatchObject({ file: 'cell.json', field })
    expect(error.line === undefined).toBe(typeof form !== 'string')
  }
})

test('[scene-strict] the place of a field is its line and column', () => {
  const text =
    '{\n  "limber": 1,\n  "obstacles": [\n    { "name": "Tür", "shape": { "kind": "box", "size": [1, 2, 1e999] } }\n  ]\n}'
  expect(refusal(text, 'a.json')).toMatchObject({
    ...{ line: 4, column: 63, field: 'obstacles[0].shape.size[2]' },
    message: expect.stringMatching(
      /^a\.json, line 4, column 63, obstacles\[0\]\.shape\.size\[2\]: expected .*, got Infinity$/,
    ),
  })
})

test.each<[string, number, number, string]>([
  ['', 1, 1, 'the end of the text'],
  ['{\n  "limber": 1,\n}', 3, 1, '"}"'],
  ['{"limber":1,\n "robots": [}', 2, 13, '"}"'],
  ['{"limber":1} x', 1, 14, '"x"'],
  ['{"limber":1,\n "rob', 2, 6, 'the end of the text'],
  ['{"limber" 1}', 1, 11, '"1}"'],
  ['{"limber":\nNaN}', 2, 1, '"NaN}"'],
  ['{"limber":01}', 1, 11, '"01}"'],
  ['{"limber":"\\x"}', 1, 1, 'JSON'],
  ["{'limber':1}", 1, 2, '"\'limber\':1"'],
  ['// a scene\n{"limber":1}', 1, 1, '"// a scene'],
])('JSON that is none: %j', (text, line, column, got) => {
  const error = refusal(text, 'a.json')
  expect(error).toMatchObject({ line, column, field: undefined })
  expect(error.message).toContain('expected JSON, got')
  expect(error.message).toContain(got)
})

test('[scene-strict] a name that occurs twice in one object is refused: one of them would be lost', () => {
  const error = refusal('{"limber":1,\n"obstacles":[],\n"obstacles":[]}')
  expect(error).toMatchObject({ line: 3, column: 1 })
  expect(error.message).toBe('scene, line 3, column 1: expected the field "obstacles" once in its object, got it twice')
  // The same key in other objects, or as a value, is no such thing.
  expect(
    parseScene('{"limber":1,"robots":[{"name":"limber","urdf":"limber"},{"name":"b","urdf":"u"}]}').robots,
  ).toHaveLength(2)
})

test('__proto__ is a field like any other, and depth is harmless', () => {
  expect(refusal('{"limber":1,"__proto__":{"robots":[]}}').field).toBe('__proto__')
  expect(refusal('{"limber":1,"constructor":1}').field).toBe('constructor')
  const scene = parseScene('{"limber":1,"robots":[{"name":"a","urdf":"u","packages":{"__proto__":"p"}}]}')
  expect(Object.keys(scene.robots[0]!.packages!)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(scene.robots[0]!.packages)).toBe(Object.prototype)
  expect(({} as Record<string, unknown>).p).toBeUndefined()
  const deep = '['.repeat(300_000)
  expect(refusal(`{"limber":1,"robots":${deep}${']'.repeat(300_000)}}`).field).toBe('robots[0]')
  expect(refusal(`{"limber":1,"robots":${deep}`).message).toContain('got the end of the text')
})

test('values that are not JSON are refused too', () => {
  for (const value of [() => 1, Symbol('x'), 10n, Number.NaN, new Map(), Number.NEGATIVE_INFINITY]) {
    expect(refusal(changed(['obstacles', 1, 'shape', 'radius'], value)).field).toBe('obstacles[1].shape.radius')
  }
  expect(refusal([]).message).toBe('scene: expected an object, got an array of 0')
  expect(refusal(null as unknown as object).message).toBe('scene: expected an object, got null')
  const round: Record<string, unknown> = { limber: 1 }
  round.robots = [round]
  expect(refusal(round).field).toBe('robots[0].limber')
})

test('rpy is Rz · Ry · Rx, as in URDF, and a quaternion is x, y, z, w', () => {
  const pose = (given: Parameters<typeof placementOf>[0]): number[] => {
    const out = new Float64Array(12)
    readPose(out, 0, 'pose', placementOf(given))
    return Array.from(out)
  }
  expect(pose(undefined)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
  expect(pose({ xyz: [1, 2, 3] })).toEqual([1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3])
  // By hand: three matrices multiplied out.
  const [r, p, y] = [0.3, -1.1, 2.5] as const
  const turns = [
    [Math.cos(y), -Math.sin(y), 0, Math.sin(y), Math.cos(y), 0, 0, 0, 1],
    [Math.cos(p), 0, Math.sin(p), 0, 1, 0, -Math.sin(p), 0, Math.cos(p)],
    [1, 0, 0, 0, Math.cos(r), -Math.sin(r), 0, Math.sin(r), Math.cos(r)],
  ]
  const product = turns.reduce((a, b) =>
    Array.from({ length: 9 }, (_, k) =>
      [0, 1, 2].reduce((sum, m) => sum + a[k - (k % 3) + m]! * b[3 * m + (k % 3)]!, 0),
    ),
  )
  const found = pose({ rpy: [r, p, y] })
  product.forEach((value, k) => {
    expect(found[4 * Math.trunc(k / 3) + (k % 3)]).toBeCloseTo(value, 15)
  })
  // A quarter turn about z takes x to y.
  const quarter = pose({ quat: [0, 0, Math.SQRT1_2, Math.SQRT1_2] })
  expect(quarter[4]).toBeCloseTo(1, 15)
  const same = pose({ rpy: [0, 0, Math.PI / 2] })
  quarter.forEach((value, k) => {
    expect(same[k]).toBeCloseTo(value, 15)
  })
})

test('names that are nearly right', () => {
  const known = ['arm/shoulder', 'arm/elbow', 'other/elbow', 'arm/wrist_1', 'arm/wrist_2']
  expect(nearNames('elbo', known)).toEqual(['arm/elbow', 'other/elbow'])
  expect(nearNames('ARM/Shoulder', known)).toEqual(['arm/shoulder'])
  expect(nearNames('robot/wrist_1', known)).toEqual(['arm/wrist_1', 'arm/wrist_2'])
  expect(nearNames('quite another', known)).toEqual([])
  expect(didYouMean('elbo', known)).toBe('; did you mean "arm/elbow" or "other/elbow"?')
  expect(didYouMean('x'.repeat(1e6), known)).toBe('')
})
