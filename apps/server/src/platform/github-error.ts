export type GitHubRefusal =
  /** No more requests are taken for some time. */
  | 'limited'
  /** The app, its key or its token is not accepted. */
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  /** GitHub has understood the request and says no, such as for a name that is taken. */
  | 'invalid'
  /** No usable answer. */
  | 'unavailable'

interface GitHubErrorDetails {
  readonly retryAfterSeconds?: number | undefined
  /** Whether the request may have had its effect although it failed here. */
  readonly outcomeUnknown?: boolean
  readonly cause?: unknown
}

/** What a request to GitHub ended with. The text holds no token. */
export class GitHubError extends Error {
  override name = 'GitHubError'
  readonly refusal: GitHubRefusal
  readonly retryAfterSeconds: number | undefined
  readonly outcomeUnknown: boolean

  constructor(refusal: GitHubRefusal, message: string, details: GitHubErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause })
    this.refusal = refusal
    this.retryAfterSeconds = details.retryAfterSeconds
    this.outcomeUnknown = details.outcomeUnknown ?? false
  }

  /** Passes by itself, and the request had no effect. */
  get retryable(): boolean {
    return !this.outcomeUnknown && (this.refusal === 'limited' || this.refusal === 'unavailable')
  }
}

const sentences: Record<GitHubRefusal, string> = {
  limited: 'GitHub takes no more requests at the moment.',
  unauthorized:
    'GitHub does not accept the app of this server. Its id, its private key or its installation in the organization has to be checked.',
  forbidden:
    'GitHub does not allow this to the app of this server. The app needs the repository permissions Administration and Contents, both to write.',
  notFound: 'GitHub does not have this repository, or the app of this server may not see it.',
  invalid: 'GitHub refused the request.',
  unavailable: 'GitHub could not be reached, or its answer could not be read.',
}

/** The error in a sentence for people: what is wrong, and what to do about it. */
export function explainGitHubError({ refusal, retryAfterSeconds }: GitHubError): string {
  if (refusal !== 'limited' || retryAfterSeconds === undefined) return sentences[refusal]
  return `${sentences.limited} It asks to wait ${retryAfterSeconds} seconds.`
}
