// Damaged motion-capture files: a seed says which file, and what is done to it.
import { Random } from '../../../src/base/math/random.js'
import { FileError } from '../../../src/errors.js'
import { parseBvh } from '../../../src/formats/robots/bvh-clip.js'
import { FIGURE, KNEE } from './bvh-samples.js'

const WORDS = ['{', '}', 'JOINT', 'ROOT', 'End Site', 'OFFSET', 'CHANNELS 3', 'MOTION', 'Frames: 9', '1e400', '-', 'nan', '\0', '/', '1e60'] // biome-ignore format: a list

export function mutatedClip(seed: number): string {
  const random = new Random(seed)
  let text = seed % 2 === 0 ? FIGURE : KNEE
  const pick = (count: number): number => Math.floor(random.unit() * count)
  for (let times = 1 + pick(3); times > 0; times--) {
    const at = pick(text.length)
    const to = at + 1 + pick(seed % 3 === 0 ? 60 : 4)
    const words = text.split(/(\s+)/)
    switch (pick(6)) {
      case 0:
        text = text.slice(0, at) + text.slice(to)
        break
      case 1:
        text = text.slice(0, at) + String.fromCharCode(32 + pick(96)) + text.slice(at + 1)
        break
      case 2:
        text = text.slice(0, to) + text.slice(at)
        break
      case 3:
        words[pick(words.length)] = WORDS[pick(WORDS.length)]!
        text = words.join('')
        break
      case 4:
        text = text.replace(/-?\d+(?:\.\d+)?/g, (number) =>
          random.unit() < 0.05 ? `${(random.unit() - 0.5) * 10 ** pick(70)}` : number,
        )
        break
      default:
        text = text.slice(0, at)
    }
  }
  return text
}

/** `read`, `refused`, or what is wrong. */
export function clipOutcome(text: string): string {
  try {
    const { robot, path } = parseBvh(text, { file: 'damaged.bvh' })
    for (const values of path.waypoints) {
      robot.configuration(Object.fromEntries(path.joints.map((name, i) => [name, values[i]!])))
    }
    return 'read'
  } catch (error) {
    if (!(error instanceof FileError)) return `wrong: ${(error as Error).stack}`
    return error.line === undefined && error.field === undefined ? `wrong: no place: ${error.message}` : 'refused'
  }
}
