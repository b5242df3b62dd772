export interface MessageChange {
  readonly changeType: 'Added' | 'Modified' | 'Deleted'
  readonly componentType: string
  readonly componentName: string
}

const signs = { Added: '+', Modified: '~', Deleted: '-' } as const
const maxLines = 50

/** What a flow in knows of its message before it knows its changes. */
export interface MessageSource {
  readonly custom: string | null
  readonly environment: { readonly name: string; readonly slug: string }
  readonly jobId: string
}

/** The message of every commit of one flow in: the user's own, or a generated one with what changed. */
export function flowInMessage(given: MessageSource & { readonly changes: readonly MessageChange[] }): string {
  const custom = given.custom?.trim() ?? ''
  if (custom !== '') return custom
  return [
    `Retrieve changes from ${oneLine(given.environment.name)}`,
    '',
    countLine(given.changes),
    '',
    ...changeLines(given.changes),
    '',
    `Job: ${given.jobId}`,
    `Environment: ${given.environment.slug}`,
  ].join('\n')
}

export function mergeMessage(branch: string): string {
  return `Merge org changes into ${branch}`
}

function countLine(changes: readonly MessageChange[]): string {
  const count = (type: MessageChange['changeType']) =>
    changes.filter((change) => change.changeType === type).length
  return `${count('Added')} added, ${count('Modified')} modified, ${count('Deleted')} deleted`
}

function changeLines(changes: readonly MessageChange[]): string[] {
  const lines = changes.map(
    (change) =>
      `${signs[change.changeType]} ${oneLine(change.componentType)}: ${oneLine(change.componentName)}`,
  )
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines), `and ${lines.length - maxLines} more`]
}

/** Names come from the org: a line break in one must not forge a trailer. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
