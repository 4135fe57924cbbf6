// What a scene of the studio is: the contract between the shell (address, undo, files, theme, keys) and the scenes.
import type { ComponentType } from 'preact'
import type { Stage } from '../view/stage.js'
import type { History } from './history.js'

export interface Scene<S extends object> {
  readonly id: string
  readonly title: string
  /** What to watch, in one sentence. */
  readonly sentence: string
  /** The state that the scene begins with. Plain data, all that a link must restore. */
  readonly first: S
  /** Checks fields that came from an address: what is not understood throws, and is said to the user. */
  read(fields: Readonly<Record<string, unknown>>): Partial<S>
  /** Begins: puts things on the stage, starts its engine, follows `host.history.state`. */
  open(host: SceneHost<S>): OpenScene
}

export interface SceneHost<S extends object> {
  readonly history: History<S>
  readonly stage: Stage
  /** Says something where the user looks: an error with its words, or news that goes away. */
  notify(text: string, kind?: 'error' | 'news'): void
}

export interface OpenScene {
  /** What is beside the picture. */
  readonly Panel: ComponentType
  /** What is over the picture: a timeline, numbers. */
  readonly Overlay?: ComponentType
  /** Ends the engine and takes everything off the stage. */
  close(): void
  /** Takes files that were dropped or opened. Resolves when they are shown; throws with the words to be said. */
  readonly open?: (files: readonly NamedFile[]) => Promise<void>
  /** What of `files` it can take, in words: for the hint while something is dragged over the page. */
  readonly takes?: string
  readonly exports?: readonly ExportItem[]
  readonly keys?: readonly KeyBinding[]
}

/** A file, with the path it has in the folder or archive that it came in. */
export interface NamedFile {
  readonly path: string
  bytes(): Promise<Uint8Array>
}

export interface ExportItem {
  readonly label: string
  /** The name of the file that is saved. */
  readonly file: string
  /** Undefined where there is nothing to save yet. */
  make(): Promise<Blob | string | undefined> | Blob | string | undefined
}

export interface KeyBinding {
  /** As KeyboardEvent.key has it, in lower case; ' ' is the space bar. */
  readonly key: string
  readonly does: string
  run(): void
}
