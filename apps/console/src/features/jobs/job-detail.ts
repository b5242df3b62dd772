import type { JobWithNotices } from '@sluice/contract/job'
import { flowInInput } from '@sluice/contract/job-commands/flow-in'
import { flowOutInput } from '@sluice/contract/job-commands/flow-out'
import { testLevelLabels } from '../job-submission/flow-out-labels.ts'

/** What tells a job from others of its title: its error, or else its settings that differ from the usual ones. */
export function jobDetail(job: JobWithNotices): string | null {
  if (job.error) return job.error.message
  const parts = [...contentOf(job), ...settingsOf(job)]
  return parts.length === 0 ? null : parts.join(', ')
}

/** What the job changed: "Alpha, Beta and 3 more", of files "Alpha, Beta (5 files)". */
function contentOf({ commandName, summary }: JobWithNotices): string[] {
  if (summary === null || summary.names.length === 0) return []
  const { names, changed } = summary
  if (changed <= names.length) return [names.join(', ')]
  const countsFiles = commandName === 'FlowIn' || commandName === 'InitializeStack'
  return [`${names.join(', ')}${countsFiles ? ` (${changed} files)` : ` and ${changed - names.length} more`}`]
}

function settingsOf({ commandName, commandInput }: JobWithNotices): string[] {
  if (commandName === 'FlowIn') {
    const { data } = flowInInput.safeParse(commandInput)
    if (!data) return []
    return named([
      [data.gitCommitMessage !== null, `“${data.gitCommitMessage ?? ''}”`],
      [data.force, 'force'],
      [data.retrieveMode !== 'Auto', `${data.retrieveMode.toLowerCase()} retrieve`],
    ])
  }
  if (commandName === 'FlowOut') {
    const { data } = flowOutInput.safeParse(commandInput)
    if (!data) return []
    return named([
      [data.validatedJobId !== null, 'deploys a validation'],
      [data.allOrNothing, 'all or nothing'],
      [data.diffMode === 'Org', 'compared with the org'],
      [data.testLevel !== null, testLevelLabels[data.testLevel ?? 'Automatic'].toLowerCase()],
    ])
  }
  return []
}

const named = (parts: readonly (readonly [boolean, string])[]): string[] =>
  parts.flatMap(([applies, text]) => (applies ? [text] : []))
