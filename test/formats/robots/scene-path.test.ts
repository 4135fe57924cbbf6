// Path files and pose files → values by joint → configurations in a world's order.
import { expect, test } from 'vitest'
import { SceneFileError } from '../../../src/errors.js'
import { configurationsOf, jointsLeftOut, parsePath } from '../../../src/formats/robots/scene-path.js'
import { Robot } from '../../../src/robots/model/robot.js'
import { World } from '../../../src/robots/world/world.js'
import { sphere } from '../../../src/shapes/shape.js'

function refusal(act: () => unknown): SceneFileError {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(SceneFileError)
    return error as SceneFileError
  }
  throw new Error('it was read')
}

const ORDER = {
  variables: ['arm/shoulder', 'arm/elbow', 'cart/base/x', 'cart/base/theta', 'cart/elbow'],
  neutral: () => Float64Array.of(0, 0.5, 0, 0, -0.5),
  configuration: (_: object, from: Float64Array) => from.slice(),
}

test('a path, and a pose as a path of one waypoint or as a table', () => {
  const path = { joints: ['arm/shoulder', 'cart/base/x'], waypoints: [[1, 2], [3, 4]] } // biome-ignore format: one line
  expect(parsePath(JSON.stringify(path))).toEqual(path)
  expect(parsePath(path)).toEqual(path)
  expect(parsePath({ ...path, times: [0, 1.5] })).toEqual({ ...path, times: [0, 1.5] })
  expect(parsePath('{"arm/shoulder": 1, "elbow": -2e-1}')).toEqual({
    joints: ['arm/shoulder', 'elbow'],
    waypoints: [[1, -0.2]],
  })
  expect(parsePath('{}')).toEqual({ joints: [], waypoints: [[]] })
  // A joint may be called so.
  expect(parsePath('{"joints": 1, "waypoints": 2}').joints).toEqual(['joints', 'waypoints'])
})

test.each<[string, string | undefined, string]>([
  ['[1, 2]', undefined, 'expected a path: {"joints"'],
  ['7', undefined, 'or a pose: {"robot/joint": value, …}, got 7'],
  ['{"a": "1"}', 'a', 'a finite number, got "1"'],
  ['{"arm/a": 1e999}', '["arm/a"]', 'a finite number, got Infinity'],
  ['{"a": 1, "a": 2}', undefined, 'the field "a" once in its object'],
  ['{"joints": ["a"]}', 'waypoints', 'one waypoint or more'],
  ['{"joints": ["a"], "waypoints": []}', 'waypoints', 'one waypoint or more'],
  ['{"waypoints": [[1]]}', 'joints', "the joints' names"],
  ['{"joints": "a", "waypoints": [[1]]}', 'joints', 'an array, got "a"'],
  ['{"joints": ["a", 2], "waypoints": [[1, 2]]}', 'joints[1]', 'the name of a joint, got 2'],
  ['{"joints": ["a", "a"], "waypoints": [[1, 2]]}', 'joints[1]', 'each joint once: joints[0] is the same'],
  ['{"joints": ["a"], "waypoints": [1]}', 'waypoints[0]', 'a list of 1 numbers, one a joint, got 1'],
  ['{"joints": ["a"], "waypoints": [[1], [1, 2]]}', 'waypoints[1]', 'a list of 1 numbers, one a joint, got 2'],
  ['{"joints": ["a"], "waypoints": [[null]]}', 'waypoints[0][0]', 'a finite number, got null'],
  [
    '{"joints": ["a"], "waypoints": [[1]], "speeds": [0]}',
    'speeds',
    'no field of that name: known are joints, waypoints, times',
  ],
  ['{"joints": ["a"], "waypoints": [[1]], "times": [0, 1]}', 'times', 'a list of 1 times in seconds, one a waypoint'],
  ['{"joints": ["a"], "waypoints": [[1], [2]], "times": [0, null]}', 'times[1]', 'a finite number, got null'],
  ['{"joints": ["a"], "waypoints": [[1], [2]], "times": [1, 1]}', 'times[1]', 'later than the one before, 1, got 1'],
  ['{"joints": ["a"], "waypoints": [[1]]', undefined, 'expected JSON, got the end of the text'],
])('refused: %s', (text, field, message) => {
  const error = refusal(() => parsePath(text, 'q.json'))
  expect(error).toMatchObject({ file: 'q.json', field, line: 1 })
  expect(error.message).toContain(message)
})

test('configurations in the order of the world, the rest at neutral', () => {
  const path = parsePath('{"joints": ["cart/elbow", "shoulder", "base/x"], "waypoints": [[1, 2, 3], [4, 5, 6]]}')
  expect(configurationsOf(ORDER, path)).toEqual([Float64Array.of(2, 0.5, 3, 0, 1), Float64Array.of(5, 0.5, 6, 0, 4)])
  expect(jointsLeftOut(ORDER, path)).toEqual(['arm/elbow', 'cart/base/theta'])
  expect(configurationsOf(ORDER, parsePath('{}'))).toEqual([ORDER.neutral()])
  expect(jointsLeftOut(ORDER, parsePath('{}'))).toEqual(ORDER.variables)
})

test('what the world refuses is said of the waypoint', () => {
  const world = new World({
    robots: [
      new Robot({
        name: 'ship',
        links: [{ name: 'sea' }, { name: 'hull', geometry: [{ shape: sphere({ radius: 1 }) }] }],
        joints: [{ name: 'float', kind: 'floating', parent: 'sea', child: 'hull' }],
      }),
    ],
  })
  const path = (w: number) => ({ joints: ['ship/float/rot_w'], waypoints: [[1], [w]] })
  expect(configurationsOf(world, parsePath(path(-1)))[1]).toEqual(Float64Array.of(0, 0, 0, 0, 0, 0, -1))
  const error = refusal(() => configurationsOf(world, parsePath(path(0.5)), 'q.json'))
  expect(error.message).toMatch(/^q\.json, waypoints\[1\]: expected a configuration, got this: .*unit quaternion/)
})

test.each([
  ['{"arm/sholder": 1}', 'got another; did you mean "arm/shoulder"?'],
  ['{"bow/elbow": 1}', 'did you mean "arm/elbow" or "cart/elbow"?'],
  [
    '{"quite_another": 1}',
    'expected a joint of the scene with its own value, which fixed and mimic joints do not have, got another',
  ],
  ['{"__proto__": 1}', 'got another'],
  ['{"constructor": 1}', 'got another'],
  ['{"elbow": 1}', 'expected the robot\'s name before it: "arm/elbow" or "cart/elbow"'],
  ['{"shoulder": 1, "arm/shoulder": 2}', 'each joint once, got it and "shoulder", which is the same'],
])('a joint that is not one of the world: %s', (text, message) => {
  const error = refusal(() => configurationsOf(ORDER, parsePath(text), 'q.json'))
  expect(error.message).toMatch(/^q\.json, joint "/)
  expect(error.message).toContain(message)
  expect(refusal(() => jointsLeftOut(ORDER, parsePath(text))).message).toContain(message)
})
