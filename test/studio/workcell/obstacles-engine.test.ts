// Obstacles that the user adds, turns, scales, copies and renames: what the studio's engine says of them is what the command line says of
// the scene that is saved. Steps are undone; planning scenes become obstacles.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { strToU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { checkScene } from '../../../cli/check.js'
import { History } from '../../../studio/app/history.js'
import { engine } from '../../../studio/scenes/cell/engine.js'
import { changedPose, turnOf } from '../../../studio/workcell/changed-shape.js'
import { type CellEdits, NO_EDITS, pairKey } from '../../../studio/workcell/edits.js'
import { isOdd, likelyUnit, ObstacleMoves, PRIMITIVE_KINDS } from '../../../studio/workcell/obstacles.js'
import { FIRST, readCellState } from '../../../studio/workcell/state.js'
import { boxObj } from '../../formats/samples.js'
import { root } from '../browser.js'

/** The cell with its obstacles, as the panel has them. */
function cell(name = 'arm') {
  const side = engine.create()
  const view = side.open({ cell: name, edits: NO_EDITS })
  const history = new History<CellEdits>(NO_EDITS)
  const moves = new ObstacleMoves(history, () => view)
  return { side, view, history, moves }
}

/** `limber check scene.json --at … --json` of the files of an archive. */
async function checked(zip: Uint8Array, values: Readonly<Record<string, number>>): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'limber-obstacles-'))
  try {
    for (const [path, bytes] of Object.entries(unzipSync(zip))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), bytes)
    }
    writeFileSync(join(folder, 'at.json'), JSON.stringify(values))
    const { stdout } = await checkScene(join(folder, 'scene.json'), { at: join(folder, 'at.json'), json: true })
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('added, sized, turned, scaled, copied and renamed: the saved scene gives the same answer to the command line', async () => {
  const { side, view, history, moves } = cell()
  moves.add('cylinder')
  expect(history.value.added).toMatchObject([{ name: 'cylinder 1', kind: 'cylinder', size: [0.05, 0.4] }])
  moves.resize('cylinder 1', 1, 0.9)
  moves.turn('cylinder 1', 1, 90)
  moves.rename('cylinder 1', 'pipe')
  moves.add('capsule')
  moves.scale('capsule 1', 1.5)
  moves.duplicate('wheel')
  moves.turn('wheel copy', 0, 40)
  moves.scale('wheel copy', 2)
  moves.duplicate('pipe')
  moves.turn('crate', 2, 30)
  const file = { path: 'bin.obj', bytes: strToU8(boxObj(0.2, 0)) }
  const { meshes } = await side.openFiles({ files: [file], edits: history.value })
  moves.addMesh('bin.obj', meshes[0]!.size)
  moves.setUnit('bin.obj', 'in')
  history.set({ pairs: { [pairKey('arm/gun', 'pipe')]: 'allowed' } })
  const names = ['pipe', 'capsule 1', 'wheel copy', 'pipe 1', 'bin.obj']
  expect(history.value.added.map(({ name }) => name)).toEqual(names)
  const edits = history.value
  const { zip, notes } = side.scene({ edits })
  expect(notes).toEqual([])
  // Free, and with the arm in the pipe.
  for (const q of [view.start, view.start.map((x, i) => (i === 0 ? x - 0.9 : x))]) {
    const answer = side.ask({ edits, q }).value
    const values = Object.fromEntries(view.variableNames.map((name, i) => [name, q[i]!]))
    const said = (await checked(zip, values)) as {
      outcome: string
      nearest?: { distance: number; a: string; b: string }
    }
    expect(said.outcome).toBe(answer.touching.length > 0 ? 'collision' : 'free')
    if (answer.touching.length === 0) {
      expect(said.nearest).toMatchObject({ a: answer.nearest!.a, b: answer.nearest!.b })
      expect(said.nearest!.distance).toBeCloseTo(answer.nearest!.distance, 9)
    }
  }
})

