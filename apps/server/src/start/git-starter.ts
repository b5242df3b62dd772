import { startGitStarter } from '@sluice/git/git-starter'
import type { Log } from '../platform/log/log.ts'

/** Opens something with a Git starter that lasts as long as it, and ends after it (decision 14). */
export async function withGitStarter<T extends { close(): Promise<void> }>(
  log: Log,
  open: () => Promise<T>,
): Promise<T> {
  const starter = await openGitStarter(log)
  try {
    const opened = await open()
    return {
      ...opened,
      close: async () => {
        await opened.close()
        await starter.stop()
      },
    }
  } catch (error) {
    await starter.stop()
    throw error
  }
}

/** Without a starter Git is started directly, which is slower and changes nothing else. */
async function openGitStarter(log: Log): Promise<{ stop(): Promise<void> }> {
  try {
    return await startGitStarter({
      onLost: () => log.warn('the process that starts Git has ended; it is started again'),
    })
  } catch (error) {
    log.warn({ err: error }, 'the process that starts Git did not start; Git is started directly')
    return { stop: () => Promise.resolve() }
  }
}
