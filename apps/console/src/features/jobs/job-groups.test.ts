import { expect, test } from 'vitest'
import { id, sampleJob } from '../../testing/samples.ts'
import { groupJobs } from './job-columns.tsx'

test('Cancelling counts as Running, and empty groups are left out', () => {
  const jobs = (['Ended', 'Cancelling', 'Running'] as const).map((status, index) =>
    sampleJob({ id: id(index), status }),
  )
  expect(groupJobs(jobs, Date.now()).map((group) => [group.title, group.rows.length])).toEqual([
    ['Running', 2],
    ['Ended', 1],
  ])
})
