import { type MessageChange, commitSubject } from './commit-subject.ts'

const signs = { Added: '+', Modified: '~', Deleted: '-' } as const
/** The limit keeps the message of the first commit of a large org below a few hundred kilobytes. */
const mostListed = 1_000

/** What a flow in knows of its message before it knows its changes. */
export interface MessageSource {
  readonly custom: string | null
  readonly environment: { readonly name: string; readonly slug: string }
  readonly jobId: string
}

/** The message of a commit of a flow in: the user's own, or a generated one with what its author changed. */
export function flowInMessage(given: MessageSource & { readonly changes: readonly MessageChange[] }): string {
  const custom = given.custom?.trim() ?? ''
  if (custom !== '') return custom
  // Names come from the org: a line break in one must not forge a trailer.
  const changes = given.changes.map((change) => ({
    ...change,
    componentType: oneLine(change.componentType),
    componentName: oneLine(change.componentName),
  }))
  return [
    commitSubject(changes) ?? `Retrieve changes from ${oneLine(given.environment.name)}`,
    '',
    ...(changes.length > 0 ? [...listOf(changes), ''] : []),
    `Environment: ${given.environment.slug}`,
    `Job: ${given.jobId}`,
  ].join('\n')
}

export function mergeMessage(branch: string): string {
  return `Merge org changes into ${branch}`
}

/** Lists every component below its type. */
function listOf(changes: readonly MessageChange[]): string[] {
  const sorted = changes.toSorted(
    (one, other) =>
      compare(one.componentType, other.componentType) || compare(one.componentName, other.componentName),
  )
  const lines: string[] = []
  let type = ''
  for (const { changeType, componentType, componentName } of sorted.slice(0, mostListed)) {
    if (componentType !== type) lines.push(componentType)
    type = componentType
    lines.push(`${signs[changeType]} ${componentName}`)
  }
  const left = changes.length - mostListed
  return left > 0 ? [...lines, `and ${left} more`] : lines
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
