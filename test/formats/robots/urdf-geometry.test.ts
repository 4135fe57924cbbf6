// Which elements of a URDF file are geometry: <collision>, <visual>, or both.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRobot } from '../../../node/index.js'
import { type MeshData, parseMesh } from '../../../src/entries/meshes.js'
import { type GeometryChoice, InvalidInputError, parseRobot, parseUrdf, World } from '../../../src/entries/robots.js'
import { binaryStl, TETRAHEDRON } from '../samples.js'
import { collision, joint, refusal, urdf } from './robot-samples.js'

const PART = parseMesh(binaryStl(TETRAHEDRON), { name: 'part.stl' })
const CHOICES = ['collision', 'visual', 'both'] as const

function visual(geometry: string, more = ''): string {
  return collision(geometry, more).replaceAll('collision', 'visual')
}

/** A link with each kind, one with visuals alone, one with collisions alone, one with the same twice. */
const MIXED = urdf(
  [
    `<link name="a">${collision('<box size="1 2 3"/>')}${visual('<sphere radius="2"/>', '<origin xyz="1 0 0"/>')}</link>`,
    `<link name="b">${visual('<cylinder radius="1" length="2"/>')}</link>`,
    `<link name="c">${collision('<capsule radius="1" length="2"/>')}</link>`,
    `<link name="d">${visual('<sphere radius="1"/>')}${collision('<sphere radius="1"/>')}${visual('<sphere radius="1"/>', '<origin xyz="0 0 1"/>')}</link>`,
    joint('', 'continuous', 'ab', 'a', 'b'),
    joint('', 'continuous', 'bc', 'b', 'c'),
    joint('', 'continuous', 'cd', 'c', 'd'),
  ].join('\n'),
)

async function kinds(geometry?: GeometryChoice): Promise<string[]> {
  const robot = await parseRobot(MIXED, { geometry })
  return robot.links.map((link) => link.geometry.map(({ shape }) => shape.kind).join(' '))
}

test('[urdf] collision is the geometry, or visual, or the union of both; the same shape at the same place once', async () => {
  expect(await kinds()).toEqual(['box', '', 'capsule', 'sphere'])
  expect(await kinds('collision')).toEqual(await kinds())
  expect(await kinds('visual')).toEqual(['sphere', 'cylinder', '', 'sphere sphere'])
  expect(await kinds('both')).toEqual(['box sphere', 'cylinder', 'capsule', 'sphere sphere'])
  const robot = await parseRobot(MIXED, { geometry: 'both' })
  expect([...robot.link('a').geometry[1]!.pose]).toEqual([1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0])
  const link = parseUrdf(MIXED, 'mixed.urdf', 'both').links[3]!
  expect([link.collisions.length, link.visuals.length, link.checked.length]).toEqual([1, 2, 2])
})

test('[urdf] visuals have the colours of their materials, by name or their own; what is no colour is none', async () => {
  const material = (inside: string, name = ''): string => `<material name="${name}">${inside}</material>`
  const text = urdf(
    [
      material('<color rgba="0 0.5 1 1"/>', 'blue'),
      `<link name="a">${visual('<sphere radius="1"/>', material('', 'blue'))}`,
      visual('<sphere radius="2"/>', material('<color rgba="1. 0 0 0.25"/>', 'red')),
      visual('<sphere radius="3"/>', material('', 'red')),
      visual('<sphere radius="4"/>', material('<color rgba="2 -1 0.5 1"/>')),
      visual('<sphere radius="5"/>', material('<color rgba="1 0 0"/>')),
      visual('<sphere radius="6"/>', material('<color rgba="a b c d"/>', 'nothing')),
      visual('<sphere radius="7"/>', material('', 'unknown')),
      `${visual('<sphere radius="8"/>')}${collision('<sphere radius="9"/>', material('', 'blue'))}</link>`,
    ].join('\n'),
  )
  const colours = async (geometry: GeometryChoice) =>
    (await parseRobot(text, { geometry })).links[0]!.geometry.map(({ colour }) => colour)
  const none = [undefined, undefined, undefined, undefined]
  const found = [[0, 0.5, 1, 1], [1, 0, 0, 0.25], [1, 0, 0, 0.25], [1, 0, 0.5, 1], ...none]
  expect(await colours('visual')).toEqual(found)
  expect(await colours('both')).toEqual([undefined, ...found])
  expect(await colours('collision')).toEqual([undefined])
})

