// A worker that runs the real commands in a process of its own, for tests that kill it.
// Arguments: database address, data folder, settings as JSON.
import { openJobQueue } from '../../durable/enqueue.ts'
import { builtInGitHost } from '../../git-host/built-in-git-host.ts'
import { createArtifactStore } from '../../platform/artifacts.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/read-config.ts'
import { foldersOf } from '../../platform/data-folder.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { createLog } from '../../platform/log/log.ts'
import { outbox } from '../../platform/mail.ts'
import { openOutgoingAddresses } from '../../platform/outgoing/outgoing-addresses.ts'
import { createReadiness } from '../../platform/readiness.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { noMergePredictor } from '../../testing/no-merge-predictor.ts'
import { testMasterKey, testPasswordCost } from '../../testing/test-constants.ts'
import { startWorker } from '../../worker/worker.ts'
import { commands } from '../commands.ts'
import { countUnknownSignIns } from '../../users/sign-in-attempts.ts'
import { createPasswordHasher } from '../../users/password-hash.ts'

const [url = '', dataDir = '', settings = '{}'] = process.argv.slice(2)
const given: Record<string, string> = JSON.parse(settings)
const { config } = readConfig({ ...given, SLUICE_DATA_DIR: dataDir, SLUICE_LEASE_SECONDS: '3' })
const log = createLog({ level: 'error', destination: process.stderr })
const database = openDatabase({ url, poolSize: 6, log })
const folders = foldersOf(dataDir)
const worker = await startWorker(
  {
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
      databaseUrl: url,
      log,
      concurrentWorkers: config.limits.concurrentWorkers,
      concurrency: config.worker.concurrency,
    }),
    gitHost: builtInGitHost({ config, folders }),
    folders,
    readiness: createReadiness(),
  },
  commands,
)
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
process.send?.('up')
