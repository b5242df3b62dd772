/** What Salesforce gave to the callback page, as the calls take it. */
export type CallbackAnswer =
  | { state: string; code: string }
  | { state: string; error: string; errorDescription: string }

const channelName = 'sluice.salesforce-sign-in'
const answerWithinMs = 2000

/** Reads the query of the callback address; null when it is none of Salesforce. */
export function readCallback(query: string): CallbackAnswer | null {
  const given = new URLSearchParams(query)
  const state = given.get('state')
  const code = given.get('code')
  const error = given.get('error')
  if (!state) return null
  if (code) return { state, code }
  return error ? { state, error, errorDescription: given.get('error_description') ?? '' } : null
}

/**
 * Hears the callback page, which is open in another tab of the same browser. Only answers to sign-ins that this page
 * began are taken, and each once: a callback page that is loaded again offers its answer again. Returns the function that stops it.
 */
export function listenForCallback(
  began: (state: string) => boolean,
  onAnswer: (answer: CallbackAnswer) => void,
): () => void {
  const channel = new BroadcastChannel(channelName)
  const taken = new Set<string>()
  channel.addEventListener('message', ({ data }: MessageEvent<{ answer?: CallbackAnswer }>) => {
    if (!data.answer || !began(data.answer.state)) return
    const { state } = data.answer
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    channel.postMessage({ taken: state })
    if (taken.has(state)) return
    taken.add(state)
    onAnswer(data.answer)
  })
  return () => channel.close()
}

/** Hands the answer to the page that began the sign-in. False when no open page did. */
export async function handOver(answer: CallbackAnswer): Promise<boolean> {
  const channel = new BroadcastChannel(channelName)
  try {
    return await new Promise((resolve) => {
      channel.addEventListener('message', ({ data }: MessageEvent<{ taken?: string }>) => {
        if (data.taken === answer.state) resolve(true)
      })
      setTimeout(() => resolve(false), answerWithinMs)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
      channel.postMessage({ answer })
    })
  } finally {
    channel.close()
  }
}
