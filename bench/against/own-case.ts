// What one build of Limber does that another can do too: the unit of `npm run bench -- NAME --against FOLDER`.

export interface Task {
  /** How many units of work `run` does. */
  readonly units: number
  /** Does the same work from the same start each time, and returns a number that sums up its answers. */
  run(): number | Promise<number>
}

/** Made by `ownCase`, which knows the type of the inputs. */
export interface OwnCase {
  readonly name: string
  /** What a unit of work is: `segment`, `plan`. */
  readonly unit: string
  /** Plain data that both builds are given. This build makes it: the other might make something else. */
  inputs(): unknown
  /** Builds everything that is not timed. */
  make(inputs: unknown): Task | Promise<Task>
}

export interface OwnCaseOf<Inputs> {
  readonly name: string
  readonly unit: string
  inputs(): Inputs | Promise<Inputs>
  make(inputs: Inputs): Task | Promise<Task>
}

export function ownCase<Inputs>(one: OwnCaseOf<Inputs>): OwnCase {
  return { ...one, make: (inputs) => one.make(inputs as Inputs) }
}

/** `make` on first use only: several cases share what it makes. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
