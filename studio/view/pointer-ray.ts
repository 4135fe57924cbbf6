// The ray from a camera through a place of the picture.
import { type Camera, Raycaster, Vector2 } from 'three'

/** Of a pointer's event. */
export interface PointerPlace {
  readonly clientX: number
  readonly clientY: number
}

export function rayThrough(canvas: HTMLCanvasElement, camera: Camera, { clientX, clientY }: PointerPlace): Raycaster {
  const box = canvas.getBoundingClientRect()
  const at = new Vector2((2 * (clientX - box.left)) / box.width - 1, 1 - (2 * (clientY - box.top)) / box.height)
  const ray = new Raycaster()
  ray.setFromCamera(at, camera)
  return ray
}
