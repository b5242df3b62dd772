import { GitError } from '@sluice/git/errors'
import { expect, test } from 'vitest'
import { concludeError } from './job-outcome.ts'

const failed = (message: string, code: ConstructorParameters<typeof GitError>[0]) =>
  new GitError(code, message, { stderr: `${message} /srv/data/work/job` })

test.each([
  ['git fetch failed: fatal: unable to access: Failed to connect to 10.0.0.1 port 22', 'network'],
  ['git fetch failed: fatal: gnutls_handshake() failed: An unexpected TLS packet was received.', 'network'],
  ['git fetch failed: fatal: repository not found', 'notFound'],
  ['git ls-remote failed: fatal: Authentication failed', 'authenticationFailed'],
] as const)('whatever answers at an address, people read one sentence (%s)', (message, code) => {
  expect(concludeError(failed(message, code)).error).toEqual({
    message:
      'We could not establish a connection to your repository. Check the connection details and try again.',
    details: null,
  })
})

test.each([
  failed("git update-ref failed: fatal: cannot update ref: couldn't write '/srv/data/work/x'", 'failed'),
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  // As it comes back from the record of a step: with its name and its text only.
  new Error("EACCES: permission denied, open '/srv/data/work/x'"),
])('no text of the system and no folder of the server reaches the job: %s', (error) => {
  const text = JSON.stringify(concludeError(error).error)
  expect(text).not.toMatch(/srv|fatal|ENOSPC|EACCES|device/)
})

test('a full disk is named', () => {
  const error = new Error('ENOSPC: no space left on device, write')
  expect(concludeError(error).error?.message).toBe('There is no space left on the disk of the server.')
})

test('a sentence of our own stays', () => {
  const error = failed('Git took longer than 600000 ms.', 'timeout')
  expect(concludeError(error).error).toEqual({ message: 'Git took longer than 600000 ms.', details: null })
})
