// Clicks into the picture: a pointer that went down and up in one place, not one that turned the camera.
import type { Stage } from './stage.js'

/** Pixels that a hand trembles. */
const STILL = 5

/** Whose clicks are these? By default those that the shell leaves to the scene. Returns what ends it. */
export function clicks(
  stage: Stage,
  clicked: (event: PointerEvent) => void,
  isMine: () => boolean = () => !stage.isTaken,
): () => void {
  const end = new AbortController()
  const { signal } = end
  let from: PointerEvent | undefined
  const press = (event: PointerEvent): void => {
    from = isMine() && event.button === 0 && event.isPrimary ? event : undefined
  }
  const release = (event: PointerEvent): void => {
    const pressed = from
    from = undefined
    if (pressed === undefined || pressed.pointerId !== event.pointerId || !isMine()) return
    if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < STILL) clicked(event)
  }
  stage.canvas.addEventListener('pointerdown', press, { signal })
  stage.canvas.addEventListener('pointerup', release, { signal })
  return () => end.abort()
}
