// A reporter that ends a run with one plain line, `N passed, N failed, N skipped`, for scripts that read it.
import type { Reporter, TestModule } from 'vitest/node'

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++
      // A file that could not even be loaded has no tests to count.
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) count.failed++
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`)
  }
}
