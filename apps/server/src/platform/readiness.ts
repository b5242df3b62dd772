export interface PartStatus {
  ok: boolean
  detail?: string
}

export interface Readiness {
  /** A part of this process that must work before calls are sent here. */
  register(part: string, check: () => Promise<PartStatus>): void
  /** Something outside this process that is shown with the parts: a process that answers calls is ready without it. */
  registerWarning(part: string, check: () => Promise<PartStatus>): void
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
  const warnings = new Set<string>()
  let draining = false
  let asked = -Infinity
  let verdict: ReturnType<Readiness['check']> | undefined
  const askAll = async () => {
    const outcomes = await Promise.all(
      [...checks].map(async ([part, check]) => [part, await outcomeOf(check)] as const),
    )
    const ready = outcomes.every(([part, { ok }]) => ok || warnings.has(part))
    return { ready, parts: Object.fromEntries(outcomes) }
  }
  const register = (part: string, check: () => Promise<PartStatus>) => {
    checks.set(part, check)
    verdict = undefined
  }
  return {
    register,
    registerWarning(part, check) {
      warnings.add(part)
      register(part, check)
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
