import type { SalesforceInfo } from '@sluice/contract/salesforce-info'
import type { StackRow } from '../stacks/stack-store.ts'
import type { EnvironmentRow } from './environment-store.ts'
import type { OrgInfoRow } from './org-info-store.ts'

const seasons = ['Summer', 'Winter', 'Spring'] as const
const summer25 = 64

/** Salesforce names three releases a year: 64.0 is Summer '25, 65.0 Winter '26. */
function apiVersion(version: number) {
  const since = version - summer25
  const season = seasons[((since % 3) + 3) % 3]
  return { label: `${season} '${25 + Math.floor((since + 2) / 3)}`, versionString: version.toFixed(1) }
}

/** What is shown of an org, with the API version that a job would speak. */
export function toSalesforceInfo(
  row: OrgInfoRow,
  of: { stack: StackRow; environment: EnvironmentRow; latestRulesVersion: number },
): SalesforceInfo {
  const { stack, environment, latestRulesVersion } = of
  const mode = environment.sfdcApiVersionMode ?? stack.sfdcApiVersionMode
  const platform = Number(row.platformVersion)
  const known = Math.min(platform, latestRulesVersion)
  const baseline = stack.sfdcApiVersionBaseline ?? known
  const effective = mode === 'Baseline' ? Math.min(baseline, known) : known
  return {
    environmentId: row.environmentId,
    stackId: row.stackId,
    orgInfo: {
      orgId: row.orgId,
      instanceName: row.instanceName,
      name: row.name,
      namespacePrefix: row.namespacePrefix,
      organizationType: row.organizationType,
      platformVersion: row.platformVersion,
      supportedApiVersions: row.supportedApiVersions,
    },
    apiVersionInfo: {
      apiVersionMode: mode,
      apiVersionModeIsInferred: environment.sfdcApiVersionMode === null,
      platformApiVersion: apiVersion(platform),
      baselineApiVersion: apiVersion(baseline),
      latestRulesApiVersion: apiVersion(latestRulesVersion),
      effectiveApiVersion: apiVersion(effective),
      effectiveIsAheadBaseline: effective > baseline,
      effectiveIsBehindPlatform: effective < platform,
    },
    lastFetchedUtc: row.lastFetchedUtc.toISOString(),
    insertedUtc: row.insertedUtc.toISOString(),
  }
}
