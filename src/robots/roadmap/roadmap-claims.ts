// Which obstacles an edge is proved for. Every edge is proved for the robots alone, and for one set of obstacles; many edges share a
// set, so sets have numbers. In a world whose obstacles are all in an edge's set, the edge is free and nothing needs to be proved. Of
// others, only the pairs with the obstacles that are missing in the set are proved, when the edge is wanted, and the edge moves on to
// a larger set. An obstacle that is taken away invalidates nothing, and one that comes back is known.
import type { RoadmapObstacle } from './roadmap-premises.js'

/** Obstacles that are no longer there and are kept: beyond these, the ones that were first met are forgotten. */
const MOST_GONE = 256

export class RoadmapClaims {
  /** All that was ever met. Names are those of the last world. */
  readonly obstacles: RoadmapObstacle[] = []
  /** Numbers of obstacles, ascending. */
  readonly sets: (readonly number[])[] = []
  private readonly byHash = new Map<string, number>()
  private readonly byKey = new Map<string, number>()

  obstacle(one: RoadmapObstacle): number {
    const found = this.byHash.get(one.hash)
    if (found !== undefined) {
      this.obstacles[found] = one
      return found
    }
    const number = this.obstacles.push(one) - 1
    this.byHash.set(one.hash, number)
    return number
  }

  /** The number of a set; repeated members count once. */
  set(members: readonly number[]): number {
    const sorted = [...new Set(members)].sort((a, b) => a - b)
    const key = sorted.join()
    let number = this.byKey.get(key)
    if (number === undefined) {
      number = this.sets.push(sorted) - 1
      this.byKey.set(key, number)
    }
    return number
  }

  /** Of what is used, in new numbers: `sets` and `blocked` by edge are written over. Obstacles of `now` are all kept. */
  compact(sets: Int32Array, blocked: Int32Array, now: ReadonlySet<number>): RoadmapClaims {
    const used = new Set<number>()
    for (const set of new Set(sets)) for (const o of this.sets[set]!) used.add(o)
    for (const o of new Set(blocked)) if (o >= 0) used.add(o)
    const gone = [...used].filter((o) => !now.has(o)).sort((a, b) => b - a)
    for (const o of gone.slice(MOST_GONE)) used.delete(o)
    const out = new RoadmapClaims()
    const numbers = new Map([...used].sort((a, b) => a - b).map((o) => [o, out.obstacle(this.obstacles[o]!)]))
    const ofSet = new Map<number, number>()
    for (let e = 0; e < sets.length; e++) {
      let set = ofSet.get(sets[e]!)
      if (set === undefined) {
        set = out.set(this.sets[sets[e]!]!.flatMap((o) => numbers.get(o) ?? []))
        ofSet.set(sets[e]!, set)
      }
      sets[e] = set
      blocked[e] = numbers.get(blocked[e]!) ?? -1
    }
    return out
  }
}

/** The claims of a roadmap as a world with certain obstacles sees them. */
export class ClaimView {
  /** Numbers of the obstacles of the world, and their names in it. */
  readonly required: ReadonlySet<number>
  private readonly names = new Map<number, string>()
  private readonly numbers = new Map<string, number>()
  /** By set: what is missing in it. */
  private readonly missing: (readonly number[] | undefined)[] = []

  constructor(
    private readonly claims: RoadmapClaims,
    obstacles: readonly RoadmapObstacle[],
  ) {
    for (const one of obstacles) {
      const number = claims.obstacle(one)
      this.names.set(number, one.name)
      this.numbers.set(one.name, number)
    }
    this.required = new Set(this.names.keys())
  }

  /** The set of an edge that is proved for all of this world's obstacles. */
  get whole(): number {
    return this.claims.set([...this.required])
  }

  /** Obstacles of the world that a set lacks. */
  missingIn(set: number): readonly number[] {
    const found = this.missing[set]
    if (found !== undefined) return found
    const members = new Set(this.claims.sets[set]!)
    const out = [...this.required].filter((o) => !members.has(o)).sort((a, b) => a - b)
    this.missing[set] = out
    return out
  }

  /** The set and all of this world's obstacles. */
  joined(set: number): number {
    return this.claims.set([...this.claims.sets[set]!, ...this.required])
  }

  nameOf(obstacle: number): string {
    return this.names.get(obstacle)!
  }

  /** -1 for what is not an obstacle. */
  numberOf(name: string): number {
    return this.numbers.get(name) ?? -1
  }
}
