import type { Environment } from '@sluice/contract/environment'
import { type Sandbox, type SandboxStatusGroup, sandboxLicenseLabels } from '@sluice/contract/sandbox'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { useConfig } from '../../platform/config.tsx'
import { StatusIcon } from '../../platform/ui/status.tsx'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { useSandbox } from './sandboxes.query.ts'
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

/** The page that shows the status of an instance. The practice org has no such page, so its own address is returned. */
export function instanceAddress(
  instanceName: string,
  of: { signInUrl: string | null; practiceOrgOrigin: string | null },
): string {
  const { signInUrl, practiceOrgOrigin } = of
  if (practiceOrgOrigin !== null && signInUrl !== null && signInUrl.startsWith(practiceOrgOrigin))
    return practiceOrgOrigin
  return `https://status.salesforce.com/instances/${encodeURIComponent(instanceName)}`
}

/** Where a person signs in to the org: the environment's own address, else the stack's. */
export const signInAddress = (
  environment: Pick<Environment, 'sfdcSignInUrl' | 'sfdcInferredSignInUrl'>,
): string | null => environment.sfdcSignInUrl || environment.sfdcInferredSignInUrl

/** The status in words: "Pending activation" for PendingActivation. */
const sandboxStatusLabel = (status: Sandbox['status']): string =>
  status.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
