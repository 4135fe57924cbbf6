// Paths that have been proved free, as they were returned: `smooth` does not prove a plan's path again. What is known is kept with
// the list that the caller got, for as long as the caller has it, and beside a copy: the caller may write into it.
import type { World, WorldModel } from '../world/world.js'

interface ProvedPath {
  /** Of the world as it was: another one for each change. */
  readonly index: WorldModel['index']
  readonly delta: number
  readonly clearance: number
  readonly points: readonly Float64Array[]
}

const known = new WeakMap<object, ProvedPath>()

type Terms = Pick<ProvedPath, 'delta' | 'clearance'>

/** All segments between these waypoints are proved. */
export function rememberProved(
  { index }: WorldModel,
  { delta, clearance }: Terms,
  path: readonly Float64Array[],
): void {
  known.set(path, { index, delta, clearance, points: path.map((q) => q.slice()) })
}

/** Is a list of configurations such a path, of this world as it is, for the same question? Then its waypoints as they were proved. */
export function provedWaypoints(world: World, { delta, clearance }: Terms, path: object): readonly Float64Array[] {
  const proved = known.get(path)
  const isSame = proved?.index === world.model().index && proved.delta === delta && proved.clearance === clearance
  return isSame ? proved.points : []
}
