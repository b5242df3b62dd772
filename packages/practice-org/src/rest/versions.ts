import { json } from '../http/answers.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'
import { bearerOf } from './rest-door.ts'
import type { RestCall } from './rest-door.ts'

const seasons = ['Spring', 'Summer', 'Winter']

/**
 * Release name of an API version: 60 is Spring '24, three a year; Winter carries the year that
 * follows.
 */
export function releaseName(version: number): string {
  const index = version - 60
  const season = seasons[((index % 3) + 3) % 3] ?? ''
  const year = 24 + Math.floor(index / 3) + (season === 'Winter' ? 1 : 0)
  return `${season} '${year}`
}

/**
 * GET /services/data: needs no session; from 31.0, the oldest that is not retired, to the
 * highest version of the session's org, or of any production org here. Clients take the last
 * entry.
 */
export function versions(practice: Practice, call: Call): Answer {
  const session = practice.sessions.find(bearerOf(call))
  const own = session && practice.org(session.orgId)
  const orgs = own ? [own] : practice.orgList().filter((org) => !org.info.isSandbox)
  const highest = Math.max(own ? 31 : 68, ...orgs.map((org) => Number(org.info.platformVersion)))
  const list = []
  for (let version = 31; version <= highest; version++)
    list.push({ label: releaseName(version), url: `/services/data/v${version}.0`, version: `${version}.0` })
  return json(200, list)
}

/** Names that clients look up; not all of them are served here. */
const resourceNames = [
  'tooling',
  'metadata',
  'query',
  'queryAll',
  'search',
  'limits',
  'sobjects',
  'composite',
  'process',
  'apexrest',
  'folders',
  'recent',
  'theme',
]

/** GET /services/data/vNN.0: where everything is; clients use it to see whether a session lives. */
export function resources({ call, version, session, org }: RestCall): Answer {
  const base = `/services/data/v${version}`
  const map: Record<string, string> = {}
  for (const name of resourceNames) map[name] = `${base}/${name}`
  map.identity = `${call.origin}/id/${org.info.id}/${session.userId}`
  return json(200, map)
}

/** GET limits: calls are counted for real, everything else is a plausible constant. */
export function limits({ practice, org }: RestCall): Answer {
  const used = practice.usage(org.info.id, 0)
  return json(200, {
    ActiveScratchOrgs: { Max: 0, Remaining: 0 },
    DailyApiRequests: { Max: practice.dailyLimit, Remaining: practice.dailyLimit - used },
    DailyAsyncApexExecutions: { Max: 250_000, Remaining: 250_000 },
    DailyBulkApiBatches: { Max: 15_000, Remaining: 15_000 },
    DataStorageMB: { Max: 10_240, Remaining: 9_812 },
    FileStorageMB: { Max: 10_240, Remaining: 10_002 },
    MassEmail: { Max: 5_000, Remaining: 5_000 },
    SingleEmail: { Max: 5_000, Remaining: 5_000 },
  })
}
