// The JSON Schemas of schemas/ against what the command reads and writes, and against documents that are broken. Readers in src
// decide for themselves; here both are asked, and have to agree.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fencesOf } from '../../site/build/markdown.js'
import { readDocuments } from '../../site/build/pages.js'
import { parsePath, parseScene } from '../../src/entries/robots.js'
import { limber } from '../cli/run.js'
import { against } from './against-schema.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-schemas-'))
  cpSync(join(root, 'examples'), folder, { recursive: true })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a command prints with --json; files are those of the examples. */
async function printed(...words: string[]): Promise<Record<string, unknown>> {
  const args = words.map((word) => (/\.(json|urdf|srdf|pdb|xyz|obj|pc2|gltf)$/.test(word) ? join(folder, word) : word))
  const { stdout, stderr } = await limber(...args, '--json')
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Record<string, unknown>
}

const example = (file: string): unknown => JSON.parse(readFileSync(join(root, 'examples', file), 'utf8'))

test('the scenes and paths of examples/ are what the schemas describe', () => {
  for (const file of ['arms.json', 'cable.json', 'cell.json', 'rod.json'])
    expect(against('scene', example(file)), file).toBe('')
  for (const file of [
    'beside-post.json',
    'into-post.json',
    'left-path.json',
    'over-tray.json',
    'past-rod.json',
    'round-post.json',
  ]) {
    expect(against('path', example(file)), file).toBe('')
  }
})

test('reports are what the schema describes', { timeout: 120_000 }, async () => {
  const reports: [string, string][] = [
    ['free', 'check cell.json'],
    ['collision', 'check cell.json --at into-post.json'],
    ['free', 'check cell.json --distances --all'],
    ['closer-than-clearance', 'check cell.json --clearance 0.1'],
    ['free', 'check cell.json --path round-post.json'],
    ['collision', 'check cell.json --path through-post.json --first-contact'],
    ['closer-than-clearance', 'check cell.json --path round-post.json --clearance 0.05'],
    ['undecided', 'check cell.json --path round-post.json --max-steps 20'],
    ['sampled', 'check rod.json --path past-rod.json --sampled 0.02'],
  ]
  const found = await Promise.all(reports.map(([, command]) => printed(...command.split(' '))))
  expect(found.map(({ outcome }) => outcome)).toEqual(reports.map(([outcome]) => outcome))
  for (const [k, document] of found.entries()) expect(against('check', document), reports[k]![1]).toBe('')

  const allow = await printed(
    ...'allow arm.urdf --pairs base,hand --pairs upper_arm,hand --against arm.srdf'.split(' '),
  )
  expect(against('allow', allow)).toBe('')
  const { pairs } = allow as { pairs: { class: string }[] }
  expect(pairs.map((pair) => pair.class)).toEqual(['sometimes', 'never'])
  for (const file of ['trp-cage.pdb', 'helices.pdb'])
    expect(against('clashes', await printed('clashes', file))).toBe('')
})

test('certificates are what the schema describes', { timeout: 120_000 }, async () => {
  await printed(...'check cell.json --path round-post.json --certificate proof.json'.split(' '))
  const proof = JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8')) as {
    proofs: unknown[][]
    pieces: object[]
  }
  expect(against('certificate', proof)).toBe('')
  expect(against('certificate', { ...proof, digest: 'none' })).toContain('/digest')
  expect(against('certificate', { ...proof, proofs: [[{ a: 0, b: -1, proof: '' }]] })).toContain('/proofs/0/0/b')
  expect(against('certificate', { ...proof, limber: 1 })).toContain('/limber')
  expect(against('certificate', { ...proof, comment: 'for people' })).toBe('')

  const report = 'allow arm.urdf --pairs upper_arm,hand --certificate allowed.json'
  await printed(...report.split(' '))
  const allowed = JSON.parse(readFileSync(join(folder, 'allowed.json'), 'utf8')) as { pairs: { certified: boolean }[] }
  expect(allowed.pairs.map(({ certified }) => certified)).toEqual([true])
  expect(against('allow', allowed)).toBe('')
})

test('steps and their certificates are what the schemas describe', { timeout: 120_000 }, async () => {
  const reports: [number, string][] = [
    [1, 'necklace trefoil.xyz --between --closed --strands 0.1 --pairs'],
    [3, 'necklace coil.xyz --between --radius 0.5'],
    [0, 'necklace trefoil.xyz --between --closed --strands 0.1 --frames 0-2 --certificate rope.json'],
    [1, 'deform strip-0.obj strip-1.obj strip-2.obj --pairs'],
    [1, 'deform strip.gltf'],
    [0, 'deform strip-0.obj strip-1.obj --certificate mesh.json'],
  ]
  const found = await Promise.all(reports.map(([, command]) => printed(...command.split(' '))))
  for (const [k, document] of found.entries()) {
    const { colliding } = document.summary as { colliding: number }
    expect([colliding, against('steps', document)], reports[k]![1]).toEqual([reports[k]![0], ''])
  }
  expect(against('steps', { ...found[0], files: ['a.obj', 'b.obj'] })).toContain('oneOf')
  expect(against('steps', { ...found[0], steps: [{ from: 0, to: 1, outcome: 'perhaps' }] })).toContain(
    '/steps/0/outcome',
  )
  for (const file of ['rope.json', 'mesh.json']) {
    const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { steps: { proof: object }[] }
    expect(against('steps-certificate', document), file).toBe('')
    const [{ proof }] = document.steps as [{ proof: object }]
    const wrong = { ...document, steps: [{ ...document.steps[0], proof: { ...proof, tests: '?' } }] }
    expect(against('steps-certificate', wrong), file).toContain('/steps/0/proof/tests')
  }
})

