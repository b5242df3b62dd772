import type { FlowStack } from './flow-world.ts'

/** What an org recorded of a deployment. */
export interface RecordedDeployment {
  readonly CheckOnly: boolean
  readonly IgnoreWarnings: boolean
  readonly PurgeOnDelete: boolean
  readonly TestLevel: string | null
  readonly NumberTestsTotal: number
}

/** The org's own records, asked as a person would in its developer tools. */
export async function deploymentsOf(flow: FlowStack): Promise<RecordedDeployment[]> {
  const { accessToken, instanceUrl } = await flow.org.session()
  const soql =
    'SELECT CheckOnly, IgnoreWarnings, PurgeOnDelete, TestLevel, NumberTestsTotal FROM DeployRequest ORDER BY CreatedDate'
  const response = await fetch(
    `${instanceUrl}/services/data/v62.0/tooling/query?q=${encodeURIComponent(soql)}`,
    { headers: { authorization: `Bearer ${accessToken}` } },
  )
  const { records }: { records: RecordedDeployment[] } = await response.json()
  return records.map(({ CheckOnly, IgnoreWarnings, PurgeOnDelete, TestLevel, NumberTestsTotal }) => ({
    CheckOnly,
    IgnoreWarnings,
    PurgeOnDelete,
    TestLevel,
    NumberTestsTotal,
  }))
}
