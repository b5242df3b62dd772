import type { JobWithNotices } from '@sluice/contract/job'
import { expect, test } from 'vitest'
import { sampleJob } from '../../../testing/samples.ts'
import { changesSince, seeJobs } from './job-news.tsx'

const now = Date.parse('2026-01-31T12:00:00.000Z')
const rowsOf = (...jobs: JobWithNotices[]) => new Map(jobs.map((job) => [job.id, job]))
const kinds = (before: JobWithNotices | null, after: JobWithNotices) =>
  changesSince(seeJobs(before ? rowsOf(before) : rowsOf()), rowsOf(after), now).map(({ kind }) => kind)

const running = sampleJob({ status: 'Running' })
const waiting = sampleJob({ status: 'Running', hasPendingInquiries: true })
const endedAt = (endedUtc: string) => sampleJob({ status: 'Ended', outcome: 'Failed', endedUtc })
const ended = endedAt('2026-01-31T11:00:00.000Z')

test('a job that ends and one that begins to ask are news', () => {
  expect(kinds(running, ended)).toEqual(['ended'])
  expect(kinds(running, waiting)).toEqual(['asks'])
  expect(kinds(waiting, ended)).toEqual(['ended'])
})

test('what stays as it was is no news', () => {
  for (const job of [running, waiting, ended]) expect(kinds(job, job)).toEqual([])
  expect(kinds(waiting, running)).toEqual([])
})

test('a job that was not seen before is news when it asks or has just ended', () => {
  expect(kinds(null, waiting)).toEqual(['asks'])
  expect(kinds(null, running)).toEqual([])
  expect(kinds(null, ended)).toEqual([])
  expect(kinds(null, endedAt('2026-01-31T11:59:30.000Z'))).toEqual(['ended'])
})

test('an ended job does not ask, whatever its inquiries say', () => {
  const withInquiry = { ...ended, hasPendingInquiries: true }
  expect(kinds(running, withInquiry)).toEqual(['ended'])
  expect(kinds(ended, withInquiry)).toEqual([])
  expect(kinds(null, withInquiry)).toEqual([])
})
