import { createFileRoute } from '@tanstack/react-router'
import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import type { SalesforceInfo } from '@sluice/contract/salesforce-info'
import { problemFrom } from '../../platform/api/problem.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { useEnvironment } from './environment-context.tsx'
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
      {error ? (
        <Notice kind="warning" title="There was a problem fetching org info">
          <p className="text-fg-2">{problemFrom(error).title}</p>
        </Notice>
      ) : null}
      {data ? <OrgInfo info={data} /> : null}
    </div>
  )
}

const version = ({ label, versionString }: { label: string; versionString: string }): string =>
  `${versionString} (${label})`

function OrgInfo({ info: { orgInfo, apiVersionInfo, lastFetchedUtc } }: { info: SalesforceInfo }) {
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
            { label: 'In use', value: version(apiVersionInfo.effectiveApiVersion) },
            { label: 'Baseline', value: version(apiVersionInfo.baselineApiVersion) },
            { label: 'Supported by the org', value: version(apiVersionInfo.platformApiVersion) },
            { label: 'Supported by Sluice', value: version(apiVersionInfo.latestRulesApiVersion) },
          ]}
        />
      </Card>
    </>
  )
}
