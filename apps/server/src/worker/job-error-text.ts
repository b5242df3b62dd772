import { problems } from '@sluice/contract/problems'

const unreachable = problems.gitCredentialsInvalid.title

/** What people are told of a failed Git process, by the code of its error. */
const gitSentences: Readonly<Record<string, string>> = {
  network: unreachable,
  timeout: unreachable,
  notFound: unreachable,
  authenticationFailed: unreachable,
  unsafeRepository: 'The repository holds something that Git refuses for safety.',
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT'])

/**
 * The text of an error as people may read it. What Git, curl or the operating system say names folders of the server
 * and tells what answers at an address, so they get a sentence instead; the log has the text.
 */
export function jobErrorText(error: Error): { message: string; details: string | null } {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error.name === 'GitError') {
    const isRaw = /^git \S* failed: |^The (push failed|remote branch has moved)/.test(error.message)
    const message = isRaw
      ? (gitSentences[code] ?? 'Git could not complete an operation of this job.')
      : error.message
    return { message, details: null }
  }
  if (code === 'dailyLimitExceeded') {
    const message =
      'The org has used up its daily limit of API calls. Run the job again within 24 hours, when calls are free.'
    return { message, details: error.message }
  }
  if (/^E[A-Z0-9]+: /.test(error.message)) {
    const message = fullDisk.has(code || (error.message.split(':')[0] ?? ''))
      ? 'There is no space left on the disk of the server.'
      : 'The server could not use one of its own files.'
    return { message, details: null }
  }
  if (/^(?:accept|bind|connect|read|write|spawn)(?: \S+)? E[A-Z]+\b/.test(error.message))
    return { message: 'The server lost the connection to one of its own parts.', details: null }
  const details = 'details' in error && typeof error.details === 'string' ? error.details : null
  return { message: error.message, details }
}
