// One run of the Salesforce client in a process of its own, so that its memory is its own.
import { rm } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { onlyOrigins } from '@sluice/http/address-policy'
import { openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { checkDeploy, startDeploy } from '@sluice/salesforce/metadata/deploy'
import { checkRetrieve, downloadRetrieve, startRetrieve } from '@sluice/salesforce/metadata/retrieve'

const [, , task = '', origin = '', accessToken = '', file = ''] = process.argv
const connection = openConnection({ instanceUrl: origin, accessToken, addresses: onlyOrigins(origin) })
const pause = () => setTimeout(250)

const tasks: Readonly<Record<string, () => Promise<object>>> = {
  /** Only waits, as the measure of what Node and the modules need by themselves. */
  async nothing() {
    await pause()
    return {}
  },
  async retrieve() {
    const id = await startRetrieve(connection, { members: new Map([['StaticResource', ['*']]]) })
    while (!(await checkRetrieve(connection, id)).done) await pause()
    return measured(async () => {
      const { sizeBytes } = await downloadRetrieve(connection, id, { toFile: file })
      return { sizeBytes }
    })
  },
  deployRest: async () => deploy('rest'),
  deploySoap: async () => deploy('soap'),
  /** Cancels a download half way and leaves nothing behind. */
  async abort() {
    const id = await startRetrieve(connection, { members: new Map([['StaticResource', ['*']]]) })
    while (!(await checkRetrieve(connection, id)).done) await pause()
    const cancel = new AbortController()
    const options = { toFile: `${file}.aborted`, signal: cancel.signal }
    void setTimeout(150).then(() => cancel.abort())
    return measured(async () => {
      const outcome: unknown = await downloadRetrieve(connection, id, options).catch(
        (reason: unknown) => reason,
      )
      return { code: outcome instanceof SalesforceError ? outcome.code : null }
    })
  },
}

async function deploy(transport: 'rest' | 'soap') {
  const options = {
    checkOnly: false,
    rollbackOnError: true,
    ignoreWarnings: true,
    purgeOnDelete: false,
    testLevel: 'NoTestRun',
    runTests: [],
    singlePackage: true,
    allowMissingFiles: false,
  } as const
  const sent = await measured(async () => ({
    id: await startDeploy(connection, { archivePath: file, options, transport }),
  }))
  let result = await checkDeploy(connection, sent.id, { includeDetails: false })
  while (!result.done) {
    await pause()
    result = await checkDeploy(connection, sent.id, { includeDetails: false })
  }
  const full = await checkDeploy(connection, sent.id)
  return {
    ...sent,
    status: result.status,
    messages: full.componentSuccesses.length + full.componentFailures.length,
  }
}

async function measured<T extends object>(body: () => Promise<T>) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const start = performance.now()
  const result = await body()
  const milliseconds = Math.round(performance.now() - start)
  delay.disable()
  return { ...result, milliseconds, longestBlockMs: Math.round(delay.max / 1e6) }
}

const result = await tasks[task]?.()
const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024)
process.stdout.write(JSON.stringify({ ...result, peakMegabytes }))
if (task === 'abort') await rm(`${file}.aborted`, { force: true })
