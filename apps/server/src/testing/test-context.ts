import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openMergePredictor } from '../looks/merge/merge-predictor.ts'
import type { Context, GitHost } from '../context.ts'
import { openJobQueue } from '../durable/enqueue.ts'
import { openGitHub } from '../github/github.ts'
import { createArtifactStore } from '../platform/artifacts.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { foldersOf } from '../platform/data-folder.ts'
import { silentLog } from '../platform/log/log.ts'
import { outbox } from '../platform/mail.ts'
import { openOutgoingAddresses } from '../platform/outgoing/outgoing-addresses.ts'
import { createReadiness } from '../platform/readiness.ts'
import { createSecrets } from '../platform/secrets.ts'
import { testMasterKey, testPasswordCost } from './test-constants.ts'
import { createTestDatabase } from './with-database.ts'
import { createPasswordHasher } from '../users/password-hash.ts'
import { countUnknownSignIns } from '../users/sign-in-attempts.ts'
import { webhookPoster } from '../webhooks/post-webhook.ts'

export interface TestContextOptions {
  /** SLUICE_ variables of the test. */
  settings?: Record<string, string>
  gitHost?: (ctx: Omit<Context, 'gitHost'>) => GitHost
  /** The system's own when absent. */
  clock?: Clock
}

const noGitHost: GitHost = {
  urlOf: (name) => `http://127.0.0.1:7300/git/${name}.git`,
  createRepository: () => Promise.reject(new Error('This test has no Git host.')),
  issueJobCredential: () => Promise.reject(new Error('This test has no Git host.')),
  issueCollaboratorCredential: () => Promise.reject(new Error('This test has no Git host.')),
}

/** A context on a database and a data folder of its own. Close it when the test is done. */
export async function createTestContext(
  options: TestContextOptions = {},
): Promise<{ ctx: Context; ownerUrl: string; close(): Promise<void> }> {
  const test = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-'))
  const folders = foldersOf(dataDir)
  const { config } = readConfig({ SLUICE_DATA_DIR: dataDir, ...options.settings })
  const jobs = await openJobQueue({
    databaseUrl: test.database.url,
    log: silentLog,
    concurrentWorkers: config.limits.concurrentWorkers,
    concurrency: config.worker.concurrency,
  })
  const outgoing = openOutgoingAddresses(config)
  const base: Omit<Context, 'gitHost'> = {
    config,
    database: test.database,
    clock: options.clock ?? systemClock,
    secrets: createSecrets(testMasterKey),
    passwords: createPasswordHasher(testPasswordCost),
    unknownSignIns: countUnknownSignIns(() => (options.clock ?? systemClock).now()),
    artifacts: createArtifactStore(folders.artifacts),
    mail: outbox,
    outgoing,
    postWebhook: webhookPoster(outgoing.webhooks),
    gitHub: config.gitHub && openGitHub(config.gitHub, outgoing.gitHub),
    log: silentLog,
    jobs,
    // A busy test machine needs more than the limit of a prediction.
    ...openMergePredictor(120_000),
    folders,
    readiness: createReadiness(),
  }
  return {
    ctx: { ...base, gitHost: options.gitHost?.(base) ?? noGitHost },
    ownerUrl: test.ownerUrl,
    async close() {
      await jobs.close()
      await test.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For a test file: one context before its tests, closed after them. Read `ctx` inside tests only. */
export function testContext(options: TestContextOptions = {}): {
  readonly ctx: Context
  readonly ownerUrl: string
} {
  let current: Awaited<ReturnType<typeof createTestContext>> | undefined
  const made = () => {
    if (!current) throw new Error('The context exists only while the tests run.')
    return current
  }
  beforeAll(async () => {
    current = await createTestContext(options)
  })
  afterAll(() => current?.close())
  return {
    get ctx() {
      return made().ctx
    },
    get ownerUrl() {
      return made().ownerUrl
    },
  }
}
