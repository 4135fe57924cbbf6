// What the studio says to the user: later words about the same thing take the place of earlier ones.
import { expect, test } from 'vitest'
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
