import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pollDeviceCode, startDeviceCode } from '@sluice/salesforce/auth/device-code'
import type { TokenResponse } from '@sluice/salesforce/auth/token-response'
import { openConnection, type Connection } from '@sluice/salesforce/connection'
import { onlyOrigins } from '@sluice/http/address-policy'
import { checkDeploy, startDeploy } from '@sluice/salesforce/metadata/deploy'
import type { DeployOptions } from '@sluice/salesforce/metadata/deploy-options'
import type { DeployResult } from '@sluice/salesforce/metadata/deploy-result'
import { checkRetrieve, downloadRetrieve, startRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { readManifest, writeDestructiveManifest, writeManifest } from '@sluice/metadata/manifest'
import { normaliseFile } from '@sluice/metadata/normalise'
import { unzip, zipTo } from './archives.ts'
import type { Edit } from './edits.ts'
import { approveDeviceCode } from './practice-org.ts'

const apiVersion = '62.0'

/** Signs a person in to a practice org by device code, without the product. */
export async function openOrg(origin: string, person: { username: string }): Promise<Connection> {
  const { accessToken, instanceUrl } = await signIn(origin, person)
  return openConnection({ instanceUrl, accessToken, addresses: onlyOrigins(origin) })
}

export async function signIn(origin: string, person: { username: string }): Promise<TokenResponse> {
  const site = { signInUrl: origin, addresses: onlyOrigins(origin), clientId: 'real-data' }
  const { deviceCode, userCode } = await startDeviceCode(site)
  await approveDeviceCode(origin, userCode, person.username)
  const poll = await pollDeviceCode({ ...site, deviceCode })
  if (poll.status !== 'Completed') throw new Error(`the sign-in ended as ${poll.status}`)
  return poll.token
}

const options: DeployOptions = {
  checkOnly: false,
  rollbackOnError: true,
  ignoreWarnings: true,
  purgeOnDelete: false,
  testLevel: 'NoTestRun',
  runTests: [],
  singlePackage: true,
  allowMissingFiles: false,
}

/** Deploys a zip file and waits for the end. */
export async function deploy(connection: Connection, archivePath: string): Promise<DeployResult> {
  const id = await startDeploy(connection, { archivePath, options })
  for (;;) {
    const { done } = await checkDeploy(connection, id, { includeDetails: false })
    if (done) return checkDeploy(connection, id)
    await pause(200)
  }
}

/** Makes the changes of a plan in an org, as a person with a tool of her own would. */
export async function deployEdits(connection: Connection, edits: readonly Edit[]): Promise<DeployResult> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-edits-'))
  const saved = edits.filter((edit) => edit.kind !== 'deleted')
  const deleted = edits.filter((edit) => edit.kind === 'deleted')
  const files = saved.flatMap((edit) => edit.files)
  try {
    await zipTo(join(folder, 'edits.zip'), [
      {
        path: 'package.xml',
        content: writeManifest(
          saved.map(({ identity }) => identity),
          apiVersion,
        ),
      },
      {
        path: 'destructiveChangesPost.xml',
        content: writeDestructiveManifest(deleted.map(({ identity }) => identity)),
      },
      ...files.map(({ path, deployed }) => ({ path: path.replace(/^unpackaged\//, ''), content: deployed })),
      // A class needs its settings beside it also when only its code changes.
      ...missingMeta(files.map(({ path }) => path)),
    ])
    return await deploy(connection, join(folder, 'edits.zip'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

function missingMeta(paths: readonly string[]): { path: string; content: Uint8Array }[] {
  const present = new Set(paths)
  const meta = Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata">\n' +
      '    <apiVersion>62.0</apiVersion>\n    <status>Active</status>\n</ApexClass>\n',
  )
  return paths
    .filter((path) => path.endsWith('.cls') && !present.has(`${path}-meta.xml`))
    .map((path) => ({ path: `${path.replace(/^unpackaged\//, '')}-meta.xml`, content: meta }))
}

/** The files of everything that a manifest names, normalised as a flow in does; the manifest itself is left out. */
export async function retrieveTree(
  connection: Connection,
  manifest: Uint8Array,
): Promise<Map<string, Buffer>> {
  const { members, apiVersion: version } = readManifest(manifest)
  const byType = new Map<string, string[]>()
  for (const { type, fullName } of members) byType.set(type, [...(byType.get(type) ?? []), fullName])
  const id = await startRetrieve(connection, {
    members: byType,
    ...(version === null ? {} : { apiVersion: version }),
  })
  while (!(await checkRetrieve(connection, id)).done) await pause(200)
  const folder = await mkdtemp(join(tmpdir(), 'sluice-retrieve-'))
  try {
    const toFile = join(folder, 'retrieved.zip')
    await downloadRetrieve(connection, id, { toFile })
    const tree = new Map<string, Buffer>()
    for await (const { path, content } of unzip(toFile)) {
      if (path !== 'unpackaged/package.xml') tree.set(path, Buffer.from(normaliseFile({ path, content })))
    }
    return tree
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
