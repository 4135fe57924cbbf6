// `limber serve` as a program sees it: lines in, lines out; and jobs to ask it, on a Panda where the data folder has one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readScene } from '../../node/index.js'
import { Random } from '../../src/entries/robots.js'
import { example, limber, MAIN } from './run.js'

/** Everything that is printed when these lines are sent, by line; the process has ended. */
export async function serveLines(folder: string, lines: Iterable<string>, ...words: string[]): Promise<string[]> {
  const child = spawn(process.execPath, [MAIN, 'serve', ...words], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const printed: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => printed.push(line))
  for (const line of lines) if (!child.stdin.write(`${line}\n`)) await once(child.stdin, 'drain')
  child.stdin.end()
  const [code] = (await ended) as [number]
  if (code !== 0) throw new Error(`limber serve ended with exit code ${code}`)
  return printed
}

/** A folder of its own with a scene: a Panda among boxes, or the arm of examples/ where LIMBER_DATA is not set. */
export function robotFolder(): { readonly folder: string; readonly scene: string } {
  const folder = mkdtempSync(join(tmpdir(), 'limber-serve-'))
  const panda = join(process.env.LIMBER_DATA ?? '', 'robots', 'KavrakiLab+vamp', 'resources', 'panda')
  if (process.env.LIMBER_DATA === undefined || !existsSync(panda)) {
    cpSync(example('.'), folder, { recursive: true })
    return { folder, scene: 'cell.json' }
  }
  cpSync(panda, join(folder, 'panda'), { recursive: true, dereference: true })
  const robot = {
    name: 'panda',
    urdf: 'panda/panda.urdf',
    srdf: 'panda/panda.srdf',
    packages: { meshes: 'panda/meshes' },
  }
  const box = (name: string, size: number[], xyz: number[]): object => ({
    name,
    shape: { kind: 'box', size },
    pose: { xyz },
  })
  const obstacles = [
    box('shelf', [0.4, 1, 0.02], [0.6, 0, 0.5]),
    box('post', [0.05, 0.05, 1], [0.4, 0.4, 0.5]),
    box('wall', [0.02, 2, 1], [-0.6, 0, 0.5]),
  ]
  writeFileSync(join(folder, 'scene.json'), JSON.stringify({ limber: 1, robots: [robot], obstacles }))
  return { folder, scene: 'scene.json' }
}

/** Paths of two or three waypoints within the joint limits, each joint moving by at most a radian at a time. */
async function pathJobs(folder: string, scene: string, count: number): Promise<Record<string, unknown>[]> {
  const { world } = await readScene(join(folder, scene))
  const random = new Random(7)
  const within = (k: number, value: number): number => Math.min(world.upper[k]!, Math.max(world.lower[k]!, value))
  const anywhere = (): number[] => Array.from(world.lower, (low, k) => random.range(low, world.upper[k]!))
  return Array.from({ length: count }, (_, i) => {
    const waypoints = [anywhere()]
    for (let n = 0; n < 1 + (i % 2); n++) {
      waypoints.push(waypoints.at(-1)!.map((value, k) => within(k, value + random.range(-1, 1))))
    }
    const certificate = i % 5 === 0 ? { certificate: 'digest' } : {}
    return { id: `path ${i}`, job: 'check', scene, path: { joints: [...world.variables], waypoints }, ...certificate }
  })
}

/** The answers of `limber serve` to this many checks, in the order of their ids, and what `limber batch` writes, as such answers. */
export async function servedAndBatched(folder: string, scene: string, count: number): Promise<[string[], string[]]> {
  const jobs = await pathJobs(folder, scene, count)
  writeFileSync(join(folder, 'jobs.jsonl'), jobs.map((job) => `${JSON.stringify(job)}\n`).join(''))
  const { stdout } = await limber('batch', join(folder, 'jobs.jsonl'), '--workers', '1')
  const requests = jobs.map(({ job, ...params }, id) => JSON.stringify({ jsonrpc: '2.0', id, method: job, params }))
  const id = (line: string): number => (JSON.parse(line) as { id: number }).id
  const served = (await serveLines(folder, requests)).sort((a, b) => id(a) - id(b))
  const lines = stdout.split('\n').slice(0, -1)
  return [served, lines.map((answer, k) => `{"jsonrpc":"2.0","id":${k},"result":${answer}}`)]
}
