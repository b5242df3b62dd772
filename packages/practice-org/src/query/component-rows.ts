import { crc32 } from 'node:zlib'
import type { Org } from '../org.ts'
import type { SObjectRecord } from '../records.ts'
import type { ComponentRecord } from '../store/component-record.ts'

/** Components of a type as Tooling records. DeveloperName is the name without parent and suffix. */
export function componentRows(org: Org, type: string): SObjectRecord[] {
  return org.store.list(type).map((record) => ({
    ...auditOf(record),
    Id: record.id,
    DeveloperName:
      record.fullName
        .split('.')
        .at(-1)
        ?.replace(/__\w+$/, '') ?? record.fullName,
    FullName: record.fullName,
    Name: record.fullName,
    ManageableState: record.manageableState ?? 'unmanaged',
    NamespacePrefix: record.namespacePrefix ?? null,
  }))
}

/**
 * Classes and triggers as records. Bodies of installed ones are `(hidden)`, as on the service.
 * `BodyCrc` is the CRC-32 of the body.
 */
export async function apexRows(org: Org, type: 'ApexClass' | 'ApexTrigger'): Promise<SObjectRecord[]> {
  const rows: SObjectRecord[] = []
  for (const record of org.store.list(type)) {
    const path = record.files.find((file) => !file.endsWith('-meta.xml'))
    const body = path === undefined ? '' : await org.store.readText(path)
    rows.push({
      ...auditOf(record),
      Id: record.id,
      Name: record.fullName,
      NamespacePrefix: record.namespacePrefix ?? null,
      ApiVersion: Number(org.info.platformVersion),
      Status: 'Active',
      IsValid: true,
      BodyCrc: crc32(body),
      Body: record.manageableState === 'installed' ? '(hidden)' : body,
      LengthWithoutComments: body.length,
      ManageableState: record.manageableState ?? 'unmanaged',
      SymbolTable: null,
      TableEnumOrId: /\btrigger\s+\w+\s+on\s+(\w+)/i.exec(body)?.[1] ?? null,
    })
  }
  return rows
}

/**
 * Deployments as DeployRequest records, change sets included. The service keeps them for 30
 * days; here they stay.
 */
export function deployRows(org: Org): SObjectRecord[] {
  return org.deploys.list().map((deployment) => ({
    Id: deployment.id,
    Status: deployment.status,
    Type: deployment.type,
    CheckOnly: deployment.options.checkOnly,
    RollbackOnError: deployment.options.rollbackOnError,
    IgnoreWarnings: deployment.options.ignoreWarnings,
    AllowMissingFiles: deployment.options.allowMissingFiles,
    PurgeOnDelete: deployment.options.purgeOnDelete,
    SinglePackage: deployment.options.singlePackage,
    CompletedDate: deployment.completedDate ?? null,
    StartDate: deployment.startDate ?? null,
    CreatedDate: deployment.createdDate,
    CreatedById: deployment.userId,
    LastModifiedDate: deployment.lastModifiedDate,
    ChangeSetName: deployment.changeSetName ?? null,
    InboundChangeSetId: null,
    TestLevel: deployment.options.testLevel ?? null,
    NumberComponentErrors: deployment.numberComponentErrors,
    NumberComponentsDeployed: deployment.numberComponentsDeployed,
    NumberComponentsTotal: deployment.numberComponentsTotal,
    NumberTestErrors: deployment.numberTestErrors,
    NumberTestsCompleted: deployment.numberTestsCompleted,
    NumberTestsTotal: deployment.numberTestsTotal,
    ErrorMessage: deployment.errorMessage ?? null,
    ErrorStatusCode: deployment.errorStatusCode ?? null,
    StateDetail: deployment.stateDetail ?? null,
    SourceDeployRequestId: deployment.validatedId ?? null,
    ZipSize: deployment.zipSize,
    NumberFiles: deployment.numberFiles ?? null,
    RunTestsEnabled: deployment.numberTestsTotal > 0,
  }))
}

function auditOf(record: ComponentRecord): Record<string, unknown> {
  return {
    CreatedDate: record.createdDate,
    CreatedById: record.createdById,
    LastModifiedDate: record.lastModifiedDate,
    LastModifiedById: record.lastModifiedById,
  }
}