test('every step is undone, a link has them all, and names that are taken are refused', () => {
  const { history, moves } = cell()
  moves.add('box')
  moves.turn('box 1', 2, 45)
  moves.scale('box 1', 3)
  moves.duplicate('box 1')
  expect(history.value.added.map(({ name }) => name)).toEqual(['box 1', 'box 2'])
  expect([history.value.turned['box 2'], history.value.scaled['box 2']]).toEqual([[0, 0, 45], 3])
  // Beside it, as wide as it is.
  expect(history.value.moved['box 2']).toEqual([0, -0.6, 0])
  const linked = readCellState(JSON.parse(JSON.stringify(history.value)), ['arm'])
  expect({ ...FIRST, ...linked }).toMatchObject(history.value)
  expect(() => moves.rename('box 2', 'bench')).toThrow('There is already something called bench.')
  expect(() => moves.rename('box 2', 'a/b')).toThrow('neither / nor |')
  expect(() => moves.resize('box 2', 0, 0)).toThrow('more than 0')
  expect(() => moves.scale('box 2', -1)).toThrow('from 0.001')
  moves.remove('box 2')
  expect(history.value.scaled).toEqual({ 'box 1': 3 })
  for (const left of [2, 1, 1, 1, 0]) {
    history.undo()
    expect(history.value.added.length).toBe(left)
  }
  expect(history.value).toEqual(NO_EDITS)
  for (const odd of [
    { turned: { bench: [1, 2] } },
    { scaled: { bench: 0 } },
    { added: [{ name: 'c', kind: 'cone', size: [1, 1], at: [0, 0, 0] }] },
    { added: [{ name: 'c', kind: 'cylinder', size: [1], at: [0, 0, 0] }] },
  ]) {
    expect(() => readCellState(odd, ['arm'])).toThrow(Object.keys(odd)[0]!)
  }
})

test('what is added is about as large as it should be beside a crane, an arm and a hand, and within their reach', () => {
  const { history, view } = cell()
  for (const [radius, size] of [
    [20, 2],
    [1.4, 0.2],
    [0.1, 0.02],
  ] as const) {
    const moves = new ObstacleMoves(history, () => ({ ...view, around: { ...view.around!, radius } }))
    moves.add('box')
    const one = history.value.added.at(-1)!
    expect(one.size).toEqual([size, size, size])
    expect(Math.hypot(...one.at.map((x, k) => x - view.around!.centre[k]!))).toBeLessThan(radius)
  }
})

test('what is added touches nothing where robots stand, and not what was added before', () => {
  for (const name of ['arm', 'six', 'figure']) {
    const { side, view, history, moves } = cell(name)
    const { touching: before } = side.ask({ edits: NO_EDITS, q: view.start }).value
    for (const kind of PRIMITIVE_KINDS) {
      moves.add(kind)
      const { touching } = side.ask({ edits: history.value, q: view.start }).value
      expect(touching, `${name}, ${kind}`).toEqual(before)
    }
    const boxes = history.value.added.map(({ at }) => at)
    for (const a of boxes)
      for (const b of boxes) if (a !== b) expect(Math.hypot(...a.map((x, k) => x - b[k]!))).toBeGreaterThan(0.3)
  }
})

test('a turn is about the own origin, and exact for right angles', () => {
  expect(turnOf([0, 0, 90])).toEqual([0, -1, 0, 1, 0, 0, -0, 0, 1])
  expect(changedPose({ at: [1, 2, 3] }, [0.5, 0, 0], [0, 0, 0])).toEqual({ at: [1.5, 2, 3] })
  const turned = changedPose({ at: [1, 2, 3], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }, undefined, [0, 0, 90])
  const expected = [-1, 0, 0, 1, 0, -1, 0, 2, 0, 0, 1, 3]
  Array.from(turned as ArrayLike<number>).forEach((x, k) => {
    expect(x).toBeCloseTo(expected[k]!, 12)
  })
})

