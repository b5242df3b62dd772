import { join } from 'node:path'
import type { OverwrittenComponent } from '@sluice/contract/job-commands/flow-out-result'
import { isDependentFile } from '@sluice/metadata/partial-retrieve'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { ownerOf } from '@sluice/metadata/paths'
import type { Connection } from '@sluice/salesforce/connection'
import { readLeftOut, retrieveToFolder } from '../../org/retrieve/full-retrieve.ts'
import { retrieveComponents } from '../../org/retrieve/retrieve-components.ts'
import { threads } from '../../session/threads.ts'
import { readJson } from '../../session/work-folder.ts'
import type { ComparedFlowOut, FlowOut } from '../flow-out-diff.ts'
import { compareClobberTask } from '../flow-out-tasks.ts'
import type { ClobberFinding, OverwrittenComponents } from './clobber-finding.ts'
import { deployable } from './clobbered-components.ts'
import { type DeltaInOrg, filesOf, listDelta } from './delta-in-org.ts'

/**
 * Looks for changes that somebody made in the org in what a flow out would deploy or delete. `part` names the retrieve,
 * which is always a new one: what an earlier one brought may have changed since. It lists first, so that what changes
 * during the retrieve changes the fingerprint.
 */
export async function findClobber(flow: ComparedFlowOut, part: string): Promise<ClobberFinding> {
  const { session, environment, org, head, diff } = flow
  const changes = deployable(diff.changes)
  const delta = await listInOrg(flow, changes)
  const { retrieved, isFull, unreadable } = await retrieve(flow, { part, changes, delta })
  const { repository } = await session.mirror()
  const result = join((await session.work()).path, `${part}.json`)
  const clobber = {
    gitDir: repository.gitDir,
    metadataDirectory: session.directory.place,
    apiVersion: org.apiVersion,
    head,
    sandboxName: environment.sandboxName,
    parity: environment.parity.inbound,
    specs: diff.specs,
    undeployed: diff.undeployed,
    diffFolder: diff.folder,
    retrieved,
    isFullRetrieve: isFull,
    result,
  }
  await threads.run(compareClobberTask, clobber, { signal: session.run.signal })
  const found = await readJson<OverwrittenComponents>(result)
  if (found === null) throw new Error('The result of the clobber check is not where it was written.')
  const lost = new Set((await readLeftOut(retrieved)).map(({ type, fullName }) => `${type} ${fullName}`))
  const isLost = (change: ComponentChange) =>
    filesOf([change]).some(({ type, fullName }) => lost.has(`${type} ${fullName}`))
  const unknown = [...unreadable, ...changes.filter(isLost)]
  const potential = [...found.potential, ...unknown.map(unknownInOrg)]
  return { fingerprint: delta.fingerprint, confirmed: found.confirmed, potential }
}

/** What the org lists of the delta now. */
export async function listInOrg(
  { session, environment, org }: FlowOut,
  changes: readonly ComponentChange[],
): Promise<DeltaInOrg> {
  const connection: Connection = await session.org(environment.id, org.apiVersion)
  const { signal } = session.run
  return await listDelta({ connection, signal, deadline: session.deadline }, changes)
}

interface Retrieval {
  readonly part: string
  readonly changes: readonly ComponentChange[]
  readonly delta: DeltaInOrg
}

interface RetrievedDelta {
  readonly retrieved: string
  readonly isFull: boolean
  /** Components of types that this org does not know; asking for them would fail the whole retrieve. */
  readonly unreadable: readonly ComponentChange[]
}

/** Only what the delta touches; everything where a file says nothing without the rest. */
async function retrieve(flow: ComparedFlowOut, { part, changes, delta }: Retrieval): Promise<RetrievedDelta> {
  const { session, environment, diff } = flow
  const { apiVersion } = flow.org
  const { run, deadline } = session
  const connection = await session.org(environment.id, apiVersion)
  const common = { connection, apiVersion, specs: diff.specs, work: await session.work(), deadline, part }
  if (changes.some(({ paths }) => paths.some(isDependentFile)))
    return { retrieved: await retrieveToFolder(run, common), isFull: true, unreadable: [] }
  const isUnreadable = ({ identity }: ComponentChange) => {
    const type = ownerOf(identity).componentType
    // No org lists its standard value sets, but it returns them.
    return type !== 'StandardValueSet' && delta.refused.has(type)
  }
  const wanted = filesOf(changes.filter((change) => !isUnreadable(change)))
  const retrieved = await retrieveComponents(run, { ...common, wanted, listed: delta.members })
  return { retrieved, isFull: false, unreadable: changes.filter(isUnreadable) }
}

function unknownInOrg({ identity, changeType }: ComponentChange): OverwrittenComponent {
  return { ...identity, changeType, orgChangeType: null, changedByName: null, changedUtc: null }
}
