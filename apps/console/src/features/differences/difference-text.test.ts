import { expect, test } from 'vitest'
import { countsText, differenceSentence, nextStep } from './difference-text.ts'

const counts = (toDeploy: number | null, changedInOrg: number | null, onBothSides: number | null = 0) => ({
  toDeploy,
  leftOut: 0,
  changedInOrg,
  onBothSides,
})

test.each([
  [counts(3, 2, 1), '3 to deploy · 2 changed in the org · 1 on both sides'],
  [counts(0, 2), '2 changed in the org'],
  [counts(3, null, null), '3 to deploy'],
  [counts(0, 0), 'No difference'],
  [counts(0, null, null), null],
  [{ ...counts(3, 0), leftOut: 2 }, '1 to deploy · 2 left out'],
  [{ ...counts(2, 0), leftOut: 2 }, '2 left out'],
  [counts(null, null, null), null],
])('the numbers %o read "%s"', (known, text) => {
  expect(countsText(known)).toBe(text)
})

test.each([
  [2, counts(3, 1), 'main is 2 commits ahead; the org has 1 change that Git does not know.'],
  [1, counts(1, 0), 'main is 1 commit ahead; the org has no change that Git does not know.'],
  [
    0,
    counts(3, 0),
    'main has 3 components that the org lacks; the org has no change that Git does not know.',
  ],
  [0, counts(0, 2), 'main has nothing that the org lacks; the org has 2 changes that Git does not know.'],
  [2, counts(0, 0), 'main is 2 commits ahead; the org has no change that Git does not know.'],
  [0, counts(0, 0), 'main and the org do not differ.'],
  [2, counts(3, null), 'main is 2 commits ahead.'],
  [null, counts(null, 2), 'The org has 2 changes that Git does not know.'],
  [null, counts(null, null), 'What differs is not known yet.'],
])('%s commits ahead and %o read "%s"', (commitsAhead, known, sentence) => {
  expect(differenceSentence({ ...known, branch: { commitsAhead } }, 'main')).toBe(sentence)
})

test.each([
  [counts(3, 1), 'flowIn'],
  [counts(0, 1), 'flowIn'],
  [counts(3, 0), 'flowOut'],
  [counts(0, 0), 'check'],
  [counts(3, null), 'check'],
  [counts(null, 0), 'check'],
  [{ ...counts(3, 0), leftOut: 3 }, 'check'],
  [{ ...counts(3, 0), leftOut: 2 }, 'flowOut'],
] as const)('after %o comes %s', (known, step) => {
  expect(nextStep(known)).toBe(step)
})
