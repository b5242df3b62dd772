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
  SLUICE_PUBLIC_URL: httpOrigin
    .optional()
    .describe(
      'Origin under which browsers and Git reach the server, by default from host and port. Calls that name another host are refused, except names of the loopback.',
    ),
  SLUICE_TLS_CERT: certificateChain
    .optional()
    .describe(
      'Certificate of the server in PEM form, followed by those between it and its authority, usually as SLUICE_TLS_CERT_FILE. With it and its key the server speaks HTTP/2 over TLS, and HTTP/1.1 with programs that want it.',
    ),
  SLUICE_TLS_KEY: tlsKey
    .optional()
    .describe(
      'Private key of that certificate in PEM form without a passphrase, usually as SLUICE_TLS_KEY_FILE.',
    ),
  SLUICE_TRUST_PROXY: yesOrNo(false).describe(
    'Believe the X-Forwarded-* headers of a proxy in front, which otherwise must pass the Host header on.',
  ),
  SLUICE_DATA_DIR: text('.sluice').describe('Folder of everything that the server keeps.'),
  DATABASE_URL: postgresAddress
    .optional()
    .describe('An external PostgreSQL; without it an embedded one runs.'),
  SLUICE_DATABASE_APP_URL: postgresAddress
    .optional()
    .describe('Login that owns nothing, for an external PostgreSQL; without it a role sluice_app is made.'),
  SLUICE_DATABASE_POOL: wholeNumber(12, { min: 4, max: 200 }).describe('Connections for calls and jobs.'),
  SLUICE_MASTER_KEY: key256
    .optional()
    .describe(
      'Key that seals secrets, 64 hexadecimal digits or base64 of 32 bytes; without it one is made in the data folder. Keep a copy elsewhere.',
    ),
  SLUICE_GLOBAL_ADMINS: list.describe(
    'E-mail addresses of global administrators; one counts once it is proven, by the link in a mail or, without a mail server, by the one that the start prints. Unset, and only on the loopback, it is the first account.',
  ),
  SLUICE_PRACTICE_ORG_URL: z
    .union([z.literal(''), httpOrigin])
    .default('http://127.0.0.1:7400')
    .describe('Where the practice org runs; empty: none.'),
  SLUICE_ACCESS_TOKEN_SECONDS: wholeNumber(900, { min: 30 }).describe('Life of an access token.'),
  SLUICE_REFRESH_TOKEN_SECONDS: wholeNumber(14 * 86_400, { min: 60 }).describe('Life of a refresh token.'),
  SLUICE_PASSWORD_RESET_MINUTES: wholeNumber(60, { min: 1 }).describe('Life of a link to reset a password.'),
  SLUICE_INVITATION_DAYS: wholeNumber(7, { min: 1 }).describe('Life of an invitation.'),
  SLUICE_REAUTHENTICATION_MINUTES: wholeNumber(10, { min: 1 }).describe(
    'How recent a sign-in must be to change password or e-mail address.',
  ),
  SLUICE_RATE_LIMIT_FACTOR: wholeNumber(1, { min: 0, max: 10_000 }).describe(
    'Multiplies every rate limit; 0 switches them off.',
  ),
  SLUICE_REGISTRATION: z
    .enum(['open', 'invited', 'closed'], 'must be "open", "invited" or "closed"')
    .default('open')
    .describe(
      'Who may sign up: open, invited (the e-mail address has a valid invitation) or closed; the first account can always be made.',
    ),
  SLUICE_GIT_PLACES: wholeNumber(12, { min: 2, max: 1_000 }).describe(
    'Operations that the built-in Git host serves at a time.',
  ),
  SLUICE_GIT_PLACES_PER_WORKSPACE: wholeNumber(4, { min: 1 }).describe(
    'Of these for one workspace, and for one person.',
  ),
  SLUICE_GIT_PLACES_FOR_JOBS: wholeNumber(4).describe('Of these kept for jobs.'),
  HTTPS_PROXY: proxyAddress
    .optional()
    .describe(
      'Proxy for calls to Salesforce, to GitHub, to webhooks and to Git repositories, http://user:password@host:port; it resolves the names of the hosts.',
    ),
  NO_PROXY: list.describe(
    'Hosts that are called without the proxy: names with everything below them, IP addresses and ranges, or *.',
  ),
  SLUICE_CA_FILE: certificatesFile
    .optional()
    .describe(
      'PEM file of certificates of authorities to trust beside the public ones, such as that of a proxy that opens TLS.',
    ),
  SLUICE_ALLOWED_PRIVATE_RANGES: privateRanges.describe(
    'CIDR ranges of private addresses that Salesforce, Git and webhook addresses may resolve to; loopback and link-local cannot be allowed.',
  ),
  SLUICE_SIGN_IN_HOST: hostSuffix
    .default('.salesforce.com')
    .describe('How the host of a sign-in address must end.'),
  SLUICE_SIGN_IN_URL: httpAddress
    .optional()
    .describe(
      'Sign-in address offered first; without it that of the practice org, and without one https://login.salesforce.com.',
    ),
  SLUICE_CLIENT_ID: text('PlatformCLI').describe(
    'Client id (consumer key) of the app in the org: see external-client-app.md.',
  ),
  SLUICE_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('Client secret (consumer secret) of that app, where it asks for one when a token is renewed.'),
  SLUICE_GITHUB_ORGANIZATION: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/i, 'must be the name of an organization as it stands in addresses')
    .optional()
    .describe(
      'Organization at GitHub that keeps the managed repositories of new stacks; without it the built-in Git host does: see github.md.',
    ),
  SLUICE_GITHUB_APP_ID: z
    .string()
    .regex(/^\d+$/, 'must be the number of a GitHub App')
    .optional()
    .describe('Id of the GitHub App that is installed in the organization.'),
  SLUICE_GITHUB_PRIVATE_KEY: rsaPrivateKey.optional().describe('Private key of that app, in PEM form.'),
  SLUICE_GITHUB_URL: secureOrigin
    .optional()
    .describe('Origin of GitHub Enterprise; without it https://github.com.'),
  SLUICE_LOCK_WAIT_MINUTES: wholeNumber(60, { min: 1 }).describe('How long a job waits for an environment.'),
  SLUICE_SANDBOX_WAIT_HOURS: wholeNumber(24, { min: 1 }).describe(
    'How long a job waits for a sandbox that is copied or activated.',
  ),
  SLUICE_FULL_SANDBOX_WAIT_HOURS: wholeNumber(72, { min: 1 }).describe(
    'How long it waits for a sandbox with a full copy of the data.',
  ),
  SLUICE_INQUIRY_HOURS: wholeNumber(24, { min: 1 }).describe('How long a job waits for an answer.'),
  SLUICE_SALESFORCE_OPERATION_HOURS: wholeNumber(6, { min: 1 }).describe(
    'How long a retrieve or deployment may take.',
  ),
  SLUICE_JOB_HOURS: wholeNumber(24, { min: 1 }).describe('How long a job may run.'),
  SLUICE_JOB_CONCURRENCY: wholeNumber(20, { min: 1 }).describe(
    'Jobs that one worker runs at a time. Half as many places more are kept for the first jobs of teams that have hardly anything at work.',
  ),
  SLUICE_LEASE_SECONDS: wholeNumber(15, { min: 2 }).describe(
    'A worker that cannot reach the database for so long stops its jobs; after half as long again others take them.',
  ),
  SLUICE_DELETION_LIMIT: wholeNumber(50).describe(
    'Components that a flow in deletes from a branch without consent; more ends the job, which can be run again with Accept deletions.',
  ),
  SLUICE_DELETION_LIMIT_PERCENT: wholeNumber(5, { max: 100 }).describe(
    'The same as a share of the branch in percent, counted from ten components on.',
  ),
  SLUICE_ORG_LOOK_CALLS: wholeNumber(5_000).describe(
    'Calls a day to one org that find out what changed there; then only Check now looks, and with 0 always.',
  ),
  SLUICE_ORG_LOOK_SANDBOX_SECONDS: wholeNumber(60, { min: 1 }).describe(
    'How often a sandbox with source tracking is looked at while somebody looks at its stack.',
  ),
  SLUICE_ORG_LOOK_PRODUCTION_SECONDS: wholeNumber(900, { min: 1 }).describe('The same for all other orgs.'),
  SLUICE_ORG_LOOK_IDLE_SECONDS: wholeNumber(3_600, { min: 1 }).describe(
    'How often orgs are looked at while nobody looks at their stack.',
  ),
  SLUICE_LIMIT_ENVIRONMENTS: limit.describe('Environments of a workspace; without it there is no limit.'),
  SLUICE_LIMIT_CONCURRENT_WORKERS: limit.describe(
    'Jobs of a workspace at a time; without it there is no limit.',
  ),
  SLUICE_LIMIT_REPOSITORY_FILES: wholeNumber(300_000, { min: 1, max: 500_000 }).describe(
    'Files and folders of a commit; a push of more is refused, and a job that meets more fails.',
  ),
  SLUICE_LIMIT_FILE_MB: wholeNumber(40, { min: 1, max: 64 }).describe('Megabytes of one file; the same.'),
  SLUICE_LIMIT_REPOSITORY_MB: wholeNumber(2_048, { min: 1 }).describe(
    'Megabytes of one repository of the built-in Git host; a push beyond is refused.',
  ),
  SLUICE_LIMIT_WORKSPACE_MB: wholeNumber(8_192, { min: 1 }).describe(
    'Megabytes of all of them in one workspace; the same.',
  ),
  SLUICE_DISK_RESERVE_MB: wholeNumber(256).describe(
    'Megabytes of the disk to keep free: below it the server is not ready, takes no push and begins no job.',
  ),
  SLUICE_GIT_MEMORY_MB: wholeNumber(512, { min: 128 }).describe(
    'Megabytes of memory that one Git process may use.',
  ),
  SLUICE_RETENTION_DAYS: wholeNumber(90, { min: 1 }).describe(
    'How long ended jobs and their artifacts are kept.',
  ),
  SLUICE_REPOSITORY_GRACE_DAYS: wholeNumber(7, { max: 3_650 }).describe(
    'Days that the Git host, or GitHub, keeps the repository of a deleted stack.',
  ),
  SLUICE_MAIL_URL: smtpAddress
    .optional()
    .describe(
      'Mail server. Without it global administrators read the waiting mail on the page Outbox and pass its links on. Mail that the server did not take in 24 hours stands on the page Undelivered mail.',
    ),
  SLUICE_MAIL_FROM: text('Sluice <sluice@sluice.invalid>').describe('Sender of mail.'),
  SLUICE_COMMITTER_NAME: text('Sluice').describe('Name of the committer of every commit.'),
  SLUICE_COMMITTER_EMAIL: emailAddress
    .default('sluice@sluice.invalid')
    .describe('E-mail address of the committer of every commit.'),
  SLUICE_UNKNOWN_AUTHOR_NAME: text('Unknown author').describe('Author where Salesforce names none.'),
  SLUICE_UNKNOWN_AUTHOR_EMAIL: emailAddress
    .default('unknown@sluice.invalid')
    .describe('E-mail address of that author.'),
  SLUICE_PRODUCT_NAME: text('Sluice').describe('The name on the screens.'),
  SLUICE_SUPPORT_ADDRESS: emailAddress
    .optional()
    .describe('Where people ask for help; without it the screens offer no support.'),
  SLUICE_DOCUMENTATION_URL: httpAddress
    .optional()
    .describe('Where the entry Docs of the user menu leads; without it there is none.'),
  SLUICE_CHANGELOG_URL: httpAddress
    .optional()
    .describe('Where the link Changelog of the footer leads; without it there is none.'),
  SLUICE_LICENCE_AGREEMENT_URL: httpAddress
    .optional()
    .describe('What people accept when they sign up; without it the license of the product, at /license.'),
  SLUICE_SERVICE_STATUS_URL: httpAddress
    .optional()
    .describe(
      'Address of a page about the state of the service, told to the console; no screen links to it yet.',
    ),
  SLUICE_ENVIRONMENT_NAME: text('production').describe('Name of the installation, shown in the footer.'),
  SLUICE_REQUEST_PAUSE_MS: wholeNumber(0, { max: 10_000 }).describe(
    'Pause of the browser before each request.',
  ),
  SLUICE_EXCEPTION_TEXT: yesOrNo(false).describe('Put exception texts into error answers; for development.'),
  SLUICE_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('How much is logged: trace, debug, info, warn, error or silent.'),
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
