import type { ElementChange, ElementStep } from './element-changes.ts'

/** Longer values are cut: a sentence is read at a glance. */
const longestValue = 80

/**
 * A change as one sentence: `fieldPermissions Account.Rating: editable false → true`, `labels Greeting added`,
 * `layoutSections Details moved from 3 to 1`. Values with blanks stand in quotes.
 */
export function sentenceOf(change: ElementChange): string {
  const { kind, path, before, after } = change
  const last = path.at(-1)
  if (last === undefined) return 'the whole file changed'
  const place = elementTitle(path)
  if (kind === 'moved') return `${place} moved from ${before ?? ''} to ${after ?? ''}`
  const value = after ?? before ?? ''
  if (kind !== 'changed')
    return isLeaf(last, value) ? `${place} ${kind} (${shown(value)})` : `${place} ${kind}`
  return `${place} ${shown(before ?? '')} → ${shown(after ?? '')}`
}

/** An element by the names of its steps: `fields Rating__c, valueSet: value Hot`. */
export function elementTitle(path: readonly ElementStep[]): string {
  const names = path.map(nameOf)
  const [last = ''] = names.slice(-1)
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')}: ${last}`
}

function nameOf({ name, key }: ElementStep): string {
  return key === null
    ? name
    : `${name} ${key
        .split('|')
        .filter((part) => part !== '')
        .join(' ')}`
}

/** A single value, not an entry of a list and not an element as written. */
function isLeaf({ key }: ElementStep, value: string): boolean {
  return key === null && !value.startsWith('<')
}

function shown(value: string): string {
  const short = value.length > longestValue ? `${value.slice(0, longestValue - 1)}…` : value
  return /^[^\s"]+$/u.test(short) ? short : JSON.stringify(short)
}
