// Every command that has --json prints what a schema of schemas/ describes.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProgram } from '../../cli/program.js'
import { against } from '../project/against-schema.js'
import { example, limber, limberHere } from './run.js'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-json-'))
  cpSync(example('.'), folder, { recursive: true })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isFile = /\.(json|jsonl|urdf|srdf|pdb|xyz|obj|pc2|gltf|stl|dcd|svg|roadmap)$/

const words = (command: string): string[] =>
  command.split(' ').map((word) => (isFile.test(word) ? join(folder, word) : word))

/** Exit code, and the lines of JSON that the command prints; nothing else is on either output. */
async function printed(command: string): Promise<{ code: number | null; documents: Record<string, unknown>[] }> {
  // Threads and processes are not for this process.
  const run = /^(batch|fold|lab)/.test(command) ? limber : limberHere
  const { code, stdout, stderr } = await run(...words(command), '--json')
  if (!command.startsWith('batch')) expect(stderr, command).toBe('')
  const documents = stdout.trimEnd().split('\n')
  return { code, documents: documents.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

/** In this order: later commands read what earlier ones write. Of each command, its schema, exit code, and some lines of it. */
const COMMANDS: readonly (readonly [schema: string, code: number, command: string])[] = [
  [
    'plan',
    0,
    'plan cell.json --from over-tray.json --to beside-post.json --smooth --out path.json --certificate p.json',
  ],
  ['plan', 0, 'plan cell.json --from over-tray.json --to beside-post.json --trajectory t.json --max-acceleration 2'],
  ['plan', 1, 'plan cell.json --from into-post.json --to beside-post.json'],
  ['plan', 1, 'plan cell.json --from over-tray.json --to into-post.json'],
  ['plan', 1, 'plan cell.json --from over-tray.json --to beside-post.json --max-iterations 1'],
  ['roadmap', 0, 'roadmap cell.json --vertices 8 --out cell.roadmap'],
  ['plan', 0, 'plan cell.json --from over-tray.json --to beside-post.json --roadmap cell.roadmap --update'],
  ['verify', 0, 'verify cell.json cell.roadmap'],
  ['info', 0, 'info cell.roadmap'],
  [
    'coordinate',
    0,
    'coordinate arms.json left-path.json right-path.json --atom 0.1 --clearance 0.01 --out tracks.json --signals signals.json --plot diagram.svg',
  ],
  ['info', 0, 'info signals.json'],
  ['info', 0, 'info tracks.json'],
  ['smooth', 0, 'smooth cell.json round-post.json --rounds 5'],
  ['smooth', 1, 'smooth cell.json through-post.json'],
  ['check', 0, 'check cell.json --path round-post.json --certificate proof.json'],
  ['verify', 0, 'verify cell.json proof.json'],
  ['verify', 0, 'verify cell.json p.json --path path.json'],
  ['verify', 1, 'verify rod.json proof.json'],
  ['necklace', 0, 'necklace trefoil.xyz --pairs --closed'],
  ['necklace', 0, 'necklace coil.xyz --radius 3 --pairs --plot plot.svg'],
  ['steps', 0, 'necklace trefoil.xyz --between --closed --strands 0.1 --frames 0-2 --certificate rope.json'],
  ['verify', 0, 'verify rope.json'],
  ['verify', 0, 'verify trefoil.xyz rope.json'],
  ['verify', 1, 'verify coil.xyz rope.json'],
  ['steps', 1, 'deform strip-0.obj strip-1.obj strip-2.obj'],
  ['allow', 0, 'allow arm.urdf --pairs upper_arm,hand --certificate allowed.json'],
  ['verify', 0, 'verify arm.urdf allowed.json'],
  ['clashes', 1, 'clashes helices.pdb'],
  ['fold', 0, 'fold helices.pdb --steps 10 --relax'],
  ['fold', 0, 'fold helix.pdb --steps 200 --seed 1'],
  ['fold', 0, 'fold helix.pdb --steps 200 --seed 1 --temperatures 1,2 --swap-every 100'],
  ['query', 0, 'query tray.obj tray.obj --poses motions.jsonl --op sweep --open solid'],
  ['batch', 1, 'batch jobs.jsonl'],
  ['lab', 0, 'lab'],
  ['lab', 0, 'lab chaintree --n 40 --steps 20 --quick'],
  ['convert', 0, 'convert tray.obj tray.stl'],
  ['convert', 0, 'convert trp-cage.pdb trp-cage.dcd'],
  ['info', 0, 'info path.json'],
]

test('what the commands print with --json is what the schemas describe', { timeout: 240_000 }, async () => {
  const seen = new Set<string>()
  const wrong: string[] = []
  for (const [schema, code, command] of COMMANDS) {
    const found = await printed(command)
    if (found.code !== code) wrong.push(`${command}: exit code ${found.code}`)
    for (const document of found.documents) {
      const complaint = against(schema, document)
      if (complaint !== '') wrong.push(`${command}: ${complaint}`)
    }
    seen.add(command.split(' ')[0]!)
  }
  expect(wrong).toEqual([])
  const own = (await createProgram()).commands.filter(({ options }) => options.some(({ long }) => long === '--json'))
  expect([...seen].sort()).toEqual(own.map((command) => command.name()).sort())
})

test('a schema refuses what is not there, and what is there in excess', () => {
  const line = { distance: 1, pointA: [0, 0, 0], pointB: [0, 0, 1] }
  expect(against('query', line)).toBe('')
  expect(against('query', { ...line, pointB: [0, 0] })).not.toBe('')
  expect(against('query', { ...line, extra: 1 })).not.toBe('')
  expect(against('convert', { from: 'a', to: 'b' })).toContain('bytes')
  expect(against('info', { file: 'a', kind: 'mesh', format: 'STL', bytes: 1, gzipped: false, notes: [] })).not.toBe('')
})
