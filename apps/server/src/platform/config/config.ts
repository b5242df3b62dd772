import { resolve } from 'node:path'
import { gitHubOf } from './github-config.ts'
import type { Settings } from './settings.ts'
import { tlsOf } from './tls-config.ts'

/** The configuration as the rest of the server sees it. */
export type Config = ReturnType<typeof configOf>

/** Release of this build and its date. */
const release = { version: '1.4.0', date: '2026-11-29' }

/** The page of the console with the license of the product. */
const licensePage = '/license'

const hostInAddress = (host: string) => (host.includes(':') ? `[${host}]` : host)

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

export function configOf(s: Settings) {
  const practiceOrgUrl = s.SLUICE_PRACTICE_ORG_URL ? new URL(s.SLUICE_PRACTICE_ORG_URL).origin : null
  return {
    listen: { host: s.SLUICE_HOST, port: s.SLUICE_PORT, trustProxy: s.SLUICE_TRUST_PROXY },
    publicUrl: publicUrlOf(s),
    tls: tlsOf(s),
    dataDir: resolve(s.SLUICE_DATA_DIR),
    database: { url: s.DATABASE_URL, appUrl: s.SLUICE_DATABASE_APP_URL, poolSize: s.SLUICE_DATABASE_POOL },
    masterKey: s.SLUICE_MASTER_KEY,
    /** Null: the first account registered, and only while the server listens on loopback. */
    globalAdministrators: s.SLUICE_GLOBAL_ADMINS.length
      ? s.SLUICE_GLOBAL_ADMINS.map((a) => a.toLowerCase())
      : null,
    practiceOrgUrl,
    tokens: tokensOf(s),
    registration: s.SLUICE_REGISTRATION,
    rateLimitFactor: s.SLUICE_RATE_LIMIT_FACTOR,
    gitPlaces: {
      total: s.SLUICE_GIT_PLACES,
      perWorkspace: s.SLUICE_GIT_PLACES_PER_WORKSPACE,
      forJobs: s.SLUICE_GIT_PLACES_FOR_JOBS,
    },
    salesforce: salesforceOf(s, practiceOrgUrl),
    outgoing: outgoingOf(s),
    gitHub: gitHubOf(s),
    waits: {
      lockMinutes: s.SLUICE_LOCK_WAIT_MINUTES,
      sandboxHours: s.SLUICE_SANDBOX_WAIT_HOURS,
      fullSandboxHours: s.SLUICE_FULL_SANDBOX_WAIT_HOURS,
      inquiryHours: s.SLUICE_INQUIRY_HOURS,
      salesforceOperationHours: s.SLUICE_SALESFORCE_OPERATION_HOURS,
      jobHours: s.SLUICE_JOB_HOURS,
    },
    deletionLimit: { components: s.SLUICE_DELETION_LIMIT, percent: s.SLUICE_DELETION_LIMIT_PERCENT },
    worker: { concurrency: s.SLUICE_JOB_CONCURRENCY, leaseSeconds: s.SLUICE_LEASE_SECONDS },
    /** How often, and with how many calls, is found out what changed in an org. */
    orgLook: {
      callsPerDay: s.SLUICE_ORG_LOOK_CALLS,
      sandboxSeconds: s.SLUICE_ORG_LOOK_SANDBOX_SECONDS,
      productionSeconds: s.SLUICE_ORG_LOOK_PRODUCTION_SECONDS,
      idleSeconds: s.SLUICE_ORG_LOOK_IDLE_SECONDS,
    },
    limits: limitsOf(s),
    diskReserveBytes: s.SLUICE_DISK_RESERVE_MB * 1024 * 1024,
    retentionDays: s.SLUICE_RETENTION_DAYS,
    repositoryGraceDays: s.SLUICE_REPOSITORY_GRACE_DAYS,
    mail: { url: s.SLUICE_MAIL_URL, from: s.SLUICE_MAIL_FROM },
    committer: { name: s.SLUICE_COMMITTER_NAME, email: s.SLUICE_COMMITTER_EMAIL },
    unknownAuthor: { name: s.SLUICE_UNKNOWN_AUTHOR_NAME, email: s.SLUICE_UNKNOWN_AUTHOR_EMAIL },
    product: productOf(s),
    requestPauseMs: s.SLUICE_REQUEST_PAUSE_MS,
    showExceptionText: s.SLUICE_EXCEPTION_TEXT,
    logLevel: s.SLUICE_LOG_LEVEL,
    faultPoints: s.SLUICE_FAULT_POINTS,
  }
}

