import { expect, test } from 'vitest'
import { id, sampleJob } from '../../testing/samples.ts'
import { streamEntries } from './stream-entries.ts'

const at = (minute: number) => `2026-01-31T12:0${minute}:00.000Z`

test('what happened to jobs is told once each, the newest first', () => {
  const jobs = [
    sampleJob({ id: id(1), createdUtc: at(1), status: 'Ended', outcome: 'Succeeded', endedUtc: at(4) }),
    sampleJob({ id: id(2), createdUtc: at(2), cancellationRequestedUtc: at(3) }),
  ]
  const told = streamEntries({ jobs, inquiries: [], conflicts: [] })
  expect(told.map(({ kind, job }) => [kind, job.id])).toEqual([
    ['ended', id(1)],
    ['cancellationRequested', id(2)],
    ['created', id(2)],
    ['created', id(1)],
  ])
})

test('questions of jobs that are not shown are left out', () => {
  const inquiry = {
    id: id(5),
    workspaceId: id(9),
    jobId: id(1),
    createdUtc: at(2),
    status: 'Answered',
    answeredUtc: at(3),
    answeredByUserId: id(6),
    answerRequiredBeforeUtc: null,
    subject: 'MergeConflict',
    prompt: null,
    answer: null,
  } as const
  const own = sampleJob({ id: id(1), createdUtc: at(1) })
  const of = (jobs: (typeof own)[]) =>
    streamEntries({ jobs, inquiries: [inquiry], conflicts: [] }).map(({ kind }) => kind)
  expect(of([own])).toEqual(['answered', 'asked', 'created'])
  expect(of([])).toEqual([])
})
