// What the camera has to see so that points fill the free part of the picture, as they lie now and as it is turned now.
import { Vector3 } from 'three'
import type { Stage } from './stage.js'

/** Points that are counted: of more, every other one and so on. */
const MOST = 4000
/** Some room at the borders; what is nearer to the eye looks larger. */
const ROOM = 1.04

/** Centre and radius for a Follower. `points` are seen shifted by `by`, each with `reach` around it. */
export function fitOf(
  stage: Stage,
  points: Float32Array,
  by: readonly number[],
  reach: number,
): { readonly centre: number[]; readonly radius: number } {
  const { camera, controls, canvas } = stage
  const away = camera.position.clone().sub(controls.target).normalize()
  const right = new Vector3().crossVectors(camera.up, away).normalize()
  const up = new Vector3().crossVectors(away, right)
  const axes = [right, up, away]
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  const at = new Vector3()
  const stride = 3 * Math.max(1, Math.floor(points.length / 3 / MOST))
  for (let i = 0; i + 2 < points.length; i += stride) {
    at.set(points[i]! + by[0]!, points[i + 1]! + by[1]!, points[i + 2]! + by[2]!)
    axes.forEach((axis, k) => {
      const x = at.dot(axis)
      low[k] = Math.min(low[k]!, x)
      high[k] = Math.max(high[k]!, x)
    })
  }
  const centre = new Vector3()
  axes.forEach((axis, k) => {
    centre.addScaledVector(axis, (low[k]! + high[k]!) / 2)
  })
  // A ball is seen in the shorter side of what is free of the picture.
  const free = canvas.parentElement!.nextElementSibling as HTMLElement
  const [width, height] = [canvas.clientWidth, Math.max(free.offsetHeight, canvas.clientHeight / 3)]
  const shorter = Math.min(width, height)
  const wide = (((high[0]! - low[0]!) / 2 + reach) * shorter) / width
  const tall = (((high[1]! - low[1]!) / 2 + reach) * shorter) / height
  return { centre: centre.toArray(), radius: ROOM * Math.max(wide, tall) }
}
