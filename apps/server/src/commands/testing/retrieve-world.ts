import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { type RetrieveMember, type RetrievePlanOptions, planRetrieve } from '@sluice/metadata/retrieve-plan'
import { type PracticeOrg, createPracticeOrg } from '@sluice/practice-org/practice-org'
import { type Connection, openConnection } from '@sluice/salesforce/connection'
import { onlyOrigins } from '@sluice/http/address-policy'
import { afterAll, beforeAll } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { Deadline } from '../../platform/deadline.ts'
import { readOrgFiles } from '../../steps/org/org-files/read-org-files.ts'
import { listComponents } from '../../steps/org/retrieve/list-components.ts'
import { includedMembers, membersToRetrieve } from '../../steps/org/retrieve/make-plan.ts'
import { retrieveBatch } from '../../steps/org/retrieve/retrieve-batch.ts'
import { type TestOrg, openTestOrg } from './test-org.ts'

const specs = parseIncludeSpecs(
  ['ApexClass', 'CustomObject', 'Profile', 'StaticResource'].map((type) => `unpackaged/~/${type}`).join('\n'),
).specs
const signal = new AbortController().signal

export interface RetrieveWorld {
  readonly folder: string
  connect(): Promise<{ org: TestOrg; connection: Connection }>
  /** What an org lists of classes, objects, profiles and static resources. */
  members(connection: Connection): Promise<RetrieveMember[]>
  /** Retrieves by a plan with these limits: the files as texts by path, how many batches, how many archives. */
  retrieve(
    connection: Connection,
    members: readonly RetrieveMember[],
    limits: RetrievePlanOptions,
  ): Promise<RetrievedTexts>
}

interface RetrievedTexts {
  readonly texts: Readonly<Record<string, string>>
  readonly batches: number
  readonly archives: number
}

/** A practice org from which a test retrieves without a job around it. Read it inside tests only. */
export function retrieveWorld(): RetrieveWorld {
  let folder = ''
  let practice: PracticeOrg
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-parts-'))
    practice = await createPracticeOrg({
      dataDir: join(folder, 'org'),
      port: 0,
      seed: 'empty',
      pollIntervalSeconds: 0,
    })
  })
  afterAll(async () => {
    await practice.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    get folder() {
      return folder
    },
    connect: async () => {
      const org = await openTestOrg(practice.origin, {})
      const { accessToken, instanceUrl } = await org.session()
      return {
        org,
        connection: openConnection({ instanceUrl, accessToken, addresses: onlyOrigins(practice.origin) }),
      }
    },
    members: async (connection) => {
      const listing = { connection, signal, deadline: new Deadline(systemClock, 60_000) }
      const { lines } = await listComponents(listing, specs)
      const listed = Buffer.concat(lines).toString().trimEnd().split('\n')
      return membersToRetrieve(
        includedMembers(
          listed.map((line) => JSON.parse(line)),
          specs,
          false,
        ),
      )
    },
    retrieve: async (connection, members, limits) => {
      const target = await mkdtemp(join(folder, 'retrieved-'))
      const batches = planRetrieve(members, limits)
      const archives = await fetchBatches(connection, target, batches)
      return { texts: await textsOf(archives), batches: batches.length, archives: archives.length }
    },
  }
}

async function fetchBatches(
  connection: Connection,
  target: string,
  batches: readonly (readonly RetrieveMember[])[],
): Promise<string[]> {
  const context = {
    connection,
    apiVersion: '68.0',
    folder: target,
    signal,
    deadline: new Deadline(systemClock, 120_000),
    faultPoint: () => Promise.resolve(),
    onRetrieved: () => undefined,
    leaveOut: () => undefined,
  }
  const archives: string[] = []
  for (const [index, batch] of batches.entries()) {
    const done = await retrieveBatch(context, `batch-${index}`, batch)
    archives.push(...done.map(({ file }) => join(target, file)))
  }
  return archives
}

async function textsOf(archives: readonly string[]): Promise<Record<string, string>> {
  const files = await readOrgFiles({ archives, specs, apiVersion: '68.0', parity: new Map(), signal })
  return Object.fromEntries(
    [...files.different]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, file]) => [path, Buffer.from(file.content ?? []).toString('utf8')]),
  )
}
