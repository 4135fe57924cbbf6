// A video of the stage, by the browser's own recorder.
import type { PictureSize, Stage } from '../view/stage.js'
import type { PlayOnce } from './scene.js'

/** The best of what the browser writes; undefined where it writes no WebM. */
export function webmType(): string | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined
  return ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'].find((type) =>
    MediaRecorder.isTypeSupported(type),
  )
}

const FRAMES_PER_SECOND = 30
/** Bits for one pixel of one frame: lines and words stay sharp. */
const BITS = 0.25

export interface RecordOptions {
  readonly size: PictureSize
  readonly seconds: number
  readonly play: PlayOnce | undefined
  readonly signal: AbortSignal
  readonly onProgress: (seconds: number) => void
}

/** Until `seconds` are over or it is stopped: what there is by then. */
export async function record(stage: Stage, options: RecordOptions): Promise<Blob> {
  const { size, seconds, play, signal, onProgress } = options
  const mimeType = webmType()
  if (mimeType === undefined) throw new Error('This browser has no recorder for WebM.')
  const end = stage.asLarge(size)
  const stream = stage.canvas.captureStream(FRAMES_PER_SECOND)
  const videoBitsPerSecond = Math.round(BITS * FRAMES_PER_SECOND * size.width * size.height)
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => void parts.push(data)
  const stopped = new Promise<void>((done, fail) => {
    recorder.onstop = () => done()
    recorder.onerror = () => fail(new Error('the video could not be recorded'))
  })
  let endFrames = (): void => {}
  try {
    recorder.start(250)
    play?.start()
    await new Promise<void>((done) => {
      let began: number | undefined
      signal.addEventListener('abort', () => done())
      endFrames = stage.animate((now) => {
        began ??= now
        onProgress(Math.min(seconds, now - began))
        if (now - began >= seconds) done()
      })
    })
    recorder.stop()
    await stopped
  } finally {
    endFrames()
    play?.stop()
    for (const track of stream.getTracks()) track.stop()
    end()
  }
  return new Blob(parts, { type: 'video/webm' })
}