test('links without geometry of the kind that was asked for are noted, with the option', async () => {
  const notes = async (geometry: GeometryChoice) => (await parseRobot(MIXED, { geometry })).notes
  expect(await notes('collision')).toEqual([
    "1 link with <visual> but no <collision>, which touches nothing (option geometry: 'visual' or 'both'): b.",
  ])
  expect(await notes('visual')).toEqual([
    "1 link with <collision> but no <visual>, which touches nothing (option geometry: 'collision' or 'both'): c.",
  ])
  expect(await notes('both')).toEqual([])
})

test('[robot-files] what is wrong with a visual is refused by its place where it is geometry, and only there', async () => {
  const text = urdf(`<link name="a">${collision('<sphere radius="1"/>')}\n${visual('<sphere radius="x"/>')}</link>`)
  expect((await parseRobot(text)).links[0]!.geometry).toHaveLength(1)
  for (const geometry of ['visual', 'both'] as const) {
    const { line, message } = await refusal(text, { geometry })
    expect(line).toBe(3)
    expect(message).toContain('link "a" <visual> <sphere> radius')
  }
  const bare = urdf('<link name="a"><visual/></link>')
  expect((await refusal(bare, { geometry: 'both' })).message).toContain('link "a" <visual>: expected <geometry>')
  expect(() => parseUrdf(text, 'a.urdf', 'all' as never)).toThrow(InvalidInputError)
  await expect(parseRobot(text, { geometry: 'all' as never })).rejects.toThrow(
    'options.geometry must be one of collision, visual, both',
  )
})

test('[robot-files] meshes are asked for where they are geometry, and missing ones are named by what they are', async () => {
  const text = urdf(
    `<link name="a">${collision('<mesh filename="a.stl"/>')}${visual('<mesh filename="b.stl"/>')}</link>`,
  )
  const asked = async (geometry: GeometryChoice): Promise<string[]> => {
    const names: string[] = []
    const readMesh = ({ filename }: { filename: string }): MeshData => {
      names.push(filename)
      return PART
    }
    await parseRobot(text, { geometry, readMesh })
    return names
  }
  expect(await asked('collision')).toEqual(['a.stl'])
  expect(await asked('visual')).toEqual(['b.stl'])
  expect(await asked('both')).toEqual(['a.stl', 'b.stl'])
  const words = await Promise.all(CHOICES.map(async (geometry) => (await refusal(text, { geometry })).message))
  expect(words[0]).toContain('every collision mesh')
  expect(words[1]).toContain('every visual mesh')
  expect(words[2]).toContain('every collision and visual mesh')
})

const folder = process.env.LIMBER_DATA === undefined ? undefined : join(process.env.LIMBER_DATA, 'robots')

describe.skipIf(folder === undefined)('robots of LIMBER_DATA', () => {
  const count = async (path: string, geometry: GeometryChoice): Promise<number[]> => {
    const robot = await readRobot(join(folder!, path), { geometry })
    return [
      robot.links.reduce((sum, link) => sum + link.geometry.length, 0),
      new World({ robots: [robot] }).pairs().filter(({ status }) => status === 'checked').length,
    ]
  }

  test('simple_humanoid has three collisions, of which two are of a link, and no visual: no pair is checked', async () => {
    const path = 'Gepetto+example-robot-data/robots/simple_humanoid_description/urdf/simple_humanoid.urdf'
    expect(await count(path, 'collision')).toEqual([2, 0])
    expect(await count(path, 'visual')).toEqual([0, 0])
    expect(await count(path, 'both')).toEqual([2, 0])
    const { notes } = await readRobot(join(folder!, path), { geometry: 'visual' })
    expect(notes.some((note) => note.includes("option geometry: 'collision' or 'both'"))).toBe(true)
  })

  test('fanuc by what is drawn of it; of an iiwa that is not there', async () => {
    const fanuc = 'moveit+moveit_resources/fanuc_description/urdf/fanuc.urdf'
    expect((await count(fanuc, 'collision'))[0]).toBe(7)
    expect((await count(fanuc, 'visual'))[0]).toBe(7)
    expect((await count(fanuc, 'both'))[0]).toBe(14)
    const iiwa = 'tesseract-robotics+tesseract/support/urdf/lbr_iiwa_14_r820.urdf'
    await expect(count(iiwa, 'both')).rejects.toThrow('8 missing, of 8 files')
    expect((await count(iiwa, 'collision'))[0]).toBe(8)
  })
})
