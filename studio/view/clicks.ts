// Clicks into the picture: a pointer that went down and up in one place, not one that turned the camera.
import type { PointerPlace, Stage } from './stage.js'

/** Pixels that a hand trembles. */
const STILL = 5

/** Returns what ends it. */
export function clicks(
  stage: Stage,
  clicked: (event: PointerPlace & { readonly shiftKey: boolean }) => void,
): () => void {
  const end = new AbortController()
  const { signal } = end
  let from: PointerPlace | undefined
  stage.canvas.addEventListener(
    'pointerdown',
    ({ clientX, clientY, button }) => {
      from = button === 0 ? { clientX, clientY } : undefined
    },
    { signal },
  )
  stage.canvas.addEventListener(
    'pointerup',
    ({ clientX, clientY, shiftKey }) => {
      if (from !== undefined && !stage.isTaken && Math.hypot(clientX - from.clientX, clientY - from.clientY) < STILL)
        clicked({ clientX, clientY, shiftKey })
      from = undefined
    },
    { signal },
  )
  return () => end.abort()
}
