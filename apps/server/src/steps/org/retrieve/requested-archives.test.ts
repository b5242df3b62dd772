import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultIncludeSpecs, parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { componentOfPath } from '@sluice/metadata/paths'
import { planRetrieve } from '@sluice/metadata/retrieve-plan'
import { createPracticeOrg } from '@sluice/practice-org/practice-org'
import { openConnection } from '@sluice/salesforce/connection'
import { onlyOrigins } from '@sluice/http/address-policy'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { Deadline } from '../../../platform/deadline.ts'
import { readOrgFiles } from '../org-files/read-org-files.ts'
import { listComponents } from './list-components.ts'
import { includedMembers, membersToRetrieve } from './make-plan.ts'
import { deliverableBy } from './requested.ts'
import { retrieveBatch } from './retrieve-batch.ts'

const { signal } = new AbortController()

/** A connection to the company that the practice org begins with. */
async function openCompany() {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-company-'))
  const practice = await createPracticeOrg({ dataDir: join(folder, 'org'), port: 0, pollIntervalSeconds: 0 })
  onTestFinished(async () => {
    await practice.close()
    await rm(folder, { recursive: true, force: true })
  })
  const post = (path: string, body: unknown) =>
    fetch(`${practice.origin}/admin/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  const orgs: { id: string }[] = await (await fetch(`${practice.origin}/admin/orgs`)).json()
  const session: { accessToken: string; instanceUrl: string } = await (
    await post('sessions', { org: orgs[0]?.id })
  ).json()
  return { folder, connection: openConnection({ ...session, addresses: onlyOrigins(practice.origin) }) }
}

test('everything that a company of many types sends belongs to what was asked for', async () => {
  const { folder, connection } = await openCompany()
  const { specs } = parseIncludeSpecs(defaultIncludeSpecs)
  const deadline = new Deadline(systemClock, 60_000)
  const { lines, wanted } = await listComponents({ connection, signal, deadline }, specs)
  const listed = Buffer.concat(lines).toString().trimEnd().split('\n')
  const members = includedMembers(
    listed.map((line) => JSON.parse(line)),
    specs,
    wanted.has('StandardValueSet'),
  )
  const archives: string[] = []
  for (const [index, batch] of planRetrieve(membersToRetrieve(members)).entries()) {
    const context = {
      connection,
      apiVersion: '68.0',
      folder,
      signal,
      deadline,
      onRetrieved: () => undefined,
      leaveOut: () => undefined,
    }
    const done = await retrieveBatch(
      { ...context, faultPoint: async () => undefined },
      `batch-${index}`,
      batch,
    )
    archives.push(...done.map(({ file }) => join(folder, file)))
  }
  const files = await readOrgFiles({ archives, specs, apiVersion: '68.0', parity: new Map(), signal })
  const isDeliverable = deliverableBy(members)
  const components = [...files.keys()].map((path) => ({ path, identity: componentOfPath(path)?.identity }))
  const types = new Set(components.map(({ identity }) => identity?.componentType))
  expect(types.size).toBeGreaterThan(40)
  expect(components.filter(({ identity }) => identity !== undefined && !isDeliverable(identity))).toEqual([])
})
