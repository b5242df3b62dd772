import { z } from 'zod'
import {
  hostSuffix,
  httpAddress,
  httpOrigin,
  postgresAddress,
  secureOrigin,
  smtpAddress,
} from './addresses.ts'
import { emailAddress, key256, limit, list, text, wholeNumber, yesOrNo } from './fields.ts'
import { certificatesFile, privateRanges, proxyAddress } from './outgoing-fields.ts'
import { rsaPrivateKey } from './private-key-field.ts'
import { certificateChain, tlsKey } from './tls-fields.ts'

/**
 * Every setting of the server, by the name of its environment variable. Each may also be given as NAME_FILE,
 * the path of a file that holds the value.
 */
export const settings = z.object({
  SLUICE_HOST: text('127.0.0.1').describe('Address to listen on.'),
  SLUICE_PORT: wholeNumber(7300, { max: 65_535 }).describe('Port to listen on; 0 chooses a free one.'),
  SLUICE_PUBLIC_URL: httpOrigin.optional().describe('Origin under which browsers and Git reach the server.'),
  SLUICE_TLS_CERT: certificateChain
    .optional()
    .describe(
      'Certificate of the server, with those between it and its authority; then it speaks HTTP/2 over TLS.',
    ),
  SLUICE_TLS_KEY: tlsKey.optional().describe('Private key of that certificate.'),
  SLUICE_TRUST_PROXY: yesOrNo(false).describe('Believe X-Forwarded-* headers of a proxy in front.'),
  SLUICE_DATA_DIR: text('.sluice').describe('Folder of everything the server keeps.'),
  DATABASE_URL: postgresAddress.optional().describe('External PostgreSQL; without it an embedded one runs.'),
  SLUICE_DATABASE_APP_URL: postgresAddress
    .optional()
    .describe('Login without ownership; without it a role sluice_app is made.'),
  SLUICE_DATABASE_POOL: wholeNumber(12, { min: 4, max: 200 }).describe('Connections for calls and jobs.'),
  SLUICE_MASTER_KEY: key256.optional().describe('Key that seals secrets; without it one is made.'),
  SLUICE_GLOBAL_ADMINS: list.describe('E-mail addresses of global administrators.'),
  SLUICE_PRACTICE_ORG_URL: z.union([z.literal(''), httpOrigin]).default('http://127.0.0.1:7400'),
  SLUICE_ACCESS_TOKEN_SECONDS: wholeNumber(900, { min: 30 }),
  SLUICE_REFRESH_TOKEN_SECONDS: wholeNumber(14 * 86_400, { min: 60 }),
  SLUICE_PASSWORD_RESET_MINUTES: wholeNumber(60, { min: 1 }),
  SLUICE_INVITATION_DAYS: wholeNumber(7, { min: 1 }),
  SLUICE_REAUTHENTICATION_MINUTES: wholeNumber(10, { min: 1 }),
  SLUICE_RATE_LIMIT_FACTOR: wholeNumber(1, { min: 0, max: 10_000 }).describe(
    'Multiplies every rate limit; 0 switches them off.',
  ),
  SLUICE_REGISTRATION: z
    .enum(['open', 'invited', 'closed'], 'must be "open", "invited" or "closed"')
    .default('open')
    .describe('Who may sign up; the first account can always be made.'),
  SLUICE_GIT_PLACES: wholeNumber(12, { min: 2, max: 1_000 }).describe('Git operations at a time.'),
  SLUICE_GIT_PLACES_PER_WORKSPACE: wholeNumber(4, { min: 1 }).describe(
    'Git operations of one workspace, or of one person, at a time.',
  ),
  SLUICE_GIT_PLACES_FOR_JOBS: wholeNumber(4).describe('Git operations kept for jobs.'),
  HTTPS_PROXY: proxyAddress.optional().describe('Proxy for calls to Salesforce and to Git repositories.'),
  NO_PROXY: list.describe('Hosts that are called without the proxy.'),
  SLUICE_CA_FILE: certificatesFile
    .optional()
    .describe('Certificates of authorities to trust beside the public ones.'),
  SLUICE_ALLOWED_PRIVATE_RANGES: privateRanges.describe(
    'Ranges of private addresses that Salesforce and Git addresses may resolve to.',
  ),
  SLUICE_SIGN_IN_HOST: hostSuffix
    .default('.salesforce.com')
    .describe('How the host of a sign-in address must end.'),
  SLUICE_SIGN_IN_URL: httpAddress.optional().describe('Sign-in address offered first.'),
  SLUICE_CLIENT_ID: text('PlatformCLI').describe('Client id of the connected app.'),
  SLUICE_CLIENT_SECRET: z.string().optional().describe('Client secret, for apps that ask for it.'),
  SLUICE_GITHUB_ORGANIZATION: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/i, 'must be the name of an organization as it stands in addresses')
    .optional()
    .describe('Organization at GitHub that keeps managed repositories; without it the built-in Git host.'),
  SLUICE_GITHUB_APP_ID: z
    .string()
    .regex(/^\d+$/, 'must be the number of a GitHub App')
    .optional()
    .describe('Id of the GitHub App that is installed in the organization.'),
  SLUICE_GITHUB_PRIVATE_KEY: rsaPrivateKey.optional().describe('Private key of that app, in PEM form.'),
  SLUICE_GITHUB_URL: secureOrigin.optional().describe('Origin of GitHub Enterprise; without it github.com.'),
  SLUICE_LOCK_WAIT_MINUTES: wholeNumber(60, { min: 1 }),
  SLUICE_SANDBOX_WAIT_HOURS: wholeNumber(24, { min: 1 }),
  SLUICE_FULL_SANDBOX_WAIT_HOURS: wholeNumber(72, { min: 1 }),
  SLUICE_INQUIRY_HOURS: wholeNumber(24, { min: 1 }),
  SLUICE_SALESFORCE_OPERATION_HOURS: wholeNumber(6, { min: 1 }),
  SLUICE_JOB_HOURS: wholeNumber(24, { min: 1 }),
  SLUICE_JOB_CONCURRENCY: wholeNumber(20, { min: 1 }).describe('Jobs one worker process runs at a time.'),
  SLUICE_LEASE_SECONDS: wholeNumber(15, { min: 2 }).describe(
    'A worker that cannot reach the database for so long stops its jobs; after half as long again others take them.',
  ),
  SLUICE_DELETION_LIMIT: wholeNumber(50).describe(
    'Components that a flow in deletes from a branch without consent.',
  ),
  SLUICE_DELETION_LIMIT_PERCENT: wholeNumber(5, { max: 100 }).describe(
    'The same as a share of the branch, counted from ten components on.',
  ),
  SLUICE_ORG_LOOK_CALLS: wholeNumber(5_000).describe(
    'Calls a day to one org that find out what changed there; 0 leaves only those that somebody asks for.',
  ),
  SLUICE_ORG_LOOK_SANDBOX_SECONDS: wholeNumber(60, { min: 1 }).describe(
    'How often a sandbox with source tracking is looked at while somebody looks at its stack.',
  ),
  SLUICE_ORG_LOOK_PRODUCTION_SECONDS: wholeNumber(900, { min: 1 }).describe('The same for all other orgs.'),
  SLUICE_ORG_LOOK_IDLE_SECONDS: wholeNumber(3_600, { min: 1 }).describe(
    'How often orgs are looked at while nobody looks at their stack.',
  ),
  SLUICE_LIMIT_ENVIRONMENTS: limit,
  SLUICE_LIMIT_CONCURRENT_WORKERS: limit,
  SLUICE_RETENTION_DAYS: wholeNumber(90, { min: 1 }),
  SLUICE_REPOSITORY_GRACE_DAYS: wholeNumber(7, { max: 3_650 }).describe(
    'Days that the Git host keeps the repository of a deleted stack.',
  ),
  SLUICE_MAIL_URL: smtpAddress.optional().describe('Mail server; without it mail stays in the outbox.'),
  SLUICE_MAIL_FROM: text('Sluice <sluice@sluice.invalid>'),
  SLUICE_COMMITTER_NAME: text('Sluice'),
  SLUICE_COMMITTER_EMAIL: emailAddress.default('sluice@sluice.invalid'),
  SLUICE_UNKNOWN_AUTHOR_NAME: text('Unknown author'),
  SLUICE_UNKNOWN_AUTHOR_EMAIL: emailAddress.default('unknown@sluice.invalid'),
  SLUICE_PRODUCT_NAME: text('Sluice'),
  SLUICE_SUPPORT_ADDRESS: emailAddress.optional().describe('Where people ask for help.'),
  SLUICE_DOCUMENTATION_URL: httpAddress.optional().describe('Where the user menu leads to.'),
  SLUICE_CHANGELOG_URL: httpAddress.optional(),
  SLUICE_LICENCE_AGREEMENT_URL: httpAddress
    .optional()
    .describe('What people accept when they sign up; without it the license of the product.'),
  SLUICE_SERVICE_STATUS_URL: httpAddress.optional(),
  SLUICE_ENVIRONMENT_NAME: text('production').describe('Shown in the footer.'),
  SLUICE_REQUEST_PAUSE_MS: wholeNumber(0, { max: 10_000 }),
  SLUICE_EXCEPTION_TEXT: yesOrNo(false).describe('Put exception texts into problems; for development.'),
  SLUICE_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  SLUICE_FAULT_POINTS: text('').describe('Named faults to inject; for tests.'),
})

export type Settings = z.output<typeof settings>
export type SettingName = keyof Settings

/** Values that no log and no printed configuration may show. */
export const secretSettings = [
  'DATABASE_URL',
  'SLUICE_DATABASE_APP_URL',
  'HTTPS_PROXY',
  'SLUICE_CLIENT_SECRET',
  'SLUICE_GITHUB_PRIVATE_KEY',
  'SLUICE_MASTER_KEY',
  'SLUICE_MAIL_URL',
  'SLUICE_TLS_CERT',
  'SLUICE_TLS_KEY',
] as const satisfies readonly SettingName[]
