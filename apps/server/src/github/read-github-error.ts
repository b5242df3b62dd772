import { GitHubError, type GitHubRefusal } from '../platform/github-error.ts'

interface Refused {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
}

/** What the client library threw, in our words. Without an answer a request that changes something may have done so. */
export function readGitHubError(error: unknown, { isRead }: { readonly isRead: boolean }): unknown {
  if (!(error instanceof Error) || !('status' in error)) return error
  const answer = answerOf(error)
  const cause = error
  if (answer === null) {
    const outcomeUnknown = !isRead && !isTrue(error.cause, 'retryable')
    return new GitHubError('unavailable', 'No answer came from GitHub.', { outcomeUnknown, cause })
  }
  const refusal = refusalOf(answer)
  const outcomeUnknown = !isRead && refusal === 'unavailable'
  const message = `GitHub answered ${answer.status}: ${error.message}`
  const retryAfterSeconds = refusal === 'limited' ? pauseOf(answer) : undefined
  return new GitHubError(refusal, message, { retryAfterSeconds, outcomeUnknown, cause })
}

function answerOf(error: Error): Refused | null {
  const response: unknown = Reflect.get(error, 'response')
  if (typeof response !== 'object' || response === null) return null
  const status: unknown = Reflect.get(response, 'status')
  const headers: unknown = Reflect.get(response, 'headers')
  if (typeof status !== 'number' || typeof headers !== 'object' || headers === null) return null
  return { status, headers: Object.fromEntries(Object.entries(headers)) }
}

/** Both limits of GitHub are answered with 403 or 429; the headers tell them from a missing permission. */
function refusalOf({ status, headers }: Refused): GitHubRefusal {
  const isLimited = 'retry-after' in headers || headers['x-ratelimit-remaining'] === '0'
  if (status === 429 || (status === 403 && isLimited)) return 'limited'
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'notFound'
  return status < 500 ? 'invalid' : 'unavailable'
}

const shortestPauseSeconds = 1

/** Seconds to wait, or the moment at which the limit ends, in seconds since 1970. */
function pauseOf({ headers }: Refused): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  if (Number.isFinite(seconds)) return Math.max(seconds, shortestPauseSeconds)
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
  if (!Number.isFinite(reset)) return undefined
  return Math.max(Math.ceil(reset - Date.now() / 1_000), shortestPauseSeconds)
}

const isTrue = (error: unknown, property: string): boolean =>
  error instanceof Error && Reflect.get(error, property) === true
