import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { openJobQueue } from '../durable/enqueue.ts'
import { createArtifactStore } from '../platform/artifacts.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { foldersOf } from '../platform/data-folder.ts'
import { type Connected, connectDatabase } from '../platform/database/connect.ts'
import { readPostmaster } from '../platform/database/embedded/postmaster.ts'
import { silentLog } from '../platform/log/log.ts'
import { outbox } from '../platform/mail.ts'
import { openOutgoingAddresses } from '../platform/outgoing/outgoing-addresses.ts'
import { createReadiness } from '../platform/readiness.ts'
import { createSecrets } from '../platform/secrets.ts'
import { noMergePredictor } from '../testing/no-merge-predictor.ts'
import { outsideOf, scriptedCommands } from '../testing/scripted-command.ts'
import { testMasterKey, testPasswordCost } from '../testing/test-constants.ts'
import { findJob, insertStack, submitJob, until, untilEnded } from '../testing/test-jobs.ts'
import { type Worker, startWorker } from './worker.ts'
import { countUnknownSignIns } from '../users/sign-in-attempts.ts'
import { createPasswordHasher } from '../users/password-hash.ts'
import { signalProcess } from '../testing/signal-process.ts'

const root = mkdtempSync(join(tmpdir(), 'sluice-loss-'))
const folders = foldersOf(root)
let connected: Connected
let ctx: Context
let worker: Worker

const never = () => Promise.reject(new Error('This test has no Git host.'))

function killPostgres(): void {
  const postmaster = readPostmaster(join(folders.postgres, 'data'))
  if (!postmaster) throw new Error('No PostgreSQL is running.')
  signalProcess(postmaster.pid, 'SIGKILL')
}

beforeAll(async () => {
  const { config } = readConfig({ SLUICE_DATA_DIR: root })
  const log = silentLog
  connected = await connectDatabase({
    config,
    postgresFolder: folders.postgres,
    appPassword: 'password-here',
    log,
  })
  const { database } = connected
  ctx = {
    config,
    database,
    clock: systemClock,
    secrets: createSecrets(testMasterKey),
    passwords: createPasswordHasher(testPasswordCost),
    unknownSignIns: countUnknownSignIns(() => systemClock.now()),
    artifacts: createArtifactStore(folders.artifacts),
    mail: outbox,
    gitHub: null,
    outgoing: openOutgoingAddresses(config),
    postWebhook: () => Promise.reject(new Error('This test calls no webhook.')),
    ...noMergePredictor,
    log,
    jobs: await openJobQueue({
      databaseUrl: database.url,
      log,
      concurrentWorkers: config.limits.concurrentWorkers,
      concurrency: config.worker.concurrency,
    }),
    gitHost: {
      urlOf: (name) => name,
      createRepository: never,
      issueJobCredential: never,
      issueCollaboratorCredential: never,
    },
    folders,
    readiness: createReadiness(),
  }
  worker = await startWorker(ctx, scriptedCommands)
})
afterAll(async () => {
  await worker.stop()
  await ctx.jobs.close()
  await connected.close()
  rmSync(root, { recursive: true, force: true })
})

test('kill -9 of PostgreSQL under a working and a waiting job: both go on, nothing is repeated', async () => {
  const owner = await insertStack(ctx)
  const working = await submitJob(ctx, owner, { commandInput: { longStepMs: 2000 } })
  const waiting = await submitJob(ctx, owner, { commandInput: { wait: true } })
  const outside = outsideOf(folders.root)
  await until(async () => outside.count(`long began ${working}`) === 1)
  await until(async () => (await findJob(ctx, waiting)).waitingTopic === 'answer')
  killPostgres()
  expect(await untilEnded(ctx, working)).toMatchObject({ outcome: 'Succeeded', epoch: 1 })
  await ctx.database.inWorkspace(owner.workspaceId, null, (tx) =>
    ctx.jobs.signal(tx, { jobId: waiting, topic: 'answer', message: 'yes' }),
  )
  expect(await untilEnded(ctx, waiting)).toMatchObject({ outcome: 'Succeeded', epoch: 1 })
  for (const jobId of [working, waiting]) expect(outside.count(`deploy ${jobId}`)).toBe(1)
  expect(outside.count(`long began ${working}`)).toBe(1)
})
