import { idOfName, sameId } from '../ids.ts'
import type { OrgState } from '../org-state.ts'
import type { SObjectRecord } from '../records.ts'
import { wording } from '../wording.ts'
import type { SandboxLicence } from './licences.ts'

/** A sandbox request that the org refuses; the code is the REST error code, answered with 400. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Documented days of field history; only a full copy may take any along. */
const historyDays = new Set([-1, 0, 10, 20, 30, 60, 90, 120, 150, 180])

/**
 * Checks what a request says beside name and licence. Templates are for Partial and Full, history
 * and Chatter for Full (documented); group, class and template have to exist, and the group has to
 * be a public one. Throws SandboxRefusal.
 */
export function checkSettings(
  org: OrgState,
  fields: Readonly<Record<string, unknown>>,
  licence: SandboxLicence,
): void {
  const isFull = licence.code === 'FULL'
  const { TemplateId, ActivationUserGroupId, ApexClassId, HistoryDays, Features } = fields
  if (isSet(TemplateId)) {
    if (!isFull && licence.code !== 'PARTIAL') refuseValue('TemplateId')
    if (!templateRows(org).some((row) => isSame(row, TemplateId))) refuseReference(TemplateId)
  }
  const needsGroup = org.info.requiresSandboxGroup === true && licence.code.startsWith('DEVELOPER')
  if (needsGroup && !isSet(ActivationUserGroupId))
    throw new SandboxRefusal('REQUIRED_FIELD_MISSING', wording.sandbox.required('ActivationUserGroupId'))
  const groups = org.records.all('Group').filter(({ Type }) => Type === 'Regular')
  if (isSet(ActivationUserGroupId) && !groups.some((row) => isSame(row, ActivationUserGroupId)))
    refuseReference(ActivationUserGroupId)
  const classes = org.store.list('ApexClass')
  if (isSet(ApexClassId) && !classes.some(({ id }) => sameId(id, String(ApexClassId))))
    refuseReference(ApexClassId)
  if (isSet(HistoryDays) && HistoryDays !== 0 && !(isFull && historyDays.has(Number(HistoryDays))))
    refuseValue('HistoryDays')
  if ((fields.CopyChatter === true || fields.CopyArchivedActivities === true) && !isFull)
    refuseValue('CopyChatter')
  if (isSet(Features) && !isList(Features)) refuseValue('Features')
}

/**
 * The templates of an org: what people made, and one that every production org here has. A
 * template says which objects' records a copy takes along.
 */
export function templateRows(org: OrgState): SObjectRecord[] {
  const usual = {
    Id: idOfName('0Ba', 'Recent_Service_Data'),
    DeveloperName: 'Recent_Service_Data',
    MasterLabel: 'Recent service data',
    Description: 'Accounts, installations and warranty claims of the last year',
    Language: 'en_US',
    IsDeleted: false,
  }
  return [usual, ...org.records.all('PartitionLevelScheme')]
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isSame(row: SObjectRecord, id: unknown): boolean {
  return typeof id === 'string' && sameId(row.Id, id)
}

/** Features are a JSON list written as a text. */
function isList(text: unknown): boolean {
  try {
    return typeof text === 'string' && Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}

function refuseValue(field: string): never {
  throw new SandboxRefusal('FIELD_INTEGRITY_EXCEPTION', wording.sandbox.badValue(field))
}

function refuseReference(id: unknown): never {
  throw new SandboxRefusal('INVALID_CROSS_REFERENCE_KEY', wording.call.crossReference(String(id)))
}
