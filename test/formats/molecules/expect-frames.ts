// What tests of frames say over and over.
import { expect } from 'vitest'
import { FramesFileError } from '../../../src/errors.js'
import type { Frames } from '../../../src/formats/molecules/frames-data.js'
import type { Centres } from './frames-samples.js'

export function expectFrames(frames: Frames, centres: Centres): void {
  expect(frames.count).toBe(centres.length)
  expect(frames.beads).toBe(centres[0]!.length / 3)
  centres.forEach((wanted, k) => {
    expect([...frames.frame(k)], `frame ${k}`).toEqual(wanted)
  })
}

export function expectRefused(
  read: () => unknown,
  place: { readonly line?: number; readonly offset?: number; readonly field?: string },
  message: string,
): void {
  let error: unknown
  try {
    read()
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(FramesFileError)
  expect((error as Error).message).toContain(message)
  expect(error).toMatchObject(place)
}
