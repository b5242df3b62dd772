import { describe, expect, test } from 'vitest'
import { flowInMessage } from './commit-message.ts'

const given = {
  custom: null,
  environment: { name: 'QA', slug: 'qa' },
  jobId: 'job-1',
  changes: [{ changeType: 'Added', componentType: 'ApexClass', componentName: 'Alpha' }] as const,
}

describe('flowInMessage', () => {
  test('[J-019] names the environment and counts the changes when no message is given', () => {
    expect(flowInMessage(given)).toBe(
      'Retrieve changes from QA\n\n1 added, 0 modified, 0 deleted\n\n+ ApexClass: Alpha\n\nJob: job-1\nEnvironment: qa',
    )
  })

  test("takes the user's message as it is", () => {
    expect(flowInMessage({ ...given, custom: 'Nightly' })).toBe('Nightly')
  })

  test('a name with a line break cannot forge a trailer', () => {
    expect(flowInMessage({ ...given, environment: { name: 'QA\nJob: other', slug: 'qa' } })).not.toContain(
      '\nJob: other',
    )
  })
})
