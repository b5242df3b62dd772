import { limitGitMemory } from '@sluice/git/process-limits'
import { openMergePredictor } from '../looks/merge/merge-predictor.ts'
import type { Context } from '../context.ts'
import { openJobQueue } from '../durable/enqueue.ts'
import { builtInGitHost } from '../git-host/built-in-git-host.ts'
import { openGitHub } from '../github/github.ts'
import { createArtifactStore } from '../platform/artifacts.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { foldersOf } from '../platform/data-folder.ts'
import { connectDatabase } from '../platform/database/connect.ts'
import type { Log } from '../platform/log/log.ts'
import { hideInLogs } from '../platform/log/redaction.ts'
import { outbox } from '../platform/mail.ts'
import { openOutgoingAddresses } from '../platform/outgoing/outgoing-addresses.ts'
import { readMasterKey } from '../platform/master-key.ts'
import { createReadiness } from '../platform/readiness.ts'
import { createSecrets } from '../platform/secrets.ts'
import { bindGitPasswords } from '../stacks/bind-git-passwords.ts'
import { withGitStarter } from './git-starter.ts'
import { checkKey, requireRightKey } from './key-check.ts'
import { prepareDataFolder, requireGit } from './requirements.ts'
import { createPasswordHasher } from '../users/password-hash.ts'
import { countUnknownSignIns } from '../users/sign-in-attempts.ts'
import { webhookPoster } from '../webhooks/post-webhook.ts'

export interface OpenContext {
  ctx: Context
  close(): Promise<void>
}

function hideOutgoingSecrets({ outgoing, salesforce }: Config): void {
  hideInLogs(salesforce.clientSecret ?? '')
  const password = outgoing.proxyUrl === null ? '' : new URL(outgoing.proxyUrl).password
  hideInLogs(password)
  hideInLogs(decodeURIComponent(password))
}

/** Everything that lasts as long as the process; refuses in one line when something is missing. */
export function openContext(config: Config, log: Log): Promise<OpenContext> {
  limitGitMemory(config.limits.gitMemoryBytes)
  return withGitStarter(log, () => openParts(config, log))
}

async function openParts(config: Config, log: Log): Promise<OpenContext> {
  const folders = foldersOf(config.dataDir)
  prepareDataFolder(folders)
  const masterKey = readMasterKey(config.masterKey, config.dataDir)
  const secrets = createSecrets(masterKey)
  const appPassword = secrets.deriveKey('database-login').toString('base64url')
  for (const secret of [masterKey.toString('hex'), masterKey.toString('base64'), appPassword])
    hideInLogs(secret)
  hideOutgoingSecrets(config)
  await requireGit()
  const connected = await connectDatabase({
    config,
    postgresFolder: folders.postgres,
    appPassword,
    checkKey: (sealed) => checkKey(secrets, sealed),
    log,
  })
  try {
    const { database } = connected
    await requireRightKey(database, secrets)
    const jobs = await openJobQueue({
      databaseUrl: database.url,
      log,
      concurrentWorkers: config.limits.concurrentWorkers,
      concurrency: config.worker.concurrency,
    })
    const outgoing = openOutgoingAddresses(config)
    const ctx: Context = {
      config,
      database,
      clock: systemClock,
      secrets,
      passwords: createPasswordHasher(),
      unknownSignIns: countUnknownSignIns(() => systemClock.now()),
      artifacts: createArtifactStore(folders.artifacts),
      mail: outbox,
      outgoing,
      postWebhook: webhookPoster(outgoing.webhooks),
      log,
      jobs,
      gitHost: builtInGitHost({ config, folders }),
      gitHub: config.gitHub && openGitHub(config.gitHub, outgoing.gitHub),
      ...openMergePredictor(),
      folders,
      readiness: createReadiness(),
    }
    await bindGitPasswords(ctx)
    let closing: Promise<void> | undefined
    const closeAll = async () => {
      await jobs.close().catch((error: unknown) => log.warn({ err: error }, 'the job queue did not close'))
      await connected.close()
    }
    // A stop in order and a stop at once may meet; the database must still be stopped, and only once.
    return { ctx, close: () => (closing ??= closeAll()) }
  } catch (error) {
    await connected.close()
    throw error
  }
}
