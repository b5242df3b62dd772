/** One answered request: when it began, milliseconds since 1970, and how long it took. */
export interface Answered {
  readonly at: number
  readonly ms: number
}

const pauseMs = 10

/** Sends one request after the other until the signal is aborted; gives what was answered. */
export async function keepAsking(request: () => Promise<unknown>, signal: AbortSignal): Promise<Answered[]> {
  const answered: Answered[] = []
  while (!signal.aborted) {
    const at = Date.now()
    const begun = performance.now()
    await request()
    answered.push({ at, ms: performance.now() - begun })
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
    })
  }
  return answered
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
