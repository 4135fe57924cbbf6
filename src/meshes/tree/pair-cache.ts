// What one query about two meshes leaves behind for the next one at nearly the same pose. Owned by the caller: one for each
// pair of bodies that move slowly against each other.
import { checkFields } from '../../base/math/checks.js'
import { BoxFront } from './box-front.js'

/** What a PairCache keeps. */
export interface PairCacheOptions {
  /**
   * Also keep where the last collision search stopped (the generalised front) and start the next one there instead of at
   * the roots. Takes 96 bytes a node of both trees. Default false.
   */
  readonly front?: boolean
}

/**
 * Makes queries about slowly moving meshes cheaper, and changes no answer. May be used with any meshes at any pose: what it
 * remembers of others is forgotten.
 */
export class PairCache {
  /** Triangles of the pair that touched, or was closest, last; -1 if there is none. */
  triangleA = -1
  triangleB = -1
  /** @internal */
  readonly front: BoxFront | undefined
  private a: object | undefined
  private b: object | undefined

  constructor(options: PairCacheOptions = {}) {
    checkFields('options', options, ['front'])
    this.front = options.front === true ? new BoxFront() : undefined
  }

  /** Forgets everything; needed after a mesh was refitted only for speed, never for truth. */
  clear(): void {
    this.triangleA = -1
    this.triangleB = -1
    this.front?.clear()
  }

  /** @internal Is there a pair of these two meshes? */
  knows(a: object, b: object): boolean {
    if (this.a !== a || this.b !== b) {
      this.clear()
      this.a = a
      this.b = b
    }
    return this.triangleA >= 0
  }

  /** @internal */
  keep(triangleA: number, triangleB: number): void {
    this.triangleA = triangleA
    this.triangleB = triangleB
  }
}