/** What workspaces, repositories and processes may use; null is without limit. */
function limitsOf(s: Settings) {
  return {
    environments: s.SLUICE_LIMIT_ENVIRONMENTS,
    concurrentWorkers: s.SLUICE_LIMIT_CONCURRENT_WORKERS,
    repositoryBytes: s.SLUICE_LIMIT_REPOSITORY_MB * 1024 * 1024,
    workspaceBytes: s.SLUICE_LIMIT_WORKSPACE_MB * 1024 * 1024,
    repositoryFiles: s.SLUICE_LIMIT_REPOSITORY_FILES,
    fileBytes: s.SLUICE_LIMIT_FILE_MB * 1024 * 1024,
    gitMemoryBytes: s.SLUICE_GIT_MEMORY_MB * 1024 * 1024,
  }
}

function publicUrlOf(s: Settings): string {
  const scheme = s.SLUICE_TLS_CERT === undefined ? 'http' : 'https'
  const own = `${scheme}://${hostInAddress(s.SLUICE_HOST)}:${s.SLUICE_PORT}`
  return new URL(s.SLUICE_PUBLIC_URL ?? own).origin
}

/** Where and as which app people sign in to Salesforce. */
function salesforceOf(s: Settings, practiceOrgUrl: string | null) {
  return {
    signInHost: s.SLUICE_SIGN_IN_HOST,
    signInUrl: s.SLUICE_SIGN_IN_URL ?? practiceOrgUrl ?? 'https://login.salesforce.com',
    clientId: s.SLUICE_CLIENT_ID,
    clientSecret: s.SLUICE_CLIENT_SECRET,
    /** Origins that may be reached although they are neither https nor public. */
    allowedOrigins: practiceOrgUrl ? [practiceOrgUrl] : [],
  }
}

/** How the server reaches Salesforce and Git repositories. */
function outgoingOf(s: Settings) {
  return {
    proxyUrl: s.HTTPS_PROXY ?? null,
    proxyExceptions: s.NO_PROXY,
    caFile: s.SLUICE_CA_FILE === undefined ? null : resolve(s.SLUICE_CA_FILE),
    allowedPrivateRanges: s.SLUICE_ALLOWED_PRIVATE_RANGES,
  }
}

/** How long what proves who somebody is stays valid. */
function tokensOf(s: Settings) {
  return {
    accessSeconds: s.SLUICE_ACCESS_TOKEN_SECONDS,
    refreshSeconds: s.SLUICE_REFRESH_TOKEN_SECONDS,
    passwordResetMinutes: s.SLUICE_PASSWORD_RESET_MINUTES,
    invitationDays: s.SLUICE_INVITATION_DAYS,
    reauthenticationMinutes: s.SLUICE_REAUTHENTICATION_MINUTES,
  }
}

/** Everything that an installation may want to call by another name. */
function productOf(s: Settings) {
  return {
    name: s.SLUICE_PRODUCT_NAME,
    supportAddress: s.SLUICE_SUPPORT_ADDRESS ?? null,
    documentationUrl: s.SLUICE_DOCUMENTATION_URL ?? null,
    changelogUrl: s.SLUICE_CHANGELOG_URL ?? null,
    licenceAgreementUrl: s.SLUICE_LICENCE_AGREEMENT_URL ?? licensePage,
    serviceStatusUrl: s.SLUICE_SERVICE_STATUS_URL ?? null,
    environmentName: s.SLUICE_ENVIRONMENT_NAME,
    version: release.version,
    releaseDate: release.date,
  }
}
