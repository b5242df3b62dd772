import type { Environment } from '@sluice/contract/environment'
import type { PredictedMerge, PredictedSide } from '@sluice/contract/merge-preview'
import { type ReactNode, useMemo, useState } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { plural } from '../../../platform/format/plural.ts'
import { Timestamp } from '../../../platform/format/timestamp.tsx'
import { ProductionChip } from '../../../platform/ui/chips.tsx'
import { cn } from '../../../platform/ui/cn.ts'
import { ErrorPanel } from '../../../platform/ui/error-panel.tsx'
import { Notice } from '../../../platform/ui/notice.tsx'
import { CheckNow } from '../../differences/check-now.tsx'
import type { FlowMergeForm } from '../flow-merge-form.ts'
import { ListBesideDetails } from './list-beside-details.tsx'
import type { MergeChange, MergeChanges } from './merge-changes.ts'
import { MergeConflicts, MergeWarnings } from './merge-conflicts.tsx'
import { deployedSentence, mergedSentence, mergeOverwriteSentence } from './merge-text.ts'
import { MergedComponentDetails, MergeRemark } from './merged-component-details.tsx'
import { identitiesOf, remaining } from './preview-changes.ts'
import { testsSentence } from './preview-text.ts'
import { SearchedChanges } from './searched-changes.tsx'
import type { FlowMergePreviewed, TargetPreview } from './use-flow-merge-preview.ts'

interface MergePreviewCardProps {
  control: Control<FlowMergeForm>
  source: NonNullable<FlowMergePreviewed['source']>
  preview: TargetPreview
  excluded: FlowMergePreviewed['excluded']
}

/** Previews a flow merge into one target: the changes to its branch and to its org. */
export function MergePreviewCard({ control, source, preview, excluded }: MergePreviewCardProps) {
  const { target, prediction, changes, reason, isLoading, error } = preview
  const checkOnly = useWatch({ control, name: 'checkOnly' })
  return (
    <section aria-label="What will happen" className="flex min-w-0 flex-col gap-3">
      <p className="font-semibold wrap-anywhere" aria-live="polite">
        {changes === null ? unknownText(preview) : mergedSentence(changes.merged, { source, target })}
      </p>
      {reason === null || isLoading ? null : <p className="text-amber-text">{reason}</p>}
      <ErrorPanel heading="There was a problem predicting the merge" error={error} />
      <MergeBasis source={source} target={target} prediction={prediction} />
      {prediction === null ? null : (
        <>
          <MergeConflicts prediction={prediction} checkOnly={checkOnly} />
          <MergeWarnings prediction={prediction} />
        </>
      )}
      {changes === null ? null : (
        <Lists control={control} preview={preview} changes={changes} excluded={excluded} />
      )}
    </section>
  )
}

interface ListsProps extends Omit<MergePreviewCardProps, 'source'> {
  changes: MergeChanges
}

/** The merged and the deployed components side by side or, beside the details of an open component, one above the other. */
function Lists({ control, preview, changes, excluded }: ListsProps) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const isOpen = ({ key }: MergeChange) => key === openKey
  const open = changes.merged.find(isOpen) ?? changes.deployed?.find(isOpen)
  const opened: Opened = { openKey, onOpen: (key) => setOpenKey(key === openKey ? null : key) }
  const lists = (
    <div className={cn('grid min-w-0 items-start gap-4', open ? null : 'lg:grid-cols-2')}>
      <ChangeList
        title={`Merged into ${preview.target.gitBranchName}`}
        side="inbound"
        changes={changes.merged}
        {...opened}
      />
      <Deployment control={control} preview={preview} excluded={excluded} {...opened} />
    </div>
  )
  return (
    <ListBesideDetails
      list={lists}
      open={
        open ? { key: open.key, details: <MergedComponentDetails preview={preview} change={open} /> } : null
      }
      onBack={() => setOpenKey(null)}
      back="Back to the lists"
    />
  )
}

const unknownText = ({ isLoading, prediction }: TargetPreview): string => {
  if (isLoading) return 'Merging the branches to see what will happen'
  return prediction === null ? 'It is not known yet what will happen.' : 'Nothing will be merged.'
}

/** The component whose details are open in either list. */
interface Opened {
  openKey: string | null
  onOpen: (key: string) => void
}

type DeploymentProps = Opened & Pick<MergePreviewCardProps, 'control' | 'preview' | 'excluded'>

