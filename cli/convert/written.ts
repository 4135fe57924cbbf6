/** A file that is ready to be written. */
export interface Written {
  readonly content: Uint8Array | string
  /** What the new file does not have, or may not have. */
  readonly lost: readonly string[]
}
