// Follows what the server of this page follows: a scene file on disk, or a running `limber serve`. Loaded only where the address says that
// there is something to follow (`?live`). Every event is the whole state (cli/studio/live-feed.ts).
import './live.css'
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { Follower } from '../workcell/follower.js'
import type { NamedFile } from './scene.js'
import type { Current, Studio } from './studio.js'

interface LiveState {
  readonly title: string
  readonly scene: number
  readonly files: readonly { readonly path: string; readonly address: string }[]
  readonly motion: number
  readonly path?: string
  readonly configuration?: { readonly joints: readonly string[]; readonly values: readonly number[] }
  readonly verdict?: { readonly words: string; readonly mood: '' | 'free' | 'hit' | 'warn' }
  readonly problem?: string
}

/** A pose or a path, as their files have them. */
interface Rows {
  readonly joints: readonly string[]
  readonly waypoints: readonly (readonly number[])[]
}

const POSE = 'pose.json'
const PATH = 'path.json'

/** Begins to follow. Returns what shows the state of it. */
export function follow(studio: Studio): ComponentType {
  const connection = signal<'on' | 'lost' | 'wait' | 'none'>('wait')
  const state = signal<LiveState | undefined>(undefined)
  const follower = new LiveFollower(studio)
  const source = new EventSource('live')
  source.addEventListener('open', () => (connection.value = 'on'))
  // The browser tries again by itself, unless there is nothing of that name.
  source.addEventListener('error', () => (connection.value = source.readyState === source.CLOSED ? 'none' : 'lost'))
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    state.value = JSON.parse(data) as LiveState
    follower.follow(state.value)
  })
  return () => {
    const { title = '', scene = 0, verdict, problem } = state.value ?? {}
    const fault = follower.fault.value
    const words = {
      on: `Live: ${title || 'waiting for a scene'}`,
      lost: 'Connection lost: trying again',
      wait: 'Connecting',
      none: 'Nothing to follow here: start limber studio --watch or limber serve --studio',
    }
    return (
      <div class="live" role="status">
        <span data-live={connection.value}>{words[connection.value]}</span>
        {verdict !== undefined && <span class={verdict.mood}>{verdict.words}</span>}
        {fault !== undefined && <span class="hit">This is not on the stage. {fault}</span>}
        {problem !== undefined && (
          <span class="hit">{scene === 0 ? problem : `${problem}. The last good one is shown.`}</span>
        )}
      </div>
    )
  }
}

class LiveFollower extends Follower<LiveState> {
  /** What could not be shown: it is not tried again until something of it is new. */
  private refused = ''
  /** What of the state is on the stage: numbers of files and motion, and the configuration as text. */
  private scene = 0
  private motion = 0
  private pose = ''
  /** Where it is shown. Gone to again, the same scene is another. */
  private current: Current | undefined

  constructor(
    private readonly studio: Studio,
    /** Why what is followed is not on the stage, which shows something else. */
    readonly fault = signal<string | undefined>(undefined),
  ) {
    super((words) => {
      fault.value = words
    })
  }

  protected async bring(state: LiveState): Promise<void> {
    const asked = JSON.stringify([state.scene, state.motion, state.configuration])
    if (asked === this.refused) return
    this.refused = asked
    await this.show(state)
    this.refused = ''
    this.fault.value = undefined
  }

  private async show(state: LiveState): Promise<void> {
    const { studio } = this
    const { scene, motion, configuration } = state
    const pose = configuration === undefined ? '' : JSON.stringify(configuration)
    // A user who has gone elsewhere is not called back until there is something new.
    const isNew = scene !== this.scene || motion !== this.motion || pose !== this.pose
    if (scene === 0 || !isNew) return
    const before = studio.current.peek()
    const isMotion = motion > 0 || (configuration === undefined && before?.entry.id === 'motion')
    const wanted = isMotion ? 'motion' : 'cell'
    const path = state.path === undefined ? [] : [liveFile(PATH, state.path)]
    const isSame = before !== undefined && before === this.current && before.entry.id === wanted
    if (scene !== this.scene || !isSame) {
      const kept = isSame && path.length === 0 ? await this.keptRows() : undefined
      const files = state.files.map((file) => liveFile(file.path, file.address))
      await studio.show(wanted, [...files, ...path])
      if (kept !== undefined) await this.restore(wanted, kept)
    } else if (motion !== this.motion && path.length > 0) await studio.show(wanted, path)
    if (configuration !== undefined && (pose !== this.pose || scene !== this.scene || !isSame)) {
      await studio.show(wanted, [textFile(POSE, { joints: configuration.joints, waypoints: [configuration.values] })])
    }
    this.scene = scene
    this.motion = motion
    this.pose = pose
    this.current = studio.current.peek()
  }

  /** Joint values that the user has set, by name; undefined where everything is as at first. */
  private async keptRows(): Promise<Rows | undefined> {
    const { history } = this.studio.current.peek()!
    const { q = [], waypoints = [] } = history.state.peek() as { q?: readonly number[]; waypoints?: readonly unknown[] }
    return q.length === 0 && waypoints.length === 0 ? undefined : this.rows()
  }

  /** As the scene would save it now. */
  private async rows(): Promise<Rows | undefined> {
    const item = this.studio.current.peek()!.opened.exports?.find(({ file }) => file === POSE || file === PATH)
    const text = await item?.make()
    return typeof text === 'string' ? (JSON.parse(text) as Rows) : undefined
  }

  /** Joints of the same name stay where they were. */
  private async restore(scene: string, before: Rows): Promise<void> {
    const now = await this.rows()
    if (now === undefined || !now.joints.some((name) => before.joints.includes(name))) return
    const rest = now.waypoints[0]!
    const waypoints = before.waypoints.map((row) =>
      now.joints.map((name, k) => {
        const old = before.joints.indexOf(name)
        return old === -1 ? rest[k]! : row[old]!
      }),
    )
    await this.studio.show(scene, [textFile(waypoints.length > 1 ? PATH : POSE, { joints: now.joints, waypoints })])
  }
}

function liveFile(path: string, address: string): NamedFile {
  return {
    path,
    async bytes() {
      const response = await fetch(address)
      if (!response.ok) throw new Error(`${path}: it has changed again meanwhile.`)
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}

function textFile(path: string, content: object): NamedFile {
  return { path, bytes: async () => new TextEncoder().encode(JSON.stringify(content)) }
}
