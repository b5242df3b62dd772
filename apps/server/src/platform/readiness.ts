export interface PartStatus {
  ok: boolean
  detail?: string
}

export interface Readiness {
  /** A part of the server that must work before calls are sent here. */
  register(part: string, check: () => Promise<PartStatus>): void
  /** From now on not ready, whatever the checks say: the server is stopping. */
  drain(): void
  check(): Promise<{ ready: boolean; parts: Record<string, PartStatus> }>
}

const patienceMs = 3000

async function outcomeOf(check: () => Promise<PartStatus>): Promise<PartStatus> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<PartStatus>((done) => {
    timer = setTimeout(() => done({ ok: false, detail: 'no answer in time' }), patienceMs)
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}

/** Anybody may ask, so the parts are asked at most once a second, however many ask. */
const verdictHoldsMs = 1_000

export function createReadiness(): Readiness {
  const checks = new Map<string, () => Promise<PartStatus>>()
  let draining = false
  let asked = -Infinity
  let verdict: ReturnType<Readiness['check']> | undefined
  const askAll = async () => {
    const outcomes = await Promise.all(
      [...checks].map(async ([part, check]) => [part, await outcomeOf(check)] as const),
    )
    return { ready: outcomes.every(([, { ok }]) => ok), parts: Object.fromEntries(outcomes) }
  }
  return {
    register(part, check) {
      checks.set(part, check)
      verdict = undefined
    },
    drain: () => (draining = true),
    async check() {
      if (draining) return { ready: false, parts: { server: { ok: false, detail: 'stopping' } } }
      if (verdict === undefined || performance.now() - asked >= verdictHoldsMs) {
        asked = performance.now()
        verdict = askAll()
      }
      return await verdict
    },
  }
}
