/** What the tabs of one browser tell each other about the session. The tab that sends a message does not receive it. */
const open = () => new BroadcastChannel('sluice.session')
let channel: BroadcastChannel | null = null

/** Tells the other tabs that the person has signed out, whichever storage their tokens lie in. */
export function announceSignOut(): void {
  channel ??= open()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage('signed-out')
}

/** Calls the listener when the person has signed out in another tab. */
export function onSignOutElsewhere(listener: () => void): () => void {
  channel ??= open()
  const ofChannel = channel
  const listen = ({ data }: MessageEvent<unknown>) => {
    if (data === 'signed-out') listener()
  }
  ofChannel.addEventListener('message', listen)
  return () => ofChannel.removeEventListener('message', listen)
}
