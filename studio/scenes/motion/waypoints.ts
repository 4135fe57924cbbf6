// What the user does with the waypoints of a path: every one is a step that can be undone.
import type { SceneHost } from '../../app/scene.js'
import {
  isTimed,
  type MotionPath,
  type PathState,
  pathBreaks,
  placeAt,
  waypointAt,
  withOrder,
  withoutWaypoint,
  withTime,
  withWaypoint,
} from './path.js'
import type { Playback } from './playback.js'
import type { MotionState } from './state.js'

export class Waypoints {
  constructor(
    private readonly host: SceneHost<MotionState>,
    private readonly playback: Playback,
    private readonly path: () => MotionPath,
    /** What the robot does at a place along the path. */
    private readonly stateAt: (t: number) => Promise<PathState | undefined>,
  ) {}

  /** The one at which it stands. */
  get chosen(): number | undefined {
    const path = this.path()
    return path.waypoints.length < 2 ? undefined : waypointAt(pathBreaks(path), this.playback.t.value)
  }

  /** Where the playhead is: the motion stays as it is. */
  async add(): Promise<void> {
    const { host, playback } = this
    playback.pause()
    const t = playback.t.peek()
    const path = this.path()
    if (path.waypoints.length < 2) return
    if (this.chosen !== undefined) {
      host.notify('There is a waypoint here already: move the playhead first.')
      return
    }
    const state = await this.stateAt(t)
    // Another path meanwhile has no such place.
    if (state === undefined || this.path() !== path) return
    this.set(withWaypoint(path, placeAt(pathBreaks(path), t), state), { t: Number(t.toFixed(6)) })
  }

  remove(which = this.chosen): void {
    const path = this.path()
    if (which === undefined) this.host.notify('Go to the waypoint that is to be deleted.')
    else if (path.waypoints.length < 3) this.host.notify('A path has two waypoints at least: these stay.')
    else {
      const next = withoutWaypoint(path, which)
      const breaks = pathBreaks(next)
      this.set(next, { t: breaks[Math.min(which, breaks.length - 1)]! })
    }
  }

  /** Another configuration for one. Without times, its place on the timeline is another then: the playhead goes there. */
  put(which: number, q: readonly number[], topic?: string): void {
    const path = this.path()
    const next = { ...path, waypoints: path.waypoints.with(which, q) }
    this.set(next, { t: pathBreaks(next)[which]! }, topic)
  }

  /** To the next one, or the one before. */
  go(by: 1 | -1): void {
    const breaks = pathBreaks(this.path())
    const t = this.playback.t.peek()
    const found = by === 1 ? breaks.find((at) => at > t + 1e-3) : breaks.findLast((at) => at < t - 1e-3)
    if (found !== undefined) this.playback.goTo(found)
  }

  /**
   * Dragged along the timeline to u, to the left or to the right. With times, it is reached then; without, it is put between others.
   * Returns which one it is now.
   */
  drag(which: number, u: number, way: number): number {
    const path = this.path()
    if (isTimed(path)) {
      const { times } = path
      if (which === 0 || which === times.length - 1) return which
      this.retime(which, times[0]! + u * (times.at(-1)! - times[0]!), 'drag waypoint')
      return which
    }
    const breaks = pathBreaks(path)
    const to = breaks.filter((at, i) => i !== which && at < u).length
    // Others have other places then: what was passed on the way there is not passed back on the same way.
    return way * (to - which) > 0 ? this.reorder(which, to) : which
  }

  /** One place on or back: in time by a part of it, or in the order. */
  nudge(which: number, by: 1 | -1): number {
    const path = this.path()
    if (!isTimed(path)) return this.reorder(which, which + by)
    this.retime(which, path.times[which]! + by * NUDGE, 'nudge waypoint')
    return which
  }

  retime(which: number, time: number, topic?: string): void {
    const next = withTime(this.path(), which, time)
    this.set(next, { t: pathBreaks(next)[which]! }, topic)
  }

  private reorder(which: number, to: number): number {
    const path = this.path()
    const place = Math.min(path.waypoints.length - 1, Math.max(0, to))
    if (place === which) return which
    const next = withOrder(path, which, place)
    this.set(next, { t: pathBreaks(next)[place]! }, 'drag waypoint')
    return place
  }

  /** Another path: what was found of the last one does not hold for it. */
  set(path: MotionPath, also: Partial<MotionState> = {}, topic?: string): void {
    const { waypoints, times, velocities, accelerations } = path
    this.host.history.set({ waypoints, times, velocities, accelerations, ...also }, topic)
  }
}

/** Seconds. */
const NUDGE = 0.05
