// Looks for the programs that some tests need beside Node, and installs what is missing where it can: on Debian, as root. Where it
// cannot, it says plainly which tests will be skipped. The names of browsers and LIMBER_CHROMIUM are as in test/chromium/browser.ts.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const PROGRAMS = [
  {
    title: 'Chromium',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
    isNamed: Boolean(process.env.LIMBER_CHROMIUM),
    package: 'chromium',
    tests: 'the browser tests',
    advice: 'install one (Debian: `apt-get install chromium`), or name its program in LIMBER_CHROMIUM',
  },
  {
    title: 'Redis server',
    names: ['redis-server'],
    isNamed: false,
    package: 'redis-server',
    tests: 'the tests of the queue',
    advice: 'install one (Debian: `apt-get install redis-server`)',
  },
]

for (const program of PROGRAMS) {
  if (program.isNamed || program.names.some(isProgram) || install(program)) continue
  console.error(`limber: there is no ${program.title}: ${program.tests} will be SKIPPED.`)
  console.error(`limber: ${program.advice}.`)
}

function install(program) {
  if (!isProgram('apt-get')) return false
  if (process.getuid?.() !== 0) {
    console.error(`limber: ${program.title} is missing, and only root can install it.`)
    return false
  }
  console.error(`limber: installing ${program.title} for ${program.tests} (apt-get install ${program.package})`)
  const tried = apt('install', '--yes', '--no-install-recommends', program.package)
  // The list of packages may be missing or old.
  if (!tried && apt('update')) apt('install', '--yes', '--no-install-recommends', program.package)
  if (program.names.some(isProgram)) return true
  console.error(`limber: ${program.title} could not be installed.`)
  return false
}

function apt(...args) {
  // In run level 1 no service is started: tests start servers themselves, each on a port of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
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
