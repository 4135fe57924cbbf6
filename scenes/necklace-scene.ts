// What a scene of a necklace is: beads that touch their neighbours along it, at rest or under a motion given by a formula.

/** A necklace at rest. */
export interface NecklaceScene {
  readonly name: string
  /** 2: all beads have z = 0. */
  readonly dimension: 2 | 3
  /** Flat, three numbers a bead. */
  readonly centres: Float64Array
  /** Of every bead. */
  readonly radius: number
}

/** A necklace that deforms: `centres` are those of frame 0. */
export interface MovingNecklace extends NecklaceScene {
  readonly frames: number
  /** Centres in frame k, an array of their own, the same for the same k whatever was asked before. */
  frame(k: number): Float64Array
}
