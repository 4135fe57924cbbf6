import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { isInside, namesOf, pathOf } from '../../node/paths.js'

test.each([
  ['/a/b c/d.urdf', posix, ['a', 'b c', 'd.urdf']],
  ['/', posix, []],
  ['C:\\a\\b c\\d.urdf', win32, ['C:', 'a', 'b c', 'd.urdf']],
  ['C:\\', win32, ['C:']],
  ['\\\\server\\share\\a', win32, ['\\\\server\\share', 'a']],
])('%s as names, and back', (path, system, names) => {
  expect(namesOf(path, system)).toEqual(names)
  expect(pathOf(names, system)).toBe(path)
})

test('names without a drive are on the current one, not below the current folder', () => {
  expect(pathOf(['a', 'b'], win32)).toBe('\\a\\b')
})

test.each([
  ['/a', '/a', posix, true],
  ['/a/b', '/a', posix, true],
  ['/a/..b', '/a', posix, true],
  ['/ab', '/a', posix, false],
  ['/', '/a', posix, false],
  ['c:\\a\\b', 'C:\\A', win32, true],
  ['C:\\ab', 'C:\\a', win32, false],
  ['D:\\a\\b', 'C:\\a', win32, false],
])('is %s inside %s?', (path, folder, system, inside) => {
  expect(isInside(path, folder, system)).toBe(inside)
})
