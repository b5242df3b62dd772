import { type Control, useController, useWatch } from 'react-hook-form'
import { type ReactNode, useMemo, useState } from 'react'
import { cn } from '../../../platform/ui/cn.ts'
import { ErrorPanel } from '../../../platform/ui/error-panel.tsx'
import { Notice } from '../../../platform/ui/notice.tsx'
import type { FlowMergeForm } from '../flow-merge-form.ts'
import { ListBesideDetails } from './list-beside-details.tsx'
import { MergeBasis } from './merge-basis.tsx'
import type { MergeChange, MergeChanges } from './merge-changes.ts'
import { MergeConflicts, MergeWarnings } from './merge-conflicts.tsx'
import { MergeRemark } from './merge-remark.tsx'
import { deployedSentence, mergeOverwriteSentence, mergedSentence } from './merge-text.ts'
import { MergedComponentDetails } from './merged-component-details.tsx'
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
            ? 'What is left out is merged into the branch, remembered, and offered again by the next flow out. '
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
