import type { FlowInResult, FullRetrieveReason } from '@sluice/contract/job-commands/flow-in'
import { plural } from '../../../platform/format/plural.ts'
import { CommitLink } from '../../repository/repository-links.tsx'
import { ChangeTypeMark } from './change-type-mark.tsx'
import { MergeResultView } from './merge-result.tsx'
import { Facts, ResultSection } from './result-section.tsx'
import { type ResultColumn, ResultTable } from './result-table.tsx'

type Change = FlowInResult['retrieveResult']['changes'][number]
type File = FlowInResult['combinedGitCommitResult']['fileResults'][number]

const changeColumns: readonly ResultColumn<Change>[] = [
  { label: 'Change', cell: (change) => <ChangeTypeMark changeType={change.changeType} /> },
  { label: 'Package', cell: (change) => change.packageName, className: 'text-fg-2' },
  { label: 'Type', cell: (change) => change.componentType, className: 'text-fg-2' },
  { label: 'Name', cell: (change) => change.componentName, className: 'font-medium wrap-anywhere' },
  { label: 'Revision', cell: (change) => change.revisionNumber ?? '—', className: 'text-fg-2 tabular-nums' },
]

const fileColumns: readonly ResultColumn<File>[] = [
  { label: 'Change', cell: (file) => <ChangeTypeMark changeType={file.changeType} /> },
  { label: 'File', cell: (file) => file.filePath, className: 'font-mono text-12 wrap-anywhere' },
  {
    label: 'Author',
    cell: (file) => <span title={file.authorEmail}>{file.authorName}</span>,
    className: 'text-fg-2',
  },
  { label: 'Commit', cell: (file) => <Commit hash={file.commitHash} /> },
]

/** What a flow in retrieved and committed. */
export function FlowInResultView({ result }: { result: FlowInResult }) {
  const { retrieveResult, combinedGitCommitResult, mergeResult } = result
  const files = combinedGitCommitResult.fileResults
  const commits = new Set(files.map((file) => file.commitHash)).size
  return (
    <>
      <Facts
        facts={[
          { label: 'Outcome', value: outcomeText(result, files.length, commits) },
          { label: 'Retrieve', value: retrieveText(result) },
          { label: 'API version', value: retrieveResult.apiVersion },
          { label: 'Head before', value: <Commit hash={result.headCommitHashBefore} /> },
          { label: 'Head after', value: <Commit hash={result.headCommitHashAfter} /> },
          {
            label: 'Snapshot',
            value: result.environmentSnapshotAfter
              ? `${result.environmentSnapshotAfter.number}: ${result.environmentSnapshotAfter.title}`
              : '—',
          },
          ...(mergeResult === null
            ? []
            : [{ label: 'Changed on both sides', value: plural(mergeResult.filesChangedByBoth, 'file') }]),
        ]}
      />
      <MergeResultView merge={mergeResult} />
      {files.length > 0 ? (
        <ResultSection title={`Committed files (${files.length})`}>
          <ResultTable
            label="Committed files"
            columns={fileColumns}
            rows={files}
            keyOf={(file) => `${file.commitHash} ${file.filePath}`}
          />
        </ResultSection>
      ) : null}
      {retrieveResult.changes.length > 0 ? (
        <ResultSection title={`Changes in the org (${retrieveResult.changes.length})`}>
          <ResultTable
            label="Changes in the org"
            columns={changeColumns}
            rows={retrieveResult.changes}
            keyOf={(change) => `${change.packageName} ${change.componentType} ${change.componentName}`}
          />
        </ResultSection>
      ) : null}
    </>
  )
}

const fullRetrieveReasons: Readonly<Record<FullRetrieveReason, string>> = {
  asked: 'the job asked for it',
  force: 'the job was forced',
  nothingKnown: 'nothing was known of this org before',
  uncertain: 'it is unknown whether a deployment happened',
  includeSpecsChanged: 'the include specs have changed',
  rulesChanged: 'the version of Sluice or of the API, the Salesforce user or a setting has changed',
  changeLogRestarted: 'the change log of the sandbox has begun anew',
  tooLongAgo: 'the last full retrieve is more than a week ago',
  nothingUnchanged: 'no component is known to be unchanged',
}

/** How much was retrieved, and why everything was. */
function retrieveText({ retrieveResult, stats }: FlowInResult): string {
  const { componentsUnchanged, fullRetrieveReason: reason, isPartialRetrieve } = retrieveResult
  const { components } = stats.retrieval
  if (isPartialRetrieve)
    return `Partial: ${components} of ${plural(components + componentsUnchanged, 'component')}, the others have not changed`
  return reason === null ? 'Full' : `Full: ${fullRetrieveReasons[reason]}`
}

function outcomeText(result: FlowInResult, files: number, commits: number): string {
  if (files === 0) return 'The org has nothing new'
  const what = `${plural(files, 'file')} in ${plural(commits, 'commit')}`
  return result.isCheckOnly ? `${what} would be committed` : `${what} committed`
}

function Commit({ hash }: { hash: string | null }) {
  if (hash === null) return <span className="text-fg-3">—</span>
  return <CommitLink hash={hash} className="text-12" />
}
