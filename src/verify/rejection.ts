// Why a certificate is not accepted, and where in it.

export interface VerifyPlace {
  /** Piece of the motion, from 0. */
  readonly segment?: number | undefined
  /** Names of two objects of the world. */
  readonly a?: string | undefined
  readonly b?: string | undefined
  /** Stretch of the piece, 0 to 1. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Ends a verification. Nobody but `verifyCertificate` sees it. */
export class Rejection extends Error {
  constructor(
    readonly reason: string,
    readonly where: VerifyPlace = {},
  ) {
    super(reason)
  }
}

/** Goes on if it holds. */
export function demand(holds: boolean, reason: string, where?: VerifyPlace): asserts holds {
  if (!holds) throw new Rejection(reason, where)
}
