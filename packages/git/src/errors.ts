/** Why a Git operation failed; callers decide by this word, never by Git's English. */
export type GitErrorCode =
  | 'notFound'
  | 'authenticationFailed'
  | 'rejectedNonFastForward'
  | 'rejectedByRemote'
  | 'staleRef'
  | 'timeout'
  | 'aborted'
  | 'network'
  | 'unsafeRepository'
  | 'invalidRef'
  | 'tooLarge'
  /** The process that starts Git was lost, and the command with it: it may or may not have taken effect. */
  | 'interrupted'
  | 'failed'

/** The only error that functions of this package raise on purpose. `stderr` never holds a credential. */
export class GitError extends Error {
  readonly code: GitErrorCode
  readonly stderr: string
  /**
   * Whether the same call may succeed soon: the connection broke or was refused, the server answered 429 or 5xx, or the
   * process that starts Git was lost.
   */
  readonly retryable: boolean

  constructor(code: GitErrorCode, message: string, options: { stderr?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'GitError'
    this.code = code
    this.stderr = options.stderr ?? ''
    this.retryable =
      code === 'interrupted' || ((code === 'network' || code === 'timeout') && isTransient(this.stderr))
  }
}

/** What Git and curl say about a server that is away or busy. An unknown host or a refused certificate stays as it is. */
function isTransient(stderr: string): boolean {
  const status = Number(
    /(?:returned error: |RPC failed; HTTP |CONNECT tunnel failed, response |Received HTTP code )(\d{3})\b/.exec(
      stderr,
    )?.[1] ?? 0,
  )
  if (status > 0) return status === 429 || status >= 500
  return /Failed to connect|Could(?:n't| not) connect|Connection (?:refused|reset|timed out)|Recv failure|RPC failed|hung up unexpectedly|unexpected disconnect|early EOF|Empty reply|invalid index-pack output|bad line length|expected flush/i.test(
    stderr,
  )
}

/**
 * What Git and curl say under `LC_ALL=C`, first match wins. Pushes are judged by their porcelain lines instead;
 * these patterns serve the failures for which Git offers nothing but text.
 */
const signs: readonly (readonly [GitErrorCode, RegExp])[] = [
  // Signal 25 is SIGXFSZ, which comes with a file larger than the process may write.
  ['tooLarge', /out of memory|Cannot allocate memory|died of signal 25|File too large/i],
  [
    'unsafeRepository',
    /transport '[^']*' not allowed|fsck error|error in object|dubious ownership|cannot use bare repository/,
  ],
  [
    'authenticationFailed',
    /Authentication failed|could not read (Username|Password)|returned error: 40[13]\b|Access denied/i,
  ],
  [
    'notFound',
    /couldn't find remote ref|repository '[^']*' not found|returned error: 404\b|not a git repository|bad object|not a valid (object|commit) name|not a tree object|does not point to a valid|unknown revision|bad revision|Not a valid (object|commit) name|is missing/i,
  ],
  ['staleRef', /but expected [0-9a-f]+|reference already exists|unable to resolve reference|cannot lock ref/],
  ['timeout', /Operation too slow|timed out|Timeout was reached/i],
  ['rejectedByRemote', /returned error: 413\b|remote unpack failed|pack exceeds maximum allowed size/],
  [
    'network',
    /Could not resolve host|Failed to connect|Connection (refused|reset)|returned error: (3|5)\d\d\b|RPC failed|hung up unexpectedly|early EOF|Empty reply|SSL|unable to access|invalid index-pack output|bad line length|expected flush|invalid server response/i,
  ],
]

/** Names the failure behind Git's standard error. */
export function classifyFailure(stderr: string): GitErrorCode {
  return signs.find(([, sign]) => sign.test(stderr))?.[0] ?? 'failed'
}

/** What Git says of a repository in which something is damaged or missing that should be there. */
const damage =
  /bad object|corrupt|missing (blob|tree|commit|object)|unable to (read|find|unpack|load)|object file .* is empty|hash mismatch|garbage at end|packfile .* (cannot|is|does|claims)|not a git repository|index file .* (is|does)|inflate|invalid sha1 pointer|did not send all necessary objects|could not (read|parse)|Could not read/

/** Whether a failure looks like damage of the repository on this disk, which fetching it again would mend. */
export function showsDamage(error: unknown): boolean {
  if (!(error instanceof GitError) || (error.code !== 'failed' && error.code !== 'notFound')) return false
  return damage.test(error.stderr)
}
