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
  let lasted = 0
  let endFrames = (): void => {}
  try {
    recorder.start(250)
    play?.start()
    await new Promise<void>((done) => {
      let began: number | undefined
      signal.addEventListener('abort', () => done())
      endFrames = stage.animate((now) => {
        began ??= now
        lasted = Math.min(seconds, now - began)
        onProgress(lasted)
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
  return withDuration(new Blob(parts, { type: 'video/webm' }), lasted)
}

/** In hexadecimal: EBML's head, a Segment without a length, and its Info of less than 116 bytes, which begins with the scale: milliseconds. */
const HEAD = /^1a45dfa3[89ab].(?:..){20,60}?1853806701f{14}1549a966(?=[89a-e].2ad7b1830f4240)/
/** The id of Duration, and that 8 bytes follow. */
const DURATION = [0x44, 0x89, 0x88]

/** Chromium's recorder writes no duration, and players then show no place and cannot seek. What looks otherwise is left as it is. */
async function withDuration(video: Blob, seconds: number): Promise<Blob> {
  const start = new Uint8Array(await video.slice(0, 256).arrayBuffer())
  const text = Array.from(start, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const head = HEAD.exec(text)?.[0]
  if (head === undefined || /^(?:..)*448988/.test(text)) return video
  const at = head.length / 2
  const element = new Uint8Array(DURATION.length + 8)
  element.set(DURATION)
  new DataView(element.buffer).setFloat64(DURATION.length, 1000 * seconds)
  const size = Uint8Array.of(start[at]! + element.length)
  return new Blob([start.subarray(0, at), size, element, video.slice(at + 1)], { type: video.type })
}