test('a mesh of an odd size is asked about, is as large as an obstacle at first, and stands beside the cell', () => {
  const { history, moves, view } = cell()
  moves.addMesh('part.obj', [300, 200, 100])
  moves.addMesh('plain.obj', [0.3, 0.2, 0.1])
  moves.addMesh('dust.obj', [0.001, 0.001, 0.001])
  expect(moves.asked.value).toEqual(['part.obj', 'dust.obj'])
  expect(history.value.added.map(({ unit }) => unit)).toEqual(['mm', undefined, undefined])
  moves.setUnit('part.obj', 'm')
  const placeOf = (k: number) => history.value.added[k]!.at as [number, number, number]
  const { centre, radius } = view.around!
  // On the floor; all of it is behind the middle of the cell, seen from the camera, or it would hide the cell.
  expect(placeOf(0)[1] - 100).toBeGreaterThan(centre[1]!)
  expect(placeOf(0)[2]).toBe(50)
  expect(placeOf(1)[1] + 0.1).toBeLessThan(centre[1]!)
  moves.answered('part.obj')
  expect(moves.asked.value).toEqual(['dust.obj'])
  // Fifteen centimetres in a file in centimetres are not fifteen metres without a question.
  moves.addMesh('cup.obj', [15, 12, 20])
  expect(moves.asked.value).toEqual(['dust.obj', 'cup.obj'])
  expect(isOdd([2.5 * radius, 1, 1], radius)).toBe(false)
})

test('a planning scene becomes obstacles, by themselves and in the frame of the robot', async () => {
  const example = (path: string) => ({ path, bytes: new Uint8Array(readFileSync(join(root, 'examples', path))) })
  const side = engine.create()
  await side.openFiles({ files: ['arm.urdf', 'arm.srdf'].map(example), edits: NO_EDITS })
  for (const [file, names] of [
    ['table.scene', ['table', 'tray', 'post']],
    ['planning-scene.yaml', ['table', 'tray', 'post']],
  ] as const) {
    const { obstacles, notes } = await side.openFiles({ files: [example(file)], edits: NO_EDITS, folder: `${file}/` })
    expect(obstacles!.map(({ name }) => name)).toEqual(names)
    expect(obstacles![0]).toMatchObject({ kind: 'box', size: [1.6, 1.2, 0.05] })
    const history = new History<CellEdits>(NO_EDITS)
    new ObstacleMoves(history, () => undefined).addFound(obstacles!)
    const drawn = side.things({ edits: history.value }).filter(({ kind }) => kind === 'obstacle')
    expect(drawn.map(({ name }) => name)).toEqual(names)
    expect(notes!.some((note) => note.startsWith('Only its obstacles are taken'))).toBe(file.endsWith('.yaml'))
  }
  // Of another robot: it is said whose link is missing.
  const { side: other } = cell()
  const files = [example('planning-scene.yaml')]
  await expect(other.openFiles({ files, edits: NO_EDITS })).rejects.toThrow(/planning-scene\.yaml/)
})

const data = process.env.LIMBER_DATA
test.skipIf(data === undefined)(
  'beetle.obj, an open mesh, is of a usual size; a thousand times as large it is in millimetres',
  async () => {
    const { side, view, history, moves } = cell()
    const bytes = new Uint8Array(readFileSync(join(data!, 'meshes', 'beetle.obj')))
    const { meshes } = await side.openFiles({ files: [{ path: 'beetle.obj', bytes }], edits: NO_EDITS })
    const { size } = meshes[0]!
    const reach = view.around!.radius
    expect([isOdd(size, reach), likelyUnit(size, reach)]).toEqual([false, 'm'])
    const large = size.map((s) => 1000 * s)
    expect([isOdd(large, reach), likelyUnit(large, reach)]).toEqual([true, 'mm'])
    moves.addMesh('beetle.obj', size)
    expect(moves.asked.value).toEqual([])
    const drawn = side.things({ edits: history.value }).find(({ name }) => name === 'beetle.obj')!
    // It does not count for what there is to see: the view stays on the cell.
    expect(drawn.isAdded).toBe(true)
    expect(drawn.shapes).toHaveLength(1)
  },
)
