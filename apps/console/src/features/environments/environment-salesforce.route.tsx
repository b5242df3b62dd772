import { createFileRoute } from '@tanstack/react-router'
import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import type { SalesforceInfo } from '@sluice/contract/salesforce-info'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { ApiVersion } from './api-version.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { OrgInfoWarning } from './fetch-warnings.tsx'
import { SandboxCard } from './sandbox-card.tsx'
import { useSalesforceInfo } from './use-salesforce-info.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/salesforce',
)({ component: SalesforceTab, staticData: { title: 'Salesforce org' } })

function SalesforceTab() {
  const environment = useEnvironment()
  const { data, error, isPending } = useSalesforceInfo(environment)
  if (!environment.isInitialized) return <EmptyState title="The environment is not initialized." />
  if (isPending) return <Spinner label="Fetching instance info" />
  return (
    <div className="flex flex-col gap-4">
      {error ? <OrgInfoWarning error={error} /> : null}
      {data ? <OrgInfo info={data} /> : null}
      {environment.isProduction ? null : <SandboxCard environment={environment} />}
    </div>
  )
}

const version = ({ label, versionString }: { label: string; versionString: string }): string =>
  `${versionString} (${label})`

/** The versions are without gaps. */
const rangeOf = (versions: readonly string[]): string =>
  versions.length > 1 ? `${versions[0]} to ${versions.at(-1)}` : (versions[0] ?? '—')

function OrgInfo({ info }: { info: SalesforceInfo }) {
  const { orgInfo, apiVersionInfo, insertedUtc, lastFetchedUtc } = info
  const { apiVersionMode, apiVersionModeIsInferred } = apiVersionInfo
  return (
    <>
      <Card title="Salesforce org">
        <Properties
          rows={[
            { label: 'Name', value: orgInfo.name },
            { label: 'Org ID', value: <code className="text-12 font-mono">{orgInfo.orgId}</code> },
            { label: 'Edition', value: orgInfo.organizationType ?? '—' },
            { label: 'Instance', value: orgInfo.instanceName ?? '—' },
            { label: 'Namespace', value: orgInfo.namespacePrefix ?? '—' },
            { label: 'Platform version', value: orgInfo.platformVersion },
            { label: 'Supported API versions', value: rangeOf(orgInfo.supportedApiVersions) },
            { label: 'First fetched', value: <Timestamp moment={insertedUtc} /> },
            { label: 'Last fetched', value: <Timestamp moment={lastFetchedUtc} /> },
          ]}
        />
      </Card>
      <Card title="API version">
        <Properties
          rows={[
            {
              label: 'Mode',
              value: `${apiVersionModeLabels[apiVersionMode]}${apiVersionModeIsInferred ? ' · Inferred from stack' : ''}`,
            },
            { label: 'In use', value: <ApiVersion info={info} /> },
            { label: 'Baseline', value: version(apiVersionInfo.baselineApiVersion) },
            { label: 'Supported by the org', value: version(apiVersionInfo.platformApiVersion) },
            { label: 'Supported by Sluice', value: version(apiVersionInfo.latestRulesApiVersion) },
          ]}
        />
      </Card>
    </>
  )
}
