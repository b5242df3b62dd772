import type { DifferingFile, MergedComponentFiles } from '@sluice/contract/difference'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../platform/api/client-context.tsx'
import { DifferingFiles } from '../../differences/component-details.tsx'
import { WhoAndWhen } from '../../differences/component-marks.tsx'
import { CodeSkeleton } from '../../repository/code-skeleton.tsx'
import { Fetched } from '../../repository/fetched.tsx'
import type { WholeDifference } from '../../repository/viewer/sheet-file.ts'
import { visibleText } from '../../repository/visible-text.ts'
import { useWorkspace } from '../../workspaces/workspace-context.tsx'
import type { MergeChange } from './merge-changes.ts'
import { mergedComponentQuery, wholeMergedFile } from './merge-preview.query.ts'
import { RemarkLine, RemarkWarning } from './remark-line.tsx'
import type { TargetPreview } from './use-flow-merge-preview.ts'

interface MergedComponentDetailsProps {
  preview: Pick<TargetPreview, 'target' | 'basis'>
  change: MergeChange
}

/** Shows how the merge changes the files of a component in the branch and in the org of the target. */
export function MergedComponentDetails({ preview: { target, basis }, change }: MergedComponentDetailsProps) {
  const client = useClient()
  const { id: workspaceId } = useWorkspace()
  const asked = { client, workspaceId, target, ...basis }
  const query = useQuery(mergedComponentQuery(asked, change))
  const whole = (part: 'merged' | 'deployed') => (path: string) =>
    wholeMergedFile(asked, change, { part, path })
  const { componentType, componentName } = change
  return (
    <article
      aria-label={`${componentType} ${visibleText(componentName)}`}
      className="flex min-w-0 flex-col gap-4"
    >
      <header className="flex flex-col gap-1">
        <h3 className="text-16 font-semibold wrap-anywhere">{visibleText(componentName)}</h3>
        <p className="text-fg-2">{visibleText(componentType)}</p>
        <MergeRemark change={change} isExcluded={false} isHeld={false} />
        {change.about.isUndecided ? (
          <p className="text-fg-2">Until somebody decides, the preview shows the change of the source.</p>
        ) : null}
      </header>
      <Fetched
        query={query}
        what="the component"
        missing="The merge does not change this component any more"
        loading={<CodeSkeleton />}
      >
        {(files) => <Files target={target} files={files} whole={whole} />}
      </Fetched>
    </article>
  )
}

interface FilesProps extends Pick<TargetPreview, 'target'> {
  files: MergedComponentFiles
  whole: (part: 'merged' | 'deployed') => (path: string) => WholeDifference
}

function Files({ target, files, whole }: FilesProps) {
  if (files.state === 'unknown') return <p className="text-amber-text">{files.reason}</p>
  const { merged, deployed } = files
  const intoBranch = `Merged into ${target.gitBranchName}`
  if (merged.length > 0 && isSame(merged, deployed))
    return (
      <DifferingFiles
        title={`${intoBranch} and deployed to the org`}
        files={merged}
        whole={whole('merged')}
      />
    )
  return (
    <>
      {merged.length === 0 ? null : (
        <DifferingFiles title={intoBranch} files={merged} whole={whole('merged')} />
      )}
      {deployed.length === 0 ? null : (
        <DifferingFiles title="Deployed to the org" files={deployed} whole={whole('deployed')} />
      )}
      {merged.length + deployed.length > 0 ? null : (
        <p className="text-fg-2">Its files are equal on both sides.</p>
      )}
    </>
  )
}

const isSame = (merged: readonly DifferingFile[], deployed: readonly DifferingFile[]): boolean =>
  JSON.stringify(merged) === JSON.stringify(deployed)

interface MergeRemarkProps {
  change: MergeChange
  isExcluded: boolean
  isHeld: boolean
}

/** Says of a component what is done with it, whether people have to decide about it, and whose change of the org it overwrites. */
export function MergeRemark({ change, ...fate }: MergeRemarkProps) {
  const { about } = change
  return (
    <RemarkLine change={change} {...fate} wasLeftOut={'wasLeftOut' in about && about.wasLeftOut}>
      {about.isUndecided ? (
        <RemarkWarning>Its file conflicts: needs a decision</RemarkWarning>
      ) : (
        <Changer change={change} />
      )}
    </RemarkLine>
  )
}

function Changer({ change: { about, isOrgMerged } }: { change: MergeChange }) {
  const inOrg = 'inOrg' in about ? about.inOrg : null
  if (inOrg === null)
    return about.who === null && about.changedUtc === null ? null : (
      <span className="truncate">
        <WhoAndWhen change={about} />
      </span>
    )
  const text = `${inOrg.changeType} in the org by ${inOrg.who === null ? 'an unknown user' : visibleText(inOrg.who)}`
  return 'overwritesOrg' in about && about.overwritesOrg ? (
    <RemarkWarning>{`${text}, overwritten${isOrgMerged ? ' where both collide' : ''}`}</RemarkWarning>
  ) : (
    <span className="truncate">{text}, kept by the merge</span>
  )
}
