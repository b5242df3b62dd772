import type { JobWithNotices } from '@sluice/contract/job'
import type { FlowInResult, FullRetrieveReason } from '@sluice/contract/job-commands/flow-in'
import { formatNumber, plural } from '../../../platform/format/plural.ts'
import { ChangeTypeMark } from '../../jobs/change-type-mark.tsx'
import { Facts, ResultSection } from '../../jobs/result-section.tsx'
import { type ResultColumn, ResultTable } from '../../jobs/result-table.tsx'
import { CommitLink } from '../../repository/repository-links.tsx'
import { CommittedFiles } from './committed-files.tsx'
import { MergeResultView } from './merge-result.tsx'
import { SnapshotLink, ViewDifference } from './result-links.tsx'
import { ResultSentence } from './result-sentence.tsx'

type Change = FlowInResult['retrieveResult']['changes'][number]

const changeColumns: readonly ResultColumn<Change>[] = [
  { label: 'Change', cell: (change) => <ChangeTypeMark changeType={change.changeType} /> },
  { label: 'Package', cell: (change) => change.packageName, className: 'text-fg-2' },
  { label: 'Type', cell: (change) => change.componentType, className: 'text-fg-2' },
  {
    label: 'Name',
    cell: (change) => change.componentName,
    className: 'font-medium wrap-anywhere',
    isTitle: true,
  },
  {
    label: 'Changed by',
    cell: (change) => change.changedById ?? '—',
    className: 'font-mono text-12 text-fg-2 wrap-anywhere',
  },
  { label: 'Revision', cell: (change) => change.revisionNumber ?? '—', className: 'text-fg-2 tabular-nums' },
]

interface FlowInResultViewProps {
  job: JobWithNotices
  /** Of a flow merge the environment that this flow in was of. */
  environmentId?: string | null
  result: FlowInResult
}

/** What a flow in retrieved and committed. */
export function FlowInResultView({
  job,
  environmentId = job.mainEnvironmentId,
  result,
}: FlowInResultViewProps) {
  const { retrieveResult, combinedGitCommitResult, mergeResult } = result
  const files = combinedGitCommitResult.fileResults
  const { headCommitHashBefore: from, headCommitHashAfter: to } = result
  return (
    <>
      <ResultSentence
        status="Succeeded"
        sentence={flowInSentence(result)}
        text={flowInText(result)}
        actions={from === null || to === null ? null : <ViewDifference pair={{ from, to }} />}
      />
      <Facts
        facts={[
          { label: 'Retrieve', value: retrieveText(result) },
          { label: 'API version', value: retrieveResult.apiVersion },
          ...revisionFacts(retrieveResult),
          { label: 'Head before', value: <Commit hash={result.headCommitHashBefore} /> },
          { label: 'Head after', value: <Commit hash={result.headCommitHashAfter} /> },
          {
            label: 'Snapshot',
            value: <SnapshotLink environmentId={environmentId} snapshot={result.environmentSnapshotAfter} />,
          },
          ...(mergeResult === null
            ? []
            : [{ label: 'Changed on both sides', value: plural(mergeResult.filesChangedByBoth, 'file') }]),
        ]}
      />
      <MergeResultView merge={mergeResult} />
      <CommittedFiles jobId={job.id} files={files} />
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
  changeSetDeployed: 'a change set was deployed to the org since the last full retrieve',
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

/** The revision numbers of the change log, which only sandboxes with source tracking keep. */
function revisionFacts(retrieve: FlowInResult['retrieveResult']) {
  const numbers = {
    'Since revision': retrieve.sinceRevisionNumber,
    'Until revision': retrieve.untilRevisionNumber,
    'Latest revision': retrieve.latestRevisionNumber,
  }
  return Object.entries(numbers).flatMap(([label, value]) =>
    value === null ? [] : [{ label, value: formatNumber(value) }],
  )
}

function Commit({ hash }: { hash: string | null }) {
  if (hash === null) return <span className="text-fg-3">—</span>
  return <CommitLink hash={hash} className="text-12" />
}

/** What a flow in did, in one sentence. */
function flowInSentence({ combinedGitCommitResult, isCheckOnly }: FlowInResult): string {
  const files = combinedGitCommitResult.fileResults
  if (files.length === 0) return 'The org has nothing new'
  const commits = new Set(files.map((file) => file.commitHash)).size
  const what = `${plural(files.length, 'file')} in ${plural(commits, 'commit')}`
  return isCheckOnly ? `${what} would be committed` : `${what} committed`
}

/** The sentence and every file with its author. */
const flowInText = (result: FlowInResult): string =>
  [
    flowInSentence(result),
    ...result.combinedGitCommitResult.fileResults.map(
      ({ changeType, filePath, authorName }) => `${changeType} ${filePath} (${authorName})`,
    ),
  ].join('\n')
