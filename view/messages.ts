// What an element on the page and its worker say to each other.
import type { DrawnShape } from './drawn-shape.js'

/** The first message: addresses in full. */
export interface ViewRequest {
  readonly src: string
  readonly motion?: string | undefined
  readonly certificate?: string | undefined
  /** Without a certificate, the worker checks the motion itself. */
  readonly check: boolean
}

export interface ViewThing {
  readonly name: string
  readonly kind: 'link' | 'attached' | 'obstacle'
  readonly shapes: readonly DrawnShape[]
}

/** What there is to draw. */
export interface ViewScene {
  readonly things: readonly ViewThing[]
  readonly variables: readonly string[]
  /** Twelve numbers a thing, frame by frame, equally far apart along the motion; one frame where nothing moves. */
  readonly poses: Float32Array
  readonly frames: number
  /** Seconds, where the motion has times. */
  readonly seconds: number | undefined
  readonly notes: readonly string[]
}

/**
 * What is known of the motion. `proved`: a certificate was verified here, by code that shares none with the checker. Nothing else is
 * called free.
 */
export interface ViewVerdict {
  readonly outcome: 'proved' | 'refused' | 'collision' | 'not-proved'
  /** For people: one sentence. */
  readonly words: string
  /** What else there is to say: counts, what is not covered. */
  readonly more: string
  /** Of a collision: where along the motion, 0 to 1, and the two objects. */
  readonly at?: number
  readonly pair?: readonly [string, string]
}

export type FromWorker =
  | { readonly kind: 'scene'; readonly scene: ViewScene }
  | { readonly kind: 'progress'; readonly work: 'verify' | 'check'; readonly share: number }
  | { readonly kind: 'verdict'; readonly verdict: ViewVerdict }
  | { readonly kind: 'error'; readonly words: string }

export type ToWorker = { readonly kind: 'open'; readonly request: ViewRequest } | { readonly kind: 'check' }
