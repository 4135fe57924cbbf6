// The colours of x, y and z, and the letters at their ends: the same for frames and for the gizmo, in both themes.
import { CanvasTexture, SpriteMaterial, SRGBColorSpace } from 'three'

export const AXES = ['x', 'y', 'z'] as const
export const AXIS_COLOURS: readonly [string, string, string] = ['#e5484d', '#30a46c', '#3b82f6']

/** A letter in the colour of its axis. One for all frames: who made it disposes of it. */
export function letterMaterial(axis: number): SpriteMaterial {
  const canvas = document.createElement('canvas')
  canvas.width = 32
  canvas.height = 32
  const context = canvas.getContext('2d')!
  context.font = '700 26px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = AXIS_COLOURS[axis]!
  context.fillText(AXES[axis]!, 16, 16)
  const map = new CanvasTexture(canvas)
  map.colorSpace = SRGBColorSpace
  return new SpriteMaterial({ map, depthTest: false, sizeAttenuation: false, transparent: true })
}
