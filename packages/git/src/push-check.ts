import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Repository } from './git.ts'

const hooks = fileURLToPath(new URL('../bin/hooks', import.meta.url))
const lookEveryMs = 40

/** The question that a receive-pack asks before it takes what was pushed. */
export interface PushCheck {
  /** For the receive-pack that asks: its hook `pre-receive` (githooks(5)) waits for the answer. */
  readonly env: Readonly<Record<string, string>>
  readonly config: Readonly<Record<string, string>>
  /** Ends the wait for the question; call it when receive-pack has ended. */
  close(): Promise<void>
}

/**
 * Lets `judge` decide whether what is pushed to a repository may stay. It gets the repository as it would be, with the objects
 * that Git holds in quarantine (git-receive-pack(1)), and returns null, or why the push is refused as one line for
 * the person who pushes. Where it raises, the push is refused without a reason.
 */
export async function openPushCheck(
  repository: Repository,
  judge: (pushed: Repository) => Promise<string | null>,
): Promise<PushCheck> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-push-'))
  const closing = new AbortController()
  const answered = answerOnce(folder, closing.signal, async (quarantine) => {
    const pushed = quarantine === '' ? repository : withQuarantine(repository, quarantine)
    const refusal = await judge(pushed).catch(() => 'The server could not check what was pushed.')
    return refusal === null ? 'ok' : refusal.replaceAll(/\s+/g, ' ')
  })
  return {
    env: { SLUICE_PUSH_CHECK: folder },
    config: { 'core.hooksPath': hooks },
    close: async () => {
      closing.abort()
      await answered
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answerOnce(
  folder: string,
  closing: AbortSignal,
  answerTo: (question: string) => Promise<string>,
): Promise<void> {
  while (!closing.aborted) {
    const question = await readFile(join(folder, 'asked'), 'utf8').catch(() => null)
    if (question !== null) {
      const part = join(folder, 'answer.part')
      await writeFile(part, await answerTo(question))
        .then(() => rename(part, join(folder, 'answer')))
        .catch(() => undefined)
      return
    }
    await setTimeout(lookEveryMs, undefined, { signal: closing }).catch(() => undefined)
  }
}

function withQuarantine(repository: Repository, quarantine: string): Repository {
  const objects = join(repository.gitDir, 'objects')
  return {
    ...repository,
    env: { GIT_OBJECT_DIRECTORY: quarantine, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects },
  }
}
