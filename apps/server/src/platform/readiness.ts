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
