import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import type { Environment } from '@sluice/contract/environment'
import type { SalesforceInfo } from '@sluice/contract/salesforce-info'
import { type Sandbox, sandboxLicenseLabels } from '@sluice/contract/sandbox'
import { createFileRoute } from '@tanstack/react-router'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { ApiVersion } from './api-version.tsx'
import { OrgInfoWarning } from './fetch-warnings.tsx'
import { SandboxStatus } from './org-details.tsx'
import { useSandbox } from './sandboxes.query.ts'
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

/** What the production org knows of the sandbox of an environment. */
function SandboxCard({ environment }: { environment: Environment }) {
  const sandbox = useSandbox(environment)
  return (
    <Card title="Sandbox">
      {sandbox ? (
        <SandboxRows sandbox={sandbox} />
      ) : (
        <p className="text-fg-2 p-4">
          {sandbox === undefined ? 'Fetching sandbox info' : 'Sandbox info not available'}
        </p>
      )}
    </Card>
  )
}

const id = (text: string) => <code className="text-12 font-mono">{text}</code>
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')

const SandboxRows = ({ sandbox }: { sandbox: Sandbox }) => (
  <Properties
    rows={[
      { label: 'Name', value: sandbox.name },
      { label: 'License type', value: sandboxLicenseLabels[sandbox.licenseType] },
      { label: 'Description', value: sandbox.description ?? '—' },
      { label: 'Status', value: <SandboxStatus sandbox={sandbox} /> },
      { label: 'Started', value: <Timestamp moment={sandbox.startedUtc} /> },
      { label: 'Completed', value: <Timestamp moment={sandbox.completedUtc} /> },
      { label: 'Activated', value: <Timestamp moment={sandbox.activatedUtc} /> },
      { label: 'Can be refreshed', value: yesOrNo(sandbox.isRefreshable) },
      { label: 'Can be deleted', value: yesOrNo(sandbox.isDeletable) },
      { label: 'Sandbox ID', value: id(sandbox.id) },
      { label: 'Org ID', value: sandbox.orgId === null ? '—' : id(sandbox.orgId) },
    ]}
  />
)
