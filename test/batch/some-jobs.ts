// One job of every kind, on the files of examples/, and some that fail; and those files in memory.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url))

const SCENE = { scene: 'cell.json' }
/** Of the robot alone, which has no name before its joints. */
const TURN = { joints: ['turn'], waypoints: [[0], [0.5]] }

export const SOME_JOBS: readonly object[] = [
  { id: 'free', job: 'check', ...SCENE, path: 'round-post.json', certificate: 'digest' },
  { id: 'hit', job: 'check', ...SCENE, path: 'through-post.json' },
  { job: 'check', ...SCENE, path: 'round-post.json', certificate: 'whole' },
  { job: 'distance', ...SCENE, at: 'beside-post.json' },
  { job: 'collides', ...SCENE, at: 'round-post.json' },
  { job: 'collides', ...SCENE, at: 'through-post.json', clearance: 0.05 },
  { job: 'plan', ...SCENE, from: 'beside-post.json', to: 'over-tray.json', seed: 3, certificate: 'digest' },
  { job: 'smooth', ...SCENE, path: 'round-post.json', rounds: 5 },
  { job: 'query', a: 'tray.obj', b: 'tray.obj', op: 'distance', poses: [{ q: [0, 0, 0, 1], t: [0, 0, 3] }] },
  { job: 'allow', robot: 'arm.urdf', pair: ['base', 'hand'], certificates: true },
  { job: 'clashes', structure: 'helices.pdb' },
  { job: 'fold', structure: 'trp-cage.pdb', steps: 100, potential: 'go' },
  { job: 'check', scene: 'arm.urdf', read: { srdf: 'arm.srdf' }, path: TURN },
  { job: 'check', ...SCENE, read: { open: 'surface' }, path: 'round-post.json' },
  { job: 'check', ...SCENE, path: 'nowhere.json' },
  { job: 'check', scene: '../package.json', path: 'round-post.json' },
  { job: 'allow', robot: 'nowhere.urdf', pair: ['a', 'b'] },
  { job: 'query', a: 'tray.obj', b: 'nowhere.obj', poses: [{ q: [0, 0, 0, 1], t: [0, 0, 3] }] },
  { job: 'clashes', structure: 'nowhere.pdb' },
  { job: 'clashes', structure: 'tray.obj' },
  { job: 'check', scene: 'trp-cage.pdb', path: 'round-post.json' },
]

/** The files of examples/, by name. */
export function exampleFiles(): Record<string, Uint8Array> {
  const files = readdirSync(EXAMPLES, { withFileTypes: true }).filter((one) => one.isFile())
  return Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(EXAMPLES, name))]))
}
