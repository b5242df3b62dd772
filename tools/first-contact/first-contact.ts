import { tmpdir } from 'node:os'
import { fetchApiUsage } from '@sluice/salesforce/api-usage'
import { type Connection, defaultApiVersion, openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo, fetchUserInfo, type OrgInfo } from '@sluice/salesforce/org-info'
import { ConfigError } from '../../apps/server/src/platform/config/config-error.ts'
import { readConfig } from '../../apps/server/src/platform/config/read-config.ts'
import { openOutgoingAddresses } from '../../apps/server/src/platform/outgoing/outgoing-addresses.ts'
import { retrievePicklists, retrieveTabs } from './contents.ts'
import { describeTypes, listFolders, listTogether, listTypes } from './listing.ts'
import { type Options, readOptions, usage } from './options.ts'
import { type Answer, type Facts, ask, writeReport } from './report.ts'
import { downloadAgain, retrieveProfiles, retrieveTogether, retrieveTwice } from './retrieving.ts'

/** What needs a change in the org, or more than harmless load. */
const notAsked = [
  'code and text of an archive above 39 MB',
  'picklist values that a deployment removed: gone, or inactive',
  'accents in the names of deployed components',
  'an AuthProvider with the placeholder of its secret',
]

/**
 * Asks an org questions that change nothing and writes the answers to a file: counts, times and codes, no token and no
 * name of a component or person. Uses the settings of the server for proxy, authorities and private ranges.
 * Returns the exit code: 0, 1 when a question found no answer, 2 when nothing could be asked.
 */
export async function firstContact(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const options = readOptions(args)
    const addresses = addressesOf(variables)
    const answers = await contact(options, addresses)
    for (const { question, isAnswered, milliseconds } of answers)
      process.stdout.write(`${isAnswered ? 'answered' : 'no answer'}  ${milliseconds} ms  ${question}\n`)
    process.stdout.write(`The report is ${options.reportFile}. Read it before you pass it on.\n`)
    return answers.every(({ isAnswered }) => isAnswered) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${explanationOf(error)}\n`)
    return 2
  }
}

function addressesOf(variables: Readonly<Record<string, string | undefined>>) {
  const { config } = readConfig(variables)
  return openOutgoingAddresses({ ...config, dataDir: tmpdir() }).salesforce
}

function explanationOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof SalesforceError) return `The org could not be asked: ${error.code}.`
  return `${error instanceof Error ? error.message : String(error)}\n${usage}`
}

async function contact(
  { orgUrl, accessToken, reportFile }: Options,
  addresses: ReturnType<typeof addressesOf>,
): Promise<readonly Answer[]> {
  const begunUtc = new Date().toISOString()
  const first = openConnection({ instanceUrl: orgUrl, accessToken, addresses })
  const org = await fetchOrgInfo(first)
  const user = await fetchUserInfo(first)
  const apiVersion = Math.min(Number(org.platformVersion), Number(defaultApiVersion)).toFixed(1)
  const connection = openConnection({ instanceUrl: orgUrl, accessToken, addresses, apiVersion })
  const answers = await askAll(connection)
  const { username, email, displayName } = user
  const secrets = [accessToken, username, email, displayName, new URL(orgUrl).host]
  writeReport(reportFile, { begunUtc, apiVersion, answers, notAsked }, secrets)
  return answers
}

async function askAll(connection: Connection): Promise<Answer[]> {
  let types: Awaited<ReturnType<typeof describeTypes>>['types'] = []
  const described = await ask('types that the org describes', async () => {
    const found = await describeTypes(connection)
    types = found.types
    return found.facts
  })
  return [
    await ask('kind of org', async () => kindOf(await fetchOrgInfo(connection))),
    await ask('daily API requests', () => dailyRequests(connection)),
    described,
    await ask('components of each type', () => listTypes(connection, types)),
    await ask('two types in one list', () => listTogether(connection)),
    await ask('folders', () => listFolders(connection, types)),
    await ask('many retrieves at once', () => retrieveTogether(connection)),
    await ask('all profiles in one retrieve', () => retrieveProfiles(connection)),
    await ask('inactive picklist values', () => retrievePicklists(connection)),
    await ask('standard tabs of a profile', () => retrieveTabs(connection)),
    await ask('a download that broke', () => downloadAgain(connection)),
    await ask('the same retrieve twice', () => retrieveTwice(connection)),
    await ask('daily API requests afterwards', () => dailyRequests(connection)),
  ]
}

const kindOf = (org: OrgInfo): Facts => ({
  isSandbox: org.isSandbox,
  organizationType: org.organizationType,
  platformVersion: org.platformVersion,
  supportedVersions: org.supportedApiVersions.length,
  hasNamespace: org.namespacePrefix !== null,
})

async function dailyRequests(connection: Connection): Promise<Facts> {
  const daily = await fetchApiUsage(connection)
  return { used: daily?.used ?? null, limit: daily?.limit ?? null }
}
