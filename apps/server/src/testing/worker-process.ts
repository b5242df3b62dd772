// A worker in a process of its own, for tests that kill it. Arguments: database address, data folder, fault points.
import { openJobQueue } from '../durable/enqueue.ts'
import { createArtifactStore } from '../platform/artifacts.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { foldersOf } from '../platform/data-folder.ts'
import { openDatabase } from '../platform/database/pool.ts'
import { createLog } from '../platform/log/log.ts'
import { outbox } from '../platform/mail.ts'
import { openOutgoingAddresses } from '../platform/outgoing/outgoing-addresses.ts'
import { createReadiness } from '../platform/readiness.ts'
import { createSecrets } from '../platform/secrets.ts'
import { startWorker } from '../worker/worker.ts'
import { noMergePredictor } from './no-merge-predictor.ts'
import { scriptedCommands } from './scripted-command.ts'
import { testMasterKey, testPasswordCost } from './test-constants.ts'
import { countUnknownSignIns } from '../users/sign-in-attempts.ts'
import { createPasswordHasher } from '../users/password-hash.ts'

const [url = '', dataDir = '', faultPoints = ''] = process.argv.slice(2)
const { config } = readConfig({
  SLUICE_DATA_DIR: dataDir,
  SLUICE_FAULT_POINTS: faultPoints,
  SLUICE_LEASE_SECONDS: '3',
})
const log = createLog({ level: 'warn', destination: process.stderr })
const database = openDatabase({ url, poolSize: 6, log })
const folders = foldersOf(dataDir)
const never = () => Promise.reject(new Error('This test has no Git host.'))
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
    gitHost: {
      urlOf: (name) => name,
      createRepository: never,
      issueJobCredential: never,
      issueCollaboratorCredential: never,
    },
    folders,
    readiness: createReadiness(),
  },
  scriptedCommands,
)
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
process.send?.('up')
