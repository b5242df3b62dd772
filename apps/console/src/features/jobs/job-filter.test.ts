import { expect, test } from 'vitest'
import { id, sampleJob } from '../../testing/samples.ts'
import { newestFirst, shownJobs } from './job-filter.ts'

const jobs = [
  sampleJob({
    id: id(1),
    commandName: 'FlowIn',
    createdByUserId: id(90),
    createdUtc: '2026-01-01T00:00:00.000Z',
  }),
  sampleJob({
    id: id(2),
    commandName: 'FlowOut',
    createdByUserId: id(91),
    createdUtc: '2026-01-02T00:00:00.000Z',
  }),
]
const shown = (filter: { text?: string; type?: string; createdByUserId?: string }) =>
  shownJobs(jobs, {
    text: '',
    type: '',
    createdByUserId: null,
    titleOf: (job) => job.commandName,
    ...filter,
  }).map((job) => job.id)

test('without a filter all show', () => expect(shown({})).toHaveLength(2))
test('a type narrows the list', () => expect(shown({ type: 'FlowOut' })).toEqual([id(2)]))
test('a text is looked for in the title', () => expect(shown({ text: 'flowin' })).toEqual([id(1)]))
test('"Only mine" keeps what the user created', () =>
  expect(shown({ createdByUserId: id(91) })).toEqual([id(2)]))
test('[J-035] the newest comes first', () => {
  expect(jobs.toSorted(newestFirst).map((job) => job.id)).toEqual([id(2), id(1)])
})
