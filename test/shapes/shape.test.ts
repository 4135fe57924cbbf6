import { expect, test } from 'vitest'
import { InvalidInputError } from '../../src/errors.js'
import { parseMesh } from '../../src/index.js'
import { box, capsule, checkShape, convex, cylinder, group, mesh, type Shape, sphere } from '../../src/shapes/shape.js'

function refusal(build: () => unknown): string {
  try {
    build()
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError)
    const { field, message } = error as InvalidInputError
    expect(message).toContain(field)
    return field
  }
  throw new Error('it was not refused')
}

test('[bad-input] builders refuse what is not a shape, and name the field', () => {
  for (const radius of [0, -1, -0, Number.NaN, Infinity, 1e61, '1' as unknown as number]) {
    expect(refusal(() => sphere({ radius }))).toBe('sphere.radius')
    expect(refusal(() => capsule({ radius, from: [0, 0, 0], to: [1, 0, 0] }))).toBe('capsule.radius')
    expect(refusal(() => box({ size: [1, 1, radius] }))).toBe('box.size[2]')
    expect(refusal(() => cylinder({ radius, length: 1 }))).toBe('cylinder.radius')
    expect(refusal(() => cylinder({ radius: 1, length: radius }))).toBe('cylinder.length')
  }
  expect(refusal(() => cylinder({ radius: 1 } as never))).toBe('cylinder.length')
  expect(refusal(() => cylinder({ radius: 1, height: 1 } as never))).toBe('cylinder.height')
  expect(refusal(() => cylinder({ radius: 1, length: 1, rotation: [1, 1, 1, 1] }))).toBe('cylinder.rotation')
  expect(refusal(() => cylinder({ radius: 1, length: 1, at: [0, 0, 1e61] }))).toBe('cylinder.at[2]')
  expect(refusal(() => cylinder(null as never))).toBe('cylinder')
  expect(refusal(() => sphere({ radius: 1, at: [0, Number.NaN, 0] }))).toBe('sphere.at[1]')
  expect(refusal(() => sphere({ radius: 1, at: [0, 0] }))).toBe('sphere.at')
  expect(refusal(() => sphere(undefined as never))).toBe('sphere')
  expect(refusal(() => capsule({ radius: 1, from: [0, 0, 0], to: undefined as never }))).toBe('capsule.to')
  expect(refusal(() => capsule({ radius: 1, from: [0, 0, Infinity], to: [0, 0, 0] }))).toBe('capsule.from[2]')
  expect(refusal(() => box({ size: [1, 1] }))).toBe('box.size')
  expect(refusal(() => box({ size: [1, 1, 1], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 2] }))).toBe('box')
  expect(refusal(() => box({ size: [1, 1, 1], rotation: [1, 1, 1, 1] }))).toBe('box.rotation')
  expect(refusal(() => box({ size: [1, 1, 1], at: [Number.NaN, 0, 0] }))).toBe('box.at[0]')
  expect(refusal(() => convex({ points: [] }))).toBe('convex.points')
  expect(refusal(() => convex({ points: [1, 2] }))).toBe('convex.points')
  expect(refusal(() => convex({ points: [1, 2, Number.NaN] }))).toBe('convex.points[2]')
  expect(refusal(() => convex({ points: 'abc' as never }))).toBe('convex.points')
  const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0]
  expect(refusal(() => mesh({ positions, triangles: [] }))).toBe('mesh.triangles')
  expect(refusal(() => mesh({ positions, triangles: [0, 1] }))).toBe('mesh.triangles')
  for (const index of [3, -1, 0.5, Number.NaN, 2 ** 32]) {
    expect(refusal(() => mesh({ positions, triangles: [0, 1, index] }))).toBe('mesh.triangles[2]')
  }
  expect(refusal(() => mesh({ positions: [0, 0], triangles: [0, 0, 0] }))).toBe('mesh.positions')
  expect(refusal(() => group([]))).toBe('group')
  expect(refusal(() => group([sphere({ radius: 1 }), 7 as never]))).toBe('group[1]')
  expect(refusal(() => group(undefined as never))).toBe('group')
})

test('what is degenerate but has a meaning is accepted', () => {
  capsule({ radius: 1, from: [1, 2, 3], to: [1, 2, 3] })
  convex({ points: [1, 2, 3] })
  convex({ points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0] })
  mesh({ positions: [0, 0, 0, 1, 0, 0], triangles: [0, 0, 1, 1, 1, 1] })
})

test('input is copied and the record is frozen', () => {
  const at = [1, 2, 3]
  const s = sphere({ radius: 1, at })
  at[0] = 9
  expect([...s.centre]).toEqual([1, 2, 3])
  expect(Object.isFrozen(s)).toBe(true)
  const points = new Float64Array([0, 0, 0, 1, 1, 1])
  const c = convex({ points })
  points[0] = 9
  expect(c.points[0]).toBe(0)
})

test('a group has no groups in it', () => {
  const s = sphere({ radius: 1 })
  const nested = group([group([s, s]), s, group([group([s])])])
  expect(nested.parts.map((part) => part.kind)).toEqual(['sphere', 'sphere', 'sphere', 'sphere'])
})

test('checkShape gives back what a builder made, and checks look-alikes', () => {
  const shapes: Shape[] = [
    sphere({ radius: 1 }),
    capsule({ radius: 1, from: [0, 0, 0], to: [1, 0, 0] }),
    box({ size: [1, 2, 3], at: [1, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }),
    convex({ points: [0, 0, 0, 1, 1, 1] }),
    mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] }),
    group([sphere({ radius: 1 })]),
    cylinder({ radius: 1, length: 3, at: [1, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }),
    // enough points for edges to be kept
    convex({ points: Array.from({ length: 120 }, (_, k) => Math.sin(k * k)) }),
  ]
  for (const shape of shapes) {
    expect(checkShape('link', shape)).toBe(shape)
    const clone = structuredClone(shape)
    const checked = checkShape('link', clone)
    expect(checked).not.toBe(clone)
    expect(checked).toEqual(shape)
  }
  for (const radius of [-1, Number.NaN, 0]) {
    expect(refusal(() => checkShape('links[3]', { kind: 'sphere', radius, centre: [0, 0, 0] }))).toBe('links[3].radius')
    expect(refusal(() => checkShape('a', { ...shapes[1], radius }))).toBe('a.radius')
    expect(refusal(() => checkShape('a', { ...shapes[2], half: [1, 1, radius] }))).toBe('a.half[2]')
    const parts = [{ ...shapes[0], radius }]
    expect(refusal(() => checkShape('a', { ...shapes[5], parts }))).toBe('a.parts[0].radius')
    expect(refusal(() => checkShape('a', { ...shapes[6], radius }))).toBe('a.radius')
    expect(refusal(() => checkShape('a', { ...shapes[6], length: radius }))).toBe('a.length')
  }
  expect(refusal(() => checkShape('a', { ...shapes[2], pose: undefined }))).toBe('a')
  expect(refusal(() => checkShape('a', { radius: 1 }))).toBe('a.kind')
  expect(refusal(() => checkShape('a', { kind: 'torus' }))).toBe('a.kind')
  for (const value of [undefined, null, 3, 'sphere']) expect(refusal(() => checkShape('a', value))).toBe('a')
})

test('what a reader of mesh files returns is a mesh as it stands', () => {
  const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'
  expect(mesh(parseMesh(new TextEncoder().encode(text), { name: 'a.obj' })).triangles).toHaveLength(3)
})
