import { rm } from 'node:fs/promises'
import { sameId } from '../ids.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import type { SObjectRecord } from '../records.ts'
import { admitGroup } from './admit-group.ts'
import { copyOrg } from './copy-org.ts'
import { licenceNamed } from './licences.ts'

const minute = 60_000

/**
 * Starts the copying of a sandbox; its state is a SandboxProcess record that clients poll.
 * Each creation or refresh has one of its own; the newest tells the state.
 */
export async function startProcess(
  practice: Practice,
  production: Org,
  info: SObjectRecord,
): Promise<SObjectRecord> {
  const now = new Date().toISOString()
  const { SandboxName, LicenseType, SourceId, Description, Features, ApexClassId, TemplateId, HistoryDays } =
    info
  const { AutoActivate, ActivationUserGroupId, CopyChatter, CopyArchivedActivities } = info
  const process = await production.records.insert('SandboxProcess', {
    SandboxInfoId: info.Id,
    SandboxName,
    LicenseType,
    SourceId,
    Description,
    Features,
    ApexClassId,
    TemplateId,
    HistoryDays,
    AutoActivate,
    ActivationUserGroupId,
    CopyChatter,
    CopyArchivedActivities,
    Status: 'Pending',
    CopyProgress: 0,
    CreatedDate: now,
    LastModifiedDate: now,
    SystemModstamp: now,
    StartDate: null,
    EndDate: null,
    SandboxOrganization: null,
    SandboxOrgId: null,
    ActivatedDate: null,
    ActivatedById: null,
    RefreshAction: null,
  })
  run(practice, production, process)
  return process
}

/**
 * Takes up processes that the last run of this program left unfinished. A copy starts anew;
 * what it had made so far is not used.
 */
export function resumeProcesses(practice: Practice, production: Org): void {
  for (const process of production.records.all('SandboxProcess')) {
    if (process.Status === 'Activating')
      practice.runInBackground('activation', activate(practice, production, process))
    else if (process.Status === 'Pending' || process.Status === 'Processing')
      run(practice, production, process)
  }
}

function run(practice: Practice, production: Org, process: SObjectRecord): void {
  const work = copy(practice, production, process).catch(async (error: unknown) => {
    await change(production, process, { Status: 'Stopped' })
    throw error
  })
  practice.runInBackground(`sandbox ${String(process.SandboxName)}`, work)
}

/**
 * The stages that clients see: Pending, Processing with a rising CopyProgress (null for copies by
 * a template), then Pending Activation or activation. The org id is written near the end, as on the service.
 */
async function copy(practice: Practice, production: Org, process: SObjectRecord): Promise<void> {
  const licence = licenceNamed(process.LicenseType)
  if (!licence) return
  await practice.takeTime(minute)
  await practice.faults.whileHeld('sandbox', production.info.id)
  if (practice.faults.take(['sandboxStops'], 'sandbox', production.info.id)) {
    await change(production, process, { Status: 'Stopped' })
    return
  }
  await change(production, process, { Status: 'Processing', StartDate: new Date().toISOString() })
  for (const progress of [15, 40, 70, 95]) {
    await practice.takeTime((licence.minutes * minute) / 4)
    await change(production, process, { CopyProgress: process.TemplateId ? null : progress })
  }
  const source = sourceOf(practice, production, process) ?? production
  const target = { production, sandboxName: String(process.SandboxName), licence }
  const org = await source.deploys.exclusively(() => copyOrg(practice, source, target))
  await admitGroup(production, org, process.ActivationUserGroupId)
  await change(production, process, {
    CopyProgress: process.TemplateId ? null : 100,
    SandboxOrgId: org.info.id,
    SandboxOrganization: org.info.id.slice(0, 15),
  })
  if (process.AutoActivate === false) await change(production, process, { Status: 'Pending Activation' })
  else await activate(practice, production, process)
}

/**
 * Puts a finished copy in the place of the sandbox that had the name before; that one is gone
 * then, sessions included.
 */
export async function activate(practice: Practice, production: Org, process: SObjectRecord): Promise<void> {
  await change(production, process, { Status: 'Activating' })
  await practice.takeTime(5 * minute)
  for (const org of practice.orgList()) {
    const isFormer = org.info.sandboxName === process.SandboxName && org.info.id !== process.SandboxOrgId
    if (isFormer && org.info.parentOrgId === production.info.id) await removeOrg(practice, org)
  }
  const now = new Date().toISOString()
  await change(production, process, {
    Status: 'Completed',
    EndDate: now,
    ActivatedDate: now,
    ActivatedById: production.users[0]?.id ?? null,
  })
  await playEnd(practice, production, process)
}

/** What can happen to a sandbox after it is made, when a fault asks for it. */
async function playEnd(practice: Practice, production: Org, process: SObjectRecord): Promise<void> {
  const kinds = ['sandboxLocked', 'sandboxVanishes'] as const
  const fault = practice.faults.take(kinds, 'sandbox', production.info.id)
  if (fault?.kind === 'sandboxLocked') await change(production, process, { Status: 'Locked' })
  const info = production.records.find('SandboxInfo', String(process.SandboxInfoId))
  if (fault?.kind === 'sandboxVanishes' && info) await removeSandbox(practice, production, info)
}

/** Throws a copy away that nobody activated. */
export async function discard(practice: Practice, production: Org, process: SObjectRecord): Promise<void> {
  const org = typeof process.SandboxOrgId === 'string' ? practice.org(process.SandboxOrgId) : undefined
  if (org) await removeOrg(practice, org)
  await change(production, process, { Status: 'Discarding', EndDate: new Date().toISOString() })
}

/**
 * Deletes a sandbox; its last process says so with the status Deleted, which clients ask for
 * by the code D.
 */
export async function removeSandbox(practice: Practice, production: Org, info: SObjectRecord): Promise<void> {
  for (const process of production.records.all('SandboxProcess'))
    if (process.SandboxInfoId === info.Id) await change(production, process, { Status: 'Deleted' })
  for (const org of practice.orgList())
    if (org.info.parentOrgId === production.info.id && org.info.sandboxName === info.SandboxName)
      await removeOrg(practice, org)
  await production.records.remove('SandboxInfo', info.Id)
}

/** Ends an org: its sessions, its folder. Its name and id are free again. */
export async function removeOrg(practice: Practice, org: Org): Promise<void> {
  practice.orgs.delete(org.info.id)
  await practice.sessions.revokeAll(org.info.id, true)
  await rm(org.folder, { recursive: true, force: true })
}

/** The org that a clone is made from; undefined for copies of production. */
function sourceOf(practice: Practice, production: Org, process: SObjectRecord): Org | undefined {
  const { SourceId } = process
  if (typeof SourceId !== 'string') return undefined
  const info = production.records.all('SandboxInfo').find((row) => sameId(row.Id, SourceId))
  return practice.orgList().find((org) => info !== undefined && org.info.sandboxName === info.SandboxName)
}

async function change(
  production: Org,
  process: SObjectRecord,
  fields: Record<string, unknown>,
): Promise<void> {
  const now = new Date().toISOString()
  await production.records.update('SandboxProcess', process.Id, {
    ...fields,
    LastModifiedDate: now,
    SystemModstamp: now,
  })
}
