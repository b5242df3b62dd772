import type { JobWithNotices } from '@sluice/contract/job'
import type { FlowMergeInput, FlowMergeResult } from '@sluice/contract/job-commands/flow-merge'
import type { ReactNode } from 'react'
import { plural } from '../../../platform/format/plural.ts'
import { useStackEnvironments } from '../../current-stack/use-stack-environments.ts'
import { CommitLink } from '../../repository/repository-links.tsx'
import { FlowInResultView } from './flow-in-result.tsx'
import { FlowOutResultView } from './flow-out-result.tsx'
import { MergeResultView } from './merge-result.tsx'
import { ResultSentence } from './result-sentence.tsx'
import { type Fact, Facts } from '../../jobs/result-section.tsx'

interface FlowMergeResultViewProps {
  job: JobWithNotices
  input: FlowMergeInput
  result: FlowMergeResult
}

/** The merge, and each of the flows around it: what it did, or that the job left it out. */
export function FlowMergeResultView({ job, input, result }: FlowMergeResultViewProps) {
  const environments = useStackEnvironments()
  const nameOf = (id: string) => environments.find((each) => each.id === id)?.name ?? '(deleted environment)'
  const source = nameOf(input.sourceEnvironmentId)
  const target = nameOf(input.targetEnvironmentId)
  const { sourceInResult, targetInResult, targetOutResult, merge } = result
  return (
    <>
      <ResultSentence
        status={targetOutResult && !targetOutResult.isSuccessful ? 'Failed' : 'Succeeded'}
        sentence={sentenceOf(result, { source, target })}
        text={sentenceOf(result, { source, target })}
      />
      <Facts facts={factsOf(result, { source, target })} />
      <MergeResultView merge={merge.mergeResult} sides={{ local: target, remote: source }} />
      <Part title={`Flow out of ${target}`} leftOut="The job left the deployment out.">
        {targetOutResult && (
          <FlowOutResultView
            job={job}
            result={targetOutResult}
            commits={merge.wasPushed ? { from: merge.targetCommitHash, to: merge.commitHash } : null}
          />
        )}
      </Part>
      <Part title={`Flow in of ${source}`} leftOut={leftOutIn(source)}>
        {sourceInResult && (
          <FlowInResultView job={job} environmentId={input.sourceEnvironmentId} result={sourceInResult} />
        )}
      </Part>
      <Part title={`Flow in of ${target}`} leftOut={leftOutIn(target)}>
        {targetInResult && (
          <FlowInResultView job={job} environmentId={input.targetEnvironmentId} result={targetInResult} />
        )}
      </Part>
    </>
  )
}

const leftOutIn = (name: string) => `The job left it out: the branch of ${name} was taken as it was.`

interface PartProps {
  title: string
  leftOut: string
  children: ReactNode
}

function Part({ title, leftOut, children }: PartProps) {
  return (
    <section className="border-line border-t" aria-label={title}>
      <h3 className="text-16 px-4 pt-3 font-semibold">{title}</h3>
      {children ?? <p className="text-fg-2 px-4 pt-1 pb-3">{leftOut}</p>}
    </section>
  )
}

interface Names {
  source: string
  target: string
}

function sentenceOf({ isCheckOnly, merge }: FlowMergeResult, names: Names): string {
  const { wasPushed, commitHash, targetCommitHash } = merge
  return outcomeOf({ isCheckOnly, wasPushed, hasNews: commitHash !== targetCommitHash }, names)
}

function factsOf({ merge }: FlowMergeResult, { source, target }: Names): Fact[] {
  const { sourceCommitHash, targetCommitHash, commitHash, wasPushed, mergeResult } = merge
  const hasNews = commitHash !== targetCommitHash
  return [
    { label: source, value: <CommitLink hash={sourceCommitHash} className="text-12" /> },
    { label: `${target} before`, value: <CommitLink hash={targetCommitHash} className="text-12" /> },
    ...(wasPushed && hasNews
      ? [{ label: `${target} after`, value: <CommitLink hash={commitHash} className="text-12" /> }]
      : []),
    ...(mergeResult === null
      ? []
      : [{ label: 'Changed on both sides', value: plural(mergeResult.filesChangedByBoth, 'file') }]),
  ]
}

function outcomeOf(
  { isCheckOnly, wasPushed, hasNews }: { isCheckOnly: boolean; wasPushed: boolean; hasNews: boolean },
  { source, target }: Names,
): string {
  if (!hasNews) return `${target} has everything of ${source} already`
  if (isCheckOnly) return `${source} can be merged into ${target}; no branch was changed`
  return wasPushed
    ? `${source} was merged into ${target}`
    : `${source} was not merged into ${target}: the merge was not pushed`
}
