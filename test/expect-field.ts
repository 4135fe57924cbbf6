// What is refused says where it is.
import { expect } from 'vitest'
import { InvalidInputError } from '../src/index.js'

/** It throws an InvalidInputError that names this field. */
export function expectField(field: string, work: () => unknown): void {
  let error: unknown
  try {
    work()
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(InvalidInputError)
  expect((error as InvalidInputError).field).toBe(field)
}
