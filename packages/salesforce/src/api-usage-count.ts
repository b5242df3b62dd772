/** How many API requests an org has used of those that it may make in 24 hours. */
export interface ApiUsage {
  readonly used: number
  readonly limit: number
}

/**
 * Hears how many API requests an org has used: before new work, which a rejection prevents, and after calls without an
 * effect, which a rejection ends. After a call with an effect it is not asked, because a failure would hide the effect.
 */
export type ApiUsageWatch = (usage: ApiUsage, moment: { readonly isNewWork: boolean }) => Promise<void>

/** What follows the usage of an org over the calls of one connection. */
export interface ApiUsageCount {
  /** Before a call is sent. */
  beforeCall(isNewWork: boolean): Promise<void>
  /** When its reply has come. */
  afterCall(limitInfo: string | string[] | undefined, hadEffect: boolean): Promise<void>
}

/** Counts the calls since the org last said how many it has had: SOAP answers do not say it in their headers. */
export function countApiUsage(watch: ApiUsageWatch | undefined): ApiUsageCount {
  let known: ApiUsage | null = null
  return {
    async beforeCall(isNewWork) {
      if (known === null) return
      known = { ...known, used: known.used + 1 }
      if (isNewWork) await watch?.(known, { isNewWork })
    },
    async afterCall(limitInfo, hadEffect) {
      const told = readLimitInfo(limitInfo)
      if (told === null) return
      known = told
      if (!hadEffect) await watch?.(told, { isNewWork: false })
    },
  }
}

/** `Sforce-Limit-Info: api-usage=18/5000`; null for anything else. What other limits stand behind it is left out. */
export function readLimitInfo(header: string | string[] | undefined): ApiUsage | null {
  const [, used, limit] = /(?:^|[\s;,])api-usage=(\d+)\/(\d+)/.exec(String(header ?? '')) ?? []
  return used === undefined || limit === undefined ? null : { used: Number(used), limit: Number(limit) }
}
