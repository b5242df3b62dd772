import type { Environment } from '@sluice/contract/environment'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { FilterBox } from '../../../platform/tables/table-toolbar.tsx'
import { Button } from '../../../platform/ui/button.tsx'
import { Notice } from '../../../platform/ui/notice.tsx'
import { CheckNow } from '../../differences/check-now.tsx'
import { ComponentDetails } from '../../differences/component-details.tsx'
import { LastLook } from '../../differences/last-look.tsx'
import { type PreviewChange, type PreviewSide, heldBack, remaining } from './preview-changes.ts'
import { PreviewList, PreviewPlace } from './preview-list.tsx'
import { PreviewRemark } from './preview-remark.tsx'
import { overwriteSentence, previewSentence } from './preview-text.ts'
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

/** A list that is not longer is not searched. */
const searchedFrom = 8

function Components({ environment, side, changes, excluded, onExclude }: ComponentsProps) {
  const [text, setText] = useState('')
  const [openKey, setOpenKey] = useState<string | null>(null)
  const shown = useMemo(() => matching(changes, text), [changes, text])
  const open = changes.find(({ key }) => key === openKey)?.component ?? null
  const held = useMemo(() => heldBack(changes, excluded ?? new Set()), [changes, excluded])
  const list = (
    <div className="flex min-w-0 flex-col gap-2">
      {changes.length < searchedFrom ? null : (
        <div className="flex">
          <FilterBox label="Search components" value={text} onChange={setText} />
        </div>
      )}
      {shown.length === 0 ? (
        <p className="text-fg-2">No component matches your search.</p>
      ) : (
        <PreviewList
          changes={shown}
          side={side}
          choice={excluded && { excluded, held }}
          onExclude={(key, isExcluded) => onExclude(withKey(excluded, key, isExcluded))}
          openKey={openKey}
          onOpen={(key) => setOpenKey(key === openKey ? null : key)}
          remark={PreviewRemark}
        />
      )}
    </div>
  )
  if (open === null) return list
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="min-w-0 max-lg:hidden">{list}</div>
      <div className="flex min-w-0 flex-col gap-2">
        <Button className="self-start lg:hidden" onClick={() => setOpenKey(null)}>
          <ArrowLeft aria-hidden /> Back to the list
        </Button>
        <div className="max-h-96 min-w-0 overflow-auto">
          <ComponentDetails environment={environment} component={open} />
        </div>
      </div>
    </div>
  )
}

function withKey(
  excluded: ReadonlySet<string> | null,
  key: string,
  isExcluded: boolean,
): ReadonlySet<string> {
  const next = new Set(excluded)
  if (isExcluded) next.add(key)
  else next.delete(key)
  return next
}

function matching(changes: readonly PreviewChange[], text: string): readonly PreviewChange[] {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? changes : changes.filter(({ key }) => key.toLowerCase().includes(wanted))
}
