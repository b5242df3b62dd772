import {
  type Sandbox,
  type SandboxLicenseType,
  sandboxStatus,
  sandboxStatusGroupOf,
  type SandboxStatus,
} from '@sluice/contract/sandbox'

/** A sandbox in the words of Salesforce. */
interface SalesforceSandbox extends Pick<Sandbox, 'id' | 'name' | 'description' | 'orgId'> {
  licenseType: string
  status: string | null
  started: string | null
  ended: string | null
  activated: string | null
}

const licenses: Record<string, SandboxLicenseType> = {
  developer: 'Developer',
  developerpro: 'DeveloperPro',
  partial: 'Partial',
  full: 'Full',
}
const endedStatuses = new Set<SandboxStatus>(['Completed', 'Locked', 'Stopped'])

/** The sandbox as the API shows it; null for a kind that this product does not know. */
export function toSandbox(stackId: string, row: SalesforceSandbox): Sandbox | null {
  const licenseType = licenses[row.licenseType.toLowerCase().replaceAll('_', '')]
  if (licenseType === undefined) return null
  const status = statusOf(row.status)
  return {
    id: row.id,
    orgId: row.orgId,
    stackId,
    name: row.name,
    licenseType,
    description: row.description,
    status,
    statusGroup: sandboxStatusGroupOf(status),
    startedUtc: row.started,
    isCompleted: status === 'Completed',
    completedUtc: status === 'Completed' ? row.ended : null,
    activatedUtc: row.activated,
    isRefreshable: status === 'Completed',
    isDeletable: endedStatuses.has(status),
  }
}

/** Salesforce writes `Pending Activation` where the API writes `PendingActivation`. */
function statusOf(label: string | null): SandboxStatus {
  const known = sandboxStatus.safeParse(label?.replaceAll(' ', ''))
  return known.success ? known.data : 'Other'
}
