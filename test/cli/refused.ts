// A command that refuses its input: by an error of the engine that a user can read.
import { expect } from 'vitest'
import { LimberError } from '../../src/index.js'

export async function refused(work: Promise<unknown>, message: string): Promise<void> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LimberError)
  expect((error as Error).message).toContain(message)
}
