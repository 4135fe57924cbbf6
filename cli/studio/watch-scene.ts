// Follows a scene file, all that it names, and a path: what has changed on disk is read again and shown. A file that cannot be read is
// given a moment, since it may be half written; then what is wrong with it is said, and the last good one stays.
import { basename } from 'node:path'
import { noted, stateOf } from '../../node/disk.js'
import { readPath, readScene } from '../../node/read-scene.js'
import type { PathDescription } from '../../src/entries/robots.js'
import type { LiveFeed } from './live-feed.js'
import { withFiles } from './live-scene.js'

/** Milliseconds between two checks of the disk. That works with editors that replace files, and on disks that tell nothing. */
const EVERY = 150
/** Checks in a row that find a file the same before it is read, and more of them after it could not be. */
const QUIET = 1
const PATIENT = 4

export interface Watching {
  /** Reads at once. Rejects with what is wrong. */
  readonly first: Promise<void>
  stop(): void
}

export function watchScene(scene: string, path: string | undefined, feed: LiveFeed): Watching {
  const named = [scene, ...(path === undefined ? [] : [path])]
  let watched: readonly string[] = named
  let [mark, quiet, isDue, hasFailed, isBusy] = ['', 0, false, false, false]
  const load = async (): Promise<void> => {
    const asked = new Set<string>()
    // One at a time, the first of them too: an older state must not follow a newer one.
    isBusy = true
    try {
      // Before it is read: what changes meanwhile is seen the next time.
      mark = stateOf(watched).mark
      const { value, files } = await withFiles(() => readScene(scene), asked)
      const given = path === undefined ? undefined : await noted(() => readPath(path))
      const motion = given?.value ?? value.frames
      feed.showScene(basename(scene), files, motion === undefined ? undefined : plain(motion))
      hasFailed = false
    } catch (error) {
      // Once more, later, where it may be half written.
      if (!hasFailed) isDue = true
      else feed.showProblem(error instanceof Error ? error.message : String(error))
      hasFailed = true
      throw error
    } finally {
      const all = [...new Set([...named, ...asked])]
      if (all.join('\n') !== watched.join('\n')) mark = stateOf((watched = all)).mark
      isBusy = false
    }
  }
  const look = (): void => {
    if (isBusy) return
    const now = stateOf(watched).mark
    if (now !== mark) [mark, quiet, isDue, hasFailed] = [now, 0, true, false]
    else if (isDue && ++quiet >= (hasFailed ? PATIENT : QUIET)) {
      isDue = false
      quiet = 0
      load().catch(() => {})
    }
  }
  const timer = setInterval(look, EVERY)
  return { first: load(), stop: () => clearInterval(timer) }
}

/** As a path file has it. */
export function plain({ joints, waypoints, times }: PathDescription): object {
  return { joints, waypoints, ...(times === undefined ? {} : { times: Array.from(times) }) }
}
