import { type JobProgress, progressMessage, type ProgressSubscription } from '@sluice/contract/progress'
import type { progressClientMessage } from '@sluice/contract/push'
import type { z } from 'zod'
import type { Line, LineEvents } from '../../platform/push/connection.ts'

export type ProgressState =
  | { kind: 'connecting' }
  | { kind: 'waiting' }
  | { kind: 'live'; progress: JobProgress }
  | { kind: 'unavailable' }

/** Only a newer message replaces an older one: two lines of a reconnect may overtake each other. */
export const newerProgress = (known: JobProgress | null, arrived: JobProgress): JobProgress =>
  known && Date.parse(known.timestampUtc) >= Date.parse(arrived.timestampUtc) ? known : arrived

interface FeedParts {
  subscribe: () => Promise<ProgressSubscription>
  open: (events: LineEvents) => Line
  onState: (state: ProgressState) => void
}

/** How long a broken feed rests before the next attempt. */
const retryMs = 3000

/** Follows one job's progress until it is closed, through broken lines. Answers the way to close it. */
export function followProgress({ subscribe, open, onState }: FeedParts): () => void {
  let isClosed = false
  let line: Line | null = null
  let known: JobProgress | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = (state: ProgressState) => {
    if (!isClosed) onState(state)
  }
  const lost = () => {
    if (isClosed) return
    if (!known) tell({ kind: 'unavailable' })
    timer = setTimeout(() => void begin(), retryMs)
  }
  const listen = (subscription: ProgressSubscription) => {
    if (isClosed) return
    const greeting: z.input<typeof progressClientMessage> = {
      type: 'subscribe',
      topicSasToken: subscription.topicSasToken,
    }
    line = open({
      opened: () => {
        line?.send(JSON.stringify(greeting))
        if (!known) tell({ kind: 'waiting' })
      },
      received: (data) => {
        const parsed = progressMessage.safeParse(typeof data === 'string' ? JSON.parse(data) : null)
        if (!parsed.success) return
        known = newerProgress(known, parsed.data.body)
        tell({ kind: 'live', progress: known })
      },
      // 1000 is the end of the job; what is known stays on the screen until the result replaces it.
      closed: (code) => {
        if (code !== 1000) lost()
      },
    })
  }
  const begin = () => subscribe().then(listen, lost)
  tell({ kind: 'connecting' })
  void begin()
  return () => {
    isClosed = true
    clearTimeout(timer)
    line?.close()
  }
}
