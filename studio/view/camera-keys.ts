// The camera by keyboard, while the picture has the focus: arrows turn it, with Shift they move it, + and - go nearer and farther.
import { Vector3 } from 'three'

/** Radians a press, share of the distance, and share of it that is gone nearer. */
const TURN = Math.PI / 36
const SHIFT = 0.05
const NEARER = 0.85
/** From straight above, not quite: there is no above there. */
const LEAST = 0.02

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

export interface Aimed {
  readonly position: Vector3
  readonly target: Vector3
}

/** Where the camera is after a key; undefined where the key is not one of these. z is up. */
function afterKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { position, target }: Aimed,
): Aimed | undefined {
  const offset = position.clone().sub(target)
  const far = offset.length()
  const arrow = ARROWS[key]
  if (arrow !== undefined && shiftKey) {
    const right = new Vector3(0, 0, 1).cross(offset).normalize()
    const above = offset.clone().cross(right).normalize()
    const by = right.multiplyScalar(SHIFT * far * arrow[0]).addScaledVector(above, SHIFT * far * arrow[1])
    return { position: position.clone().add(by), target: target.clone().add(by) }
  }
  if (arrow !== undefined) {
    const around = Math.atan2(offset.y, offset.x) + TURN * arrow[0]
    const down = Math.acos(Math.max(-1, Math.min(1, offset.z / far))) - TURN * arrow[1]
    const tilt = Math.max(LEAST, Math.min(Math.PI - LEAST, down))
    const flat = far * Math.sin(tilt)
    const turned = new Vector3(flat * Math.cos(around), flat * Math.sin(around), far * Math.cos(tilt))
    return { position: target.clone().add(turned), target: target.clone() }
  }
  const zoom = key === '+' || key === '=' ? NEARER : key === '-' || key === '_' ? 1 / NEARER : undefined
  if (zoom === undefined) return undefined
  return { position: target.clone().addScaledVector(offset, zoom), target: target.clone() }
}

/** `where`: the camera now. */
export function listenToKeys(canvas: HTMLCanvasElement, where: () => Aimed, aim: (aimed: Aimed) => void): void {
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const aimed = afterKey(event, where())
    if (aimed === undefined) return
    event.preventDefault()
    event.stopPropagation()
    aim(aimed)
  })
}
