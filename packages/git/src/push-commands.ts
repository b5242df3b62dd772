import { ByteQueue } from './byte-queue.ts'
import { GitError } from './errors.ts'
import { zeroHash } from './object-names.ts'

/** What a client asks receive-pack to do with one ref. A hash is null where the ref does not exist. */
export interface PushCommand {
  readonly ref: string
  readonly oldHash: string | null
  readonly newHash: string | null
}

/** A receive-pack request: its commands, the client's capabilities, and the whole body, unchanged, for Git. */
export interface PushRequest {
  readonly commands: readonly PushCommand[]
  readonly capabilities: readonly string[]
  readonly body: AsyncIterable<Uint8Array>
}

const maxCommands = 1_000

/**
 * Reads the head of a receive-pack request (gitprotocol-pack(5), "Reference Update Request"). Raises `failed` for a
 * body that is none.
 */
export async function readPushRequest(body: AsyncIterable<Uint8Array>): Promise<PushRequest> {
  const bytes = new ByteQueue(body)
  const head: Buffer[] = []
  const commands: PushCommand[] = []
  const capabilities: string[] = []
  for (;;) {
    const length = await bytes.take(4)
    // A body of nothing but its end is how a client asks for credentials before it sends a large pack.
    if (length === null) break
    head.push(length)
    const size = Number.parseInt(length.toString('ascii'), 16)
    if (size === 0) break
    const line = size > 4 ? await bytes.take(size - 4) : null
    if (line === null || head.length > maxCommands * 2)
      throw new GitError('failed', 'The push request is malformed.')
    head.push(line)
    const [command = '', offered = ''] = line.toString('utf8').split('\0')
    commands.push(...parseCommand(command))
    capabilities.push(...offered.split(/[ \n]/).filter(Boolean))
  }
  return { commands, capabilities, body: chain(head, bytes) }
}

function parseCommand(text: string): PushCommand[] {
  const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+?)\n?$/.exec(text)
  // `shallow <hash>` lines come before the commands; Git reads them itself.
  if (match === null && /^shallow [0-9a-f]{40}\n?$/.test(text)) return []
  if (match === null) throw new GitError('failed', 'The push request is malformed.')
  const [, oldHash = '', newHash = '', ref = ''] = match
  return [
    { ref, oldHash: oldHash === zeroHash ? null : oldHash, newHash: newHash === zeroHash ? null : newHash },
  ]
}

async function* chain(head: readonly Buffer[], bytes: ByteQueue): AsyncGenerator<Uint8Array> {
  yield Buffer.concat(head)
  yield* bytes.rest()
}
