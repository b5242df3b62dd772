import type { Environment } from '@sluice/contract/environment'
import { type ReactNode, useMemo, useState } from 'react'
import { Notice } from '../../../platform/ui/notice.tsx'
import { CheckNow } from '../../differences/check-now.tsx'
import { ComponentDetails } from '../../differences/component-details.tsx'
import { WhoAndWhen } from '../../differences/component-marks.tsx'
import { LastLook } from '../../differences/last-look.tsx'
import { useLookOnOpening } from '../../differences/use-difference.ts'
import { visibleText } from '../../repository/visible-text.ts'
import { ListBesideDetails } from './list-beside-details.tsx'
import { type PreviewChange, type PreviewSide, remaining } from './preview-changes.ts'
import { PreviewPlace } from './preview-list.tsx'
import { overwriteSentence, previewSentence } from './preview-text.ts'
import { RemarkLine, RemarkWarning } from './remark-line.tsx'
import { SearchedChanges } from './searched-changes.tsx'
import type { EnvironmentPreview } from './use-flow-preview.ts'

interface PreviewCardProps {
  preview: EnvironmentPreview
  side: PreviewSide
  /** Keys of what a person leaves out; null where nothing can be left out. */
  excluded: ReadonlySet<string> | null
  onExclude: (keys: ReadonlySet<string>) => void
  /** What else is known of the job, below the sentence. */
  children?: ReactNode
}

const nothing: readonly PreviewChange[] = []

/** What the job is going to do in one environment: a sentence, the components, and how the open one differs. */
export function PreviewCard({ preview, side, excluded, onExclude, children }: PreviewCardProps) {
  const { environment, difference, known, isLoading } = preview
  useLookOnOpening(environment)
  const changes = known?.changes ?? nothing
  const left = useMemo(() => remaining(changes, excluded ?? new Set()), [changes, excluded])
  const expected = (side === 'outbound' ? difference?.toDeploy : difference?.changedInOrg) ?? 0
  const overwrites = side === 'outbound' ? overwriteSentence(left) : null
  return (
    <section aria-label="What will happen" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold wrap-anywhere" aria-live="polite">
            {known === null ? unknownText(isLoading) : previewSentence(left, side)}
          </p>
          <p className="text-12 text-fg-2 min-h-4">
            {difference ? <LastLook difference={difference} /> : null}
          </p>
        </div>
        <CheckNow environment={environment} intent="neutral" />
      </div>
      {known === null && isLoading && expected > 0 ? <PreviewPlace count={expected} /> : null}
      {overwrites === null ? null : <Notice kind="warning" title={overwrites} />}
      {known === null ? null : children}
      {changes.length === 0 ? null : (
        <Components
          environment={environment}
          side={side}
          changes={changes}
          excluded={excluded}
          onExclude={onExclude}
        />
      )}
    </section>
  )
}

const unknownText = (isLoading: boolean): string =>
  isLoading ? 'Loading what will happen' : 'It is not known yet what will happen.'

interface ComponentsProps extends Pick<PreviewCardProps, 'side' | 'excluded' | 'onExclude'> {
  environment: Environment
  changes: readonly PreviewChange[]
}

function Components({ environment, side, changes, excluded, onExclude }: ComponentsProps) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const component = changes.find(({ key }) => key === openKey)?.component
  return (
    <ListBesideDetails
      list={
        <SearchedChanges
          searchLabel="Search components"
          changes={changes}
          side={side}
          excluded={excluded}
          onExclude={onExclude}
          openKey={openKey}
          onOpen={(key) => setOpenKey(key === openKey ? null : key)}
          remark={PreviewRemark}
        />
      }
      open={
        openKey !== null && component
          ? {
              key: openKey,
              details: <ComponentDetails environment={environment} component={component} />,
            }
          : null
      }
      onBack={() => setOpenKey(null)}
      back="Back to the list"
    />
  )
}

interface PreviewRemarkProps {
  change: PreviewChange
  isExcluded: boolean
  isHeld: boolean
}

/** Says of a component what is done with it, who changed it, and whose change it would overwrite. */
const PreviewRemark = ({ change, ...fate }: PreviewRemarkProps) => (
  <RemarkLine change={change} {...fate} wasLeftOut={change.component?.outbound?.wasLeftOut === true}>
    {change.component === null ? <span className="truncate">Both sides have it already</span> : null}
    {change.component ? <Changer component={change.component} /> : null}
  </RemarkLine>
)

function Changer({
  component: { outbound, inbound, merge },
}: {
  component: NonNullable<PreviewChange['component']>
}) {
  if (outbound !== null && inbound !== null)
    return (
      <RemarkWarning>
        {inbound.changeType} in the org by{' '}
        {inbound.who === null ? 'an unknown user' : visibleText(inbound.who)}
        {merge === 'conflict' ? ', in the same place' : ''}
      </RemarkWarning>
    )
  const change = inbound ?? outbound
  return change === null || (change.who === null && change.changedUtc === null) ? null : (
    <span className="truncate">
      <WhoAndWhen change={change} />
    </span>
  )
}
