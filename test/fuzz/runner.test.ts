// The runner of the fuzzer finds what throws, hangs, ends and eats memory; test/deep/fuzz.test.ts has every kind of fault.
import { test } from 'vitest'
import { expectFaultsFound } from './fault-rounds.js'

test('readers that are broken on purpose are found', () =>
  expectFaultsFound(['refuses', 'throws', 'hangs', 'exits', 'eats memory']))