function Deployment({ control, preview: { target, changes }, excluded, ...opened }: DeploymentProps) {
  const { field, fieldState } = useController({ control, name: 'targetOut.excludedComponents' })
  const [isLeftOut, diffMode, testLevel, testClasses] = useWatch({
    control,
    name: ['targetOut.isLeftOut', 'targetOut.diffMode', 'targetOut.testLevel', 'targetOut.testClasses'],
  })
  const deployed = diffMode === 'Org' ? null : (changes?.deployed ?? null)
  const left = useMemo(() => remaining(deployed ?? [], excluded ?? new Set()), [deployed, excluded])
  if (isLeftOut) return <Said title="Deployed to the org">Nothing: the deployment is left out.</Said>
  if (deployed === null)
    return (
      <Said title="Deployed to the org">
        The job compares the org itself with the merge. What it will change is known only then.
      </Said>
    )
  const staying = new Set(left.map(({ key }) => key))
  const overwrites = mergeOverwriteSentence(deployed.filter(({ key }) => staying.has(key)))
  return (
    <ChangeList
      title="Deployed to the org"
      side="outbound"
      changes={deployed}
      excluded={excluded}
      onExclude={(keys) => field.onChange(identitiesOf(deployed, keys))}
      {...opened}
    >
      <p>{deployedSentence(left)}</p>
      {overwrites === null ? null : <Notice kind="warning" title={overwrites} />}
      {left.length === 0 ? null : (
        <p className="text-fg-2">
          {excluded !== null && excluded.size > 0
            ? 'What is left out is merged into the branch, and stays out of later flows out until somebody takes it in again. '
            : null}
          Tests: {testsSentence({ testLevel, testClasses }, target, left)}
        </p>
      )}
      {fieldState.error?.message ? (
        <p className="text-12 text-red-text font-medium">{fieldState.error.message}</p>
      ) : null}
    </ChangeList>
  )
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-fg-2">{children}</p>
    </div>
  )
}

interface ChangeListProps extends Opened {
  title: string
  side: 'inbound' | 'outbound'
  changes: readonly MergeChange[]
  /** The keys of the changes that are left out; null when none can be. */
  excluded?: ReadonlySet<string> | null
  onExclude?: (keys: ReadonlySet<string>) => void
  children?: ReactNode
}

function ChangeList({ title, excluded = null, children, ...list }: ChangeListProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold wrap-anywhere">{title}</h3>
      {children}
      <SearchedChanges
        label={title}
        searchLabel={`Search: ${title}`}
        excluded={excluded}
        remark={MergeRemark}
        {...list}
      />
    </div>
  )
}

interface MergeBasisProps {
  source: Environment
  target: Environment
  /** Null until the merge has been predicted. */
  prediction: PredictedMerge | null
}

/** Says what the preview is based on: for each side the commit of its branch and the last look at its org. */
function MergeBasis({ source, target, prediction }: MergeBasisProps) {
  return (
    <ul aria-label="What the preview is based on" className="grid gap-2 lg:grid-cols-2">
      <Side environment={source} word="From" side={prediction?.source ?? null} />
      <Side environment={target} word="Into" side={prediction?.target ?? null} />
    </ul>
  )
}

function Side({
  environment,
  word,
  side,
}: {
  environment: Environment
  word: string
  side: PredictedSide | null
}) {
  return (
    <li className="border-line flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-3 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex min-w-0 items-center gap-2">
          <span className="text-fg-2">{word}</span>
          <span className="truncate font-medium">{environment.name}</span>
          {environment.isProduction ? <ProductionChip /> : null}
        </p>
        <p className="text-12 text-fg-2">{side === null ? ' ' : basisOf(side)}</p>
      </div>
      <CheckNow environment={environment} intent="neutral" />
    </li>
  )
}

function basisOf({ flowIn, orgChanges, orgLookedAtUtc }: PredictedSide): ReactNode {
  if (flowIn === 'leftOut') return 'The branch as it was last looked at, without a flow in'
  if (flowIn === 'unknown' || orgLookedAtUtc === null)
    return 'The branch as it was last looked at. Nobody has looked at the org yet: the preview takes it for unchanged.'
  return (
    <>
      The branch with {plural(orgChanges ?? 0, 'change')} of the org, as looked at{' '}
      <Timestamp moment={orgLookedAtUtc} />
    </>
  )
}
