import { expect, test } from 'vitest'
import { id, sampleJob } from '../../testing/samples.ts'
import { foldRepeats, repeatsText } from './folded-jobs.tsx'

const ended = (n: number, key: string, outcome: 'Succeeded' | 'Failed' = 'Succeeded') =>
  sampleJob({ id: id(n), status: 'Ended', outcome, workerInstanceIdentifier: key })
const keyOf = (job: { workerInstanceIdentifier: string | null }) => job.workerInstanceIdentifier ?? ''
const fold = (jobs: ReturnType<typeof ended>[], unfolded: string[] = []) => {
  const { rows, repeats } = foldRepeats(jobs, { keyOf, unfolded: new Set(unfolded) })
  return [rows.map((job) => job.id), [...repeats].map(([job, earlier]) => [job, earlier.length])]
}

test('three runs of one thing in a row are one row, and two are two', () => {
  expect(fold([ended(1, 'a'), ended(2, 'a'), ended(3, 'a'), ended(4, 'b'), ended(5, 'b')])).toEqual([
    [id(1), id(4), id(5)],
    [[id(1), 2]],
  ])
})

test('runs with something else between them are not folded together', () => {
  const jobs = [ended(1, 'a'), ended(2, 'a'), ended(3, 'b'), ended(4, 'a'), ended(5, 'a')]
  expect(fold(jobs)[1]).toEqual([])
})

test('a row that a person has unfolded shows its earlier runs and can be folded again', () => {
  const jobs = [ended(1, 'a'), ended(2, 'a'), ended(3, 'a')]
  expect(fold(jobs, [id(1)])).toEqual([[id(1), id(2), id(3)], [[id(1), 2]]])
})

test('jobs that have not ended are never folded', () => {
  const running = [1, 2, 3].map((n) => sampleJob({ id: id(n), workerInstanceIdentifier: 'a' }))
  expect(fold(running)).toEqual([running.map((job) => job.id), []])
  const oneRuns = [...running.slice(0, 1), ended(2, 'a'), ended(3, 'a')]
  expect(fold(oneRuns)).toEqual([oneRuns.map((job) => job.id), []])
})

test('how many of the earlier runs failed is told', () => {
  expect(repeatsText([ended(1, 'a'), ended(2, 'a')])).toBe('2 earlier runs')
  expect(repeatsText([ended(1, 'a', 'Failed'), ended(2, 'a')])).toBe('2 earlier runs, 1 failed')
})
