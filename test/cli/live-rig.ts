// What a studio that follows something is told, read as a browser reads it; and a folder with a scene to change.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveState } from '../../cli/studio/live-feed.js'
import { example } from './run.js'

export interface SceneFolder {
  readonly folder: string
  readonly scene: string
  /** Changes the scene file: what its JSON holds. */
  edit(change: (scene: { obstacles: { name: string; shape: { size?: number[] } }[] }) => void): void
  write(name: string, text: string): void
  remove(): void
}

/** The example cell in a folder of its own. */
export function sceneFolder(): SceneFolder {
  const folder = mkdtempSync(join(tmpdir(), 'limber-live-'))
  for (const name of ['cell.json', 'arm.urdf', 'arm.srdf', 'tray.obj', 'round-post.json']) {
    cpSync(example(name), join(folder, name))
  }
  const scene = join(folder, 'cell.json')
  return {
    folder,
    scene,
    edit(change) {
      const content = JSON.parse(readFileSync(scene, 'utf8'))
      change(content)
      writeFileSync(scene, JSON.stringify(content))
    },
    write: (name, text) => writeFileSync(join(folder, name), text),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Listens at a server; `until` waits for a state of which something holds. */
export async function listenAt(address: string) {
  const stop = new AbortController()
  const response = await fetch(`${address}live`, { signal: stop.signal })
  const states: LiveState[] = []
  const ended = (async () => {
    let text = ''
    for await (const part of response.body!) {
      text += Buffer.from(part).toString()
      const events = text.split('\n\n')
      text = events.pop()!
      for (const event of events) if (event.startsWith('data: ')) states.push(JSON.parse(event.slice(6)) as LiveState)
    }
  })().catch(() => {})
  return {
    states,
    type: response.headers.get('content-type'),
    async until(holds: (state: LiveState) => boolean): Promise<LiveState> {
      const began = performance.now()
      for (;;) {
        const last = states.at(-1)
        if (last !== undefined && holds(last)) return last
        if (performance.now() - began > 20_000) throw new Error(`it was last told ${JSON.stringify(last)}`)
        await new Promise((go) => setTimeout(go, 10))
      }
    },
    async end() {
      stop.abort()
      await ended
    },
  }
}
