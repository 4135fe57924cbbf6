// What the studio says to the user: later words about the same thing take the place of earlier ones.
import { expect, test, vi } from 'vitest'
import { Notices } from '../../../studio/app/notices.js'

test('an error about files goes when other files are opened, and what is about something else stays', () => {
  const notices = new Notices()
  const said = (): string[] => notices.list.value.map(({ text }) => text)
  notices.add('a.urdf is broken', 'error', 'files')
  notices.add('nothing to undo', 'error')
  notices.add('b.urdf is broken', 'error', 'files')
  expect(said()).toEqual(['nothing to undo', 'b.urdf is broken'])
  notices.clear('files')
  expect(said()).toEqual(['nothing to undo'])
  notices.clear(undefined)
  notices.add('nothing to undo', 'error')
  expect(said()).toEqual(['nothing to undo'])
})

test('what takes long is said until it is done, and what is done soon is not', () => {
  vi.useFakeTimers()
  try {
    const notices = new Notices()
    const said = (): string[] => notices.list.value.map(({ text }) => text)
    const [soon, late] = [notices.hold('Reading a.pdb …', 500), notices.hold('Reading b.pdb …', 500)]
    soon()
    expect(said()).toEqual([])
    vi.advanceTimersByTime(60_000)
    expect(said()).toEqual(['Reading b.pdb …'])
    late()
    expect(said()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})
