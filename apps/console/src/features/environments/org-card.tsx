import { type Environment, orgDisplayName } from '@sluice/contract/environment'
import type { SalesforceInfo } from '@sluice/contract/salesforce-info'
import { ArrowDown, ArrowUp, Building2 } from 'lucide-react'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { Tooltip } from '../../platform/ui/tooltip.tsx'
import { signInAddress } from './sign-in-address.ts'
import { useSalesforceInfo } from './use-salesforce-info.ts'

/** The org, its edition, its instance and the API version in use. */
export function OrgCard({ environment }: { environment: Environment }) {
  const { data, isPending, isError } = useSalesforceInfo(environment)
  return (
    <div className="min-w-0 py-1">
      <p className="flex items-center gap-1.5">
        <Building2 aria-hidden className="text-fg-3 size-3.5 shrink-0" />
        <OutsideLink href={signInAddress(environment)} className="truncate">
          {data?.orgInfo.name ?? orgDisplayName(environment)}
        </OutsideLink>
        {data ? <ApiVersion info={data} /> : null}
      </p>
      <p className="text-12 text-fg-3 truncate pl-5">
        {data ? (
          <OrgKind environment={environment} info={data} />
        ) : isPending && environment.isInitialized && !isError ? (
          <>
            <Skeleton className="mt-1 h-3 w-36" />
            <span className="sr-only">Fetching instance info</span>
          </>
        ) : (
          'Instance info not available'
        )}
      </p>
    </div>
  )
}

function OrgKind({ environment, info }: { environment: Environment; info: SalesforceInfo }) {
  const { organizationType, instanceName } = info.orgInfo
  const kind = environment.isProduction ? organizationType : 'Sandbox'
  return <>{[kind, instanceName].filter((part) => part !== null).join(' · ')}</>
}

export function ApiVersion({ info }: { info: SalesforceInfo }) {
  const { effectiveApiVersion, effectiveIsAheadBaseline, effectiveIsBehindPlatform } = info.apiVersionInfo
  return (
    <>
      <Tooltip label={<VersionDetails info={info} />}>
        <span className="text-12 text-fg-3">v{effectiveApiVersion.versionString}</span>
      </Tooltip>
      {effectiveIsAheadBaseline ? (
        <Tooltip label="We are using a newer API version for this org than the current baseline.">
          <span>
            <ArrowUp aria-hidden className="text-fg-3 size-3.5" />
            <span className="sr-only">Newer than the baseline</span>
          </span>
        </Tooltip>
      ) : null}
      {effectiveIsBehindPlatform ? (
        <Tooltip label="We are using an older API version for this org than the newest one it supports.">
          <span>
            <ArrowDown aria-hidden className="text-fg-3 size-3.5" />
            <span className="sr-only">Older than the org supports</span>
          </span>
        </Tooltip>
      ) : null}
    </>
  )
}

function VersionDetails({ info }: { info: SalesforceInfo }) {
  const {
    apiVersionMode,
    baselineApiVersion,
    platformApiVersion,
    latestRulesApiVersion,
    effectiveApiVersion,
  } = info.apiVersionInfo
  const rows = [
    ['Mode', apiVersionMode],
    ['Baseline', baselineApiVersion.versionString],
    ['Supported by the org', platformApiVersion.versionString],
    ['Supported by the product', latestRulesApiVersion.versionString],
    ['In use', effectiveApiVersion.versionString],
  ]
  return (
    <span className="grid grid-cols-[auto_auto] gap-x-3">
      {rows.map(([label, value]) => (
        <span key={label} className="contents">
          <span>{label}</span>
          <span className="text-right tabular-nums">{value}</span>
        </span>
      ))}
    </span>
  )
}
