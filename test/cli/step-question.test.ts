// The line of `limber verify` that says what a certificate of steps answers.
import { expect, test } from 'vitest'
import { describeQuestion, questionOf } from '../../cli/steps/step-question.js'
import { type StepInput, stepDocument } from '../../src/entries/chains.js'

const points = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0]

test.each<[StepInput, number, string]>([
  [{ hulls: 'beads', points, radii: [0.1] }, 6, '6 beads of radius 0.1; every pair'],
  [
    { hulls: 'beads', points, radii: [0.1, 0.3, 0.2, 0.1, 0.1, 0.1], neighbours: 2, closed: true, excluded: [[0, 3]] },
    6,
    '6 beads of radii 0.1 to 0.3, closed; every pair, but not those at most 2 places apart, 1 excluded pair',
  ],
  [
    { hulls: 'strands', points, radii: [0], cuts: [1, 3] },
    5,
    '5 strands of radius 0; every pair, but not those at most 1 place apart, 2 strands that are cut',
  ],
  [{ hulls: 'triangles', points, triangles: [0, 1, 2, 3, 4, 5] }, 2, '2 triangles; every pair'],
  [
    { hulls: 'triangles', points, triangles: [0, 1, 2, 3, 4, 5], parts: { first: 1, within: [true, false] } },
    2,
    '2 triangles; every pair, but not those within the last 1 triangle',
  ],
])('%j', (step, items, expected) => {
  expect(describeQuestion(questionOf(stepDocument(step), items))).toBe(expected)
})
