import { expect } from 'vitest'

/** A removed or signed-out person loses every socket within this time. */
const promisedMs = 2_000

/** Waits until the server closes a socket. Returns the close code, or `late` when the server took longer than it may. */
export async function closedInTime(client: { readonly closeCode: number | null }) {
  const beganMs = performance.now()
  await expect.poll(() => client.closeCode, { interval: 10 }).not.toBeNull()
  return performance.now() - beganMs <= promisedMs ? client.closeCode : 'late'
}
