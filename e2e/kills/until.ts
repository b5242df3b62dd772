import { setTimeout as pause } from 'node:timers/promises'

/** Asks again until nothing is found or the time is over; returns what was found last. An error counts as found. */
export async function until(find: () => Promise<string[]>, milliseconds: number): Promise<string[]> {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const found = await find().catch((error: unknown) => [String(error)])
    if (found.length === 0 || Date.now() > deadline) return found
    await pause(100)
  }
}