test('what readers refuse, schemas refuse', () => {
  const scene = example('cell.json') as Record<string, unknown>
  const post = { name: 'post', shape: { kind: 'sphere', radius: 1 } }
  const broken: object[] = [
    {},
    { ...scene, limber: 2 },
    { ...scene, obstacle: [] },
    { limber: 1, obstacles: [{ ...post, name: 'a/b' }] },
    { limber: 1, obstacles: [{ ...post, shape: { kind: 'sphere', radius: -1 } }] },
    { limber: 1, obstacles: [{ ...post, shape: { kind: 'torus', radius: 1 } }] },
    { limber: 1, obstacles: [{ ...post, shape: { kind: 'sphere', radius: 1, length: 1 } }] },
    { limber: 1, obstacles: [{ ...post, pose: { rpy: [0, 0, 0], quat: [0, 0, 0, 1] } }] },
    { limber: 1, obstacles: [{ ...post, pose: { xyz: [0, 0] } }] },
    { limber: 1, robots: [{ name: 'arm' }] },
    { limber: 1, allowed: [['post']] },
    { limber: 1, necklaces: [{ name: 'rope', frames: 'rope.xyz' }] },
    { limber: 1, necklaces: [{ name: 'rope', frames: 'rope.xyz', radius: 1, neighbours: 0.5 }] },
    { limber: 1, necklaces: [{ name: 'rope', frames: 'rope.xyz', radius: 1, fastened: [{ to: 'post' }] }] },
    { limber: 1, deforming: [{ name: 'cloth', mesh: 'cloth.obj', strands: 1 }] },
    { limber: 1, deforming: [{ name: 'cloth', mesh: 'cloth.obj', fastened: [{ to: 'cloth', beads: [1] }] }] },
  ]
  for (const document of broken) {
    expect(() => parseScene(document), JSON.stringify(document)).toThrow()
    expect(against('scene', document), JSON.stringify(document)).not.toBe('')
  }
  const paths: object[] = [
    { joints: ['a'] },
    { joints: ['a'], waypoints: [] },
    { joints: ['a', 'a'], waypoints: [[0, 0]] },
    { joints: ['a'], waypoints: [['0']] },
    { joints: ['a'], waypoints: [[0]], speed: 1 },
    { 'arm/turn': '1' },
    { limber: 1, waypoints: [[0]] },
    [],
  ]
  for (const document of paths) {
    expect(() => parsePath(document), JSON.stringify(document)).toThrow()
    expect(against('path', document), JSON.stringify(document)).not.toBe('')
  }
  const rope = { name: 'rope', frames: 'rope.xyz', radius: 1, strands: 0, fastened: [{ to: 'post', beads: [0] }] }
  const cloth = { name: 'cloth', mesh: 'cloth.obj', scale: 2, self: false, fastened: [{ to: 'post', vertices: [3] }] }
  const bending = { limber: 1, obstacles: [post], necklaces: [rope], deforming: [cloth] }
  for (const document of [{ limber: 1, obstacles: [post] }, { limber: 1 }, bending]) {
    expect(() => parseScene(document)).not.toThrow()
    expect(against('scene', document)).toBe('')
  }
  for (const document of [{ 'arm/turn': 1 }, { joints: ['a'], waypoints: [[0], [1]] }, {}]) {
    expect(() => parsePath(document)).not.toThrow()
    expect(against('path', document)).toBe('')
  }
})

test('JSON in documents is JSON, and what its schema describes where the block names one', () => {
  const fences = [...readDocuments(root)].flatMap(([path, text]) => fencesOf(path, text))
  const blocks = fences.filter(({ language }) => language === 'json')
  for (const { file, line, words, text } of blocks) {
    const document = (): unknown => JSON.parse(text)
    expect(document, `${file}:${line}`).not.toThrow()
    for (const schema of words) expect(against(schema, document()), `${file}:${line}`).toBe('')
  }
  const checked = blocks.filter(({ words }) => words.length > 0).length
  console.log(`${blocks.length} JSON blocks of the documents read, ${checked} compared with a schema`)
  expect(checked).toBeGreaterThan(1)
})
