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

/** What is said about files: a topic of notices. */
export const FILES = 'files'

export interface SceneHost<S extends object> {
  readonly history: History<S>
  readonly stage: Stage
  /**
   * Says something where the user looks: an error with its words, or news that goes away. What is said of the same topic later takes its
   * place.
   */
  notify(text: string, kind?: 'error' | 'news', topic?: string): void
  /** Opens another scene and gives it files, as if the user had dropped them there. */
  handOver(scene: string, files: readonly NamedFile[]): Promise<void>
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
  /** Every colour that is on the stage now, and what it means. Read while something is rendered: signals are followed. */
  readonly legend?: () => readonly LegendEntry[]
  /** What is on the stage, asked of Limber outside the studio. Read when the user copies it. */
  readonly recipe?: () => Recipe
  /** Bodies that can be measured: their names, as the things on the stage have them, and as the page shows them. Signals are followed. */
  readonly bodies?: () => readonly (readonly [name: string, label: string])[]
  /**
   * The exact distance of two bodies now. Signals are followed: it is asked again when they change. What it returns asks the engine;
   * undefined where a body has no geometry.
   */
  readonly measure?: (a: string, b: string) => () => Promise<Measured | undefined>
  /** How a length on the stage is written; four digits if left out. */
  readonly length?: (length: number) => string
  /** Plays what the scene shows, once and from its beginning: for a video; undefined where nothing moves. */
  readonly play?: PlayOnce | undefined
  /** What to do where nothing is on the stage; undefined where something is. Signals are followed. */
  readonly empty?: () => string | undefined
  /** A page of its own covers the stage. */
  readonly isPage?: true
  readonly keys?: readonly KeyBinding[]
}

/** Two bodies, in the frame of the stage. */
export interface Measured {
  /** 0 where they overlap or touch. */
  readonly distance: number
  /** Of an overlap, where it is known: how far one must move to separate them. */
  readonly depth: number | undefined
  /** Witness points. */
  readonly pointA: readonly number[]
  readonly pointB: readonly number[]
}

export interface PlayOnce {
  seconds(): number
  start(): void
  stop(): void
}

export interface LegendEntry {
  /** As CSS has it. */
  readonly colour: string
  readonly label: string
  /** How it is drawn; a surface unless said otherwise. */
  readonly kind?: 'surface' | 'line' | 'dashed' | 'dot' | 'seen-through'
}

/** The same question as on the stage, for a terminal and for a program. Files are named as the exports of the scene save them. */
export interface Recipe {
  readonly command: string
  /** Left out where no public function does it. */
  readonly code?: string
  /** Of the scene's exports those that the two read, by the names of their files; left out where they read what was dropped. */
  readonly reads?: readonly string[]
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
