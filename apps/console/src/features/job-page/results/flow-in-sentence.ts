import type { FlowInResult } from '@sluice/contract/job-commands/flow-in'
import { plural } from '../../../platform/format/plural.ts'

/** What a flow in did, in one sentence. */
export function flowInSentence({ combinedGitCommitResult, isCheckOnly }: FlowInResult): string {
  const files = combinedGitCommitResult.fileResults
  if (files.length === 0) return 'The org has nothing new'
  const commits = new Set(files.map((file) => file.commitHash)).size
  const what = `${plural(files.length, 'file')} in ${plural(commits, 'commit')}`
  return isCheckOnly ? `${what} would be committed` : `${what} committed`
}

/** The sentence and every file with its author. */
export const flowInText = (result: FlowInResult): string =>
  [
    flowInSentence(result),
    ...result.combinedGitCommitResult.fileResults.map(
      ({ changeType, filePath, authorName }) => `${changeType} ${filePath} (${authorName})`,
    ),
  ].join('\n')
