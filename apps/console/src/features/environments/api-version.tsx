import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import type { SalesforceInfo } from '@sluice/contract/salesforce-info'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Tooltip } from '../../platform/ui/tooltip.tsx'

const ahead = 'We are using a newer API version for this org than the current baseline.'
const behind = 'We are using an older API version for this org than the newest one it supports.'

/** The API version in use, with an arrow where it is not that of the baseline or of the org. */
export function ApiVersion({ info }: { info: SalesforceInfo }) {
  const { effectiveApiVersion, effectiveIsAheadBaseline, effectiveIsBehindPlatform } = info.apiVersionInfo
  return (
    <span className="text-12 text-fg-3 inline-flex shrink-0 items-center gap-1">
      <Explained info={info} name="API version">
        {effectiveApiVersion.label} · {effectiveApiVersion.versionString}
      </Explained>
      {effectiveIsAheadBaseline ? (
        <Explained info={info} sentence={ahead} name="Newer than the baseline">
          <ArrowUp aria-hidden className="size-3.5" />
        </Explained>
      ) : null}
      {effectiveIsBehindPlatform ? (
        <Explained info={info} sentence={behind} name="Older than the org supports">
          <ArrowDown aria-hidden className="size-3.5" />
        </Explained>
      ) : null}
    </span>
  )
}

interface ExplainedProps {
  info: SalesforceInfo
  sentence?: string
  name: string
  children: ReactNode
}

/** A button, because its tooltip must be reachable by keyboard. */
const Explained = ({ info, sentence, name, children }: ExplainedProps) => (
  <Tooltip
    label={
      <>
        {sentence ? <p className="pb-1">{sentence}</p> : null}
        <Versions info={info} />
      </>
    }
  >
    <button type="button" className="inline-flex min-h-6 cursor-default items-center rounded-sm">
      {children}
      <span className="sr-only"> {name}</span>
    </button>
  </Tooltip>
)

function Versions({ info: { apiVersionInfo: versions } }: { info: SalesforceInfo }) {
  const rows = [
    ['Mode', apiVersionModeLabels[versions.apiVersionMode]],
    ['Baseline', versions.baselineApiVersion.versionString],
    ['Supported by org', versions.platformApiVersion.versionString],
    ['Supported by product', versions.latestRulesApiVersion.versionString],
    ['In use', versions.effectiveApiVersion.versionString],
  ]
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-3">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
