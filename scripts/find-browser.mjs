// Looks for a Chromium, which the browser tests run in, and installs one where there is none and it can: on Debian, as root. Where
// it cannot, it says plainly that those tests will be skipped. Names and LIMBER_CHROMIUM are as in test/chromium/browser.ts.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

if (!process.env.LIMBER_CHROMIUM && !NAMES.some(isProgram) && !install()) {
  console.error('limber: there is no Chromium: the browser tests will be SKIPPED.')
  console.error('limber: install one (Debian: `apt-get install chromium`), or name its program in LIMBER_CHROMIUM.')
}

function install() {
  if (!isProgram('apt-get')) return false
  if (process.getuid?.() !== 0) {
    console.error('limber: Chromium is missing, and only root can install it.')
    return false
  }
  console.error('limber: installing Chromium for the browser tests (apt-get install chromium)')
  const tried = apt('install', '--yes', '--no-install-recommends', 'chromium')
  // The list of packages may be missing or old.
  if (!tried && apt('update')) apt('install', '--yes', '--no-install-recommends', 'chromium')
  if (NAMES.some(isProgram)) return true
  console.error('limber: Chromium could not be installed.')
  return false
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['--quiet', ...args], { stdio: ['ignore', 2, 2], env, timeout: 600_000 }).status === 0
}

function isProgram(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
