// The files of a page with elements: examples of the package, certificates made of them here, and forged ones.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPath, readScene } from '../../node/index.js'
import { checkMotion, motionFromPath } from '../../src/entries/robots.js'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const example = (name: string): string => join(root, 'examples', name)

/** The contents of the files that a page may ask for, by name. */
export async function filesOfPage(): Promise<ReadonlyMap<string, Buffer>> {
  const names = [
    'cell.json',
    'rod.json',
    'arm.urdf',
    'arm.srdf',
    'tray.obj',
    'round-post.json',
    'past-rod.json',
    'over-tray.json',
  ]
  const files = new Map(names.map((name) => [name, readFileSync(example(name))]))
  const certificate = await certificateOf('round-post.json')
  const { clearance, ...rest } = certificate as { readonly clearance: number }
  const path = JSON.parse(files.get('round-post.json')!.toString()) as { readonly waypoints: readonly unknown[] }
  files.set('shorter.json', Buffer.from(JSON.stringify({ ...path, waypoints: path.waypoints.slice(0, -1) })))
  files.set('certificate.json', Buffer.from(JSON.stringify(certificate)))
  files.set('forged.json', Buffer.from(JSON.stringify({ ...rest, clearance: clearance + 0.001 })))
  return files
}

async function certificateOf(name: string): Promise<object> {
  const { world } = await readScene(example('cell.json'))
  const path = await readPath(example(name))
  const verdict = checkMotion(world, motionFromPath(world, path))
  if (verdict.outcome !== 'free') throw new Error(`${name}: ${verdict.outcome}`)
  return JSON.parse(JSON.stringify(verdict.certificate())) as object
}

/** Those files behind addresses, as `fetch` has them. */
export function fetchFrom(files: ReadonlyMap<string, Buffer>) {
  return async (url: string) => {
    const body = files.get(url.replace(/^http:..[^/]*./, ''))
    const bytes = Uint8Array.from(body ?? [])
    const status = body === undefined ? 404 : 200
    return { ok: status === 200, status, url, headers: { get: () => null }, arrayBuffer: async () => bytes.buffer }
  }
}
