import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import type { SObjectRecord } from '../records.ts'
import { allowanceOf, licenceNamed } from './licences.ts'
import { sandboxDefaults } from './sandbox-defaults.ts'
import { checkSettings, SandboxRefusal } from './sandbox-settings.ts'
import { startProcess } from './sandbox-process.ts'
import { wording } from '../wording.ts'

/**
 * A request with the person who makes it; `fields` are those of SandboxInfo as the client
 * wrote them.
 */
export interface SandboxRequest {
  userId: string
  fields: Record<string, unknown>
}

/**
 * Makes a sandbox and starts copying; returns its SandboxInfo. Names have 1 to 10 letters and
 * digits and are unique whatever their case. Throws SandboxRefusal.
 */
export async function createSandboxInfo(
  practice: Practice,
  org: Org,
  request: SandboxRequest,
): Promise<SObjectRecord> {
  const { fields, userId } = request
  const rows = org.records.all('SandboxInfo')
  const source = rows.find((row) => row.Id === fields.SourceId)
  const licence = licenceNamed(fields.LicenseType ?? source?.LicenseType)
  const name = typeof fields.SandboxName === 'string' ? fields.SandboxName : ''
  if (!/^[A-Za-z0-9]{1,10}$/.test(name))
    throw new SandboxRefusal('FIELD_INTEGRITY_EXCEPTION', wording.sandbox.name)
  if (!licence) throw new SandboxRefusal('REQUIRED_FIELD_MISSING', wording.sandbox.required('LicenseType'))
  checkSettings(org, fields, licence)
  const twin = rows.find((row) => String(row.SandboxName).toLowerCase() === name.toLowerCase())
  if (twin) throw new SandboxRefusal('DUPLICATE_VALUE', wording.sandbox.duplicate(twin.Id))
  const used = rows.filter((row) => row.LicenseType === licence.code).length
  if (used >= allowanceOf(org.info.organizationType, licence))
    throw new SandboxRefusal('LIMIT_EXCEEDED', wording.sandbox.licence(licence.label))
  const now = new Date().toISOString()
  const info = await org.records.insert('SandboxInfo', {
    Description: null,
    ...sandboxDefaults,
    PostCopyConfig: null,
    IsDeleted: false,
    ...fields,
    SandboxName: name,
    LicenseType: licence.code,
    CreatedDate: now,
    CreatedById: userId,
    LastModifiedDate: now,
    LastModifiedById: userId,
  })
  await startProcess(practice, org, info)
  return info
}

/**
 * Starts a fresh copy with these settings; what is not given stays. The old sandbox works
 * until the copy is activated. Throws SandboxRefusal while a copy is under way.
 */
export async function refreshSandboxInfo(
  practice: Practice,
  org: Org,
  refresh: SandboxRequest & { info: SObjectRecord },
): Promise<void> {
  const { info, fields, userId } = refresh
  const busy = org.records
    .all('SandboxProcess')
    .some((row) => row.SandboxInfoId === info.Id && row.EndDate === null && row.Status !== 'Deleted')
  if (busy) throw new SandboxRefusal('INVALID_STATUS', wording.sandbox.busy)
  const licence = licenceNamed(fields.LicenseType ?? info.LicenseType)
  if (licence) checkSettings(org, { ...info, ...fields }, licence)
  const kept = licence ? { LicenseType: licence.code } : {}
  const now = new Date().toISOString()
  await org.records.update('SandboxInfo', info.Id, {
    ...fields,
    ...kept,
    LastModifiedDate: now,
    LastModifiedById: userId,
  })
  await startProcess(practice, org, info)
}
