// Before the tests: what has changed is compiled, and the command that test/cli runs is put together from it.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export default function setup(): void {
  const script = fileURLToPath(new URL('../scripts/setup.mjs', import.meta.url))
  execFileSync(process.execPath, [script, '--build-only'], { stdio: 'inherit' })
}
