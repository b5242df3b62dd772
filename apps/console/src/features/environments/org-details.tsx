import type { Environment } from '@sluice/contract/environment'
import { type Sandbox, sandboxLicenseLabels, type SandboxStatusGroup } from '@sluice/contract/sandbox'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { useConfig } from '../../platform/config.tsx'
import { StatusIcon } from '../../platform/ui/status.tsx'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { instanceAddress } from './instance-address.ts'
import { useSandbox } from './sandboxes.query.ts'
import { sandboxStatusLabel } from './sandbox-status-label.ts'
import { signInAddress } from './sign-in-address.ts'
import { useSalesforceInfo } from './use-salesforce-info.ts'

const separator = <span aria-hidden> · </span>

/** One line about the org: what it is, and on which instance of Salesforce it runs. */
export function OrgDetails({ environment }: { environment: Environment }) {
  const { data, isLoading } = useSalesforceInfo(environment)
  const { practiceOrgOrigin } = useConfig()
  const kind = environment.isProduction ? null : <SandboxKind environment={environment} />
  if (!data)
    return (
      <>
        {kind}
        {kind ? separator : null}
        {isLoading ? 'Fetching instance info' : 'Instance info not available'}
      </>
    )
  const { name, organizationType, instanceName } = data.orgInfo
  return (
    <>
      {kind ?? [name, organizationType].filter(Boolean).join(' · ')}
      {instanceName ? (
        <>
          {separator}
          <OutsideLink
            href={instanceAddress(instanceName, { signInUrl: signInAddress(environment), practiceOrgOrigin })}
          >
            {instanceName}
          </OutsideLink>
        </>
      ) : null}
    </>
  )
}

function SandboxKind({ environment }: { environment: Environment }) {
  const sandbox = useSandbox(environment)
  if (sandbox === undefined) return <>Fetching sandbox info</>
  if (sandbox === null) return <>Sandbox info not available</>
  return (
    <>
      {sandboxLicenseLabels[sandbox.licenseType]} sandbox
      {sandbox.isCompleted ? null : (
        <>
          {separator}
          <SandboxStatus sandbox={sandbox} />
        </>
      )}
    </>
  )
}

const lookOf: Record<SandboxStatusGroup, DisplayStatus> = {
  pending: 'Pending',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  finished: 'Finished',
  unknown: 'Unknown',
}

/** The status of a sandbox in words, with the glyph of its group. */
export const SandboxStatus = ({ sandbox }: { sandbox: Sandbox }) => (
  <span className="text-fg-2 inline-flex items-center gap-1 align-bottom whitespace-nowrap">
    <StatusIcon status={lookOf[sandbox.statusGroup]} isNamed className="size-3.5" />
    {sandboxStatusLabel(sandbox.status)}
  </span>
)
