import { tagName } from '@sluice/contract/environments'

export type Tags = Readonly<Record<string, string | null>>

/** A tag as the editor holds it. */
export interface EditedTag {
  name: string
  /** Null is a tag without value. */
  value: string | null
  /** The value differs between the environments, or some of them lack the tag. */
  isMixed: boolean
  /** Added in the editor and not saved yet. */
  isNew: boolean
  isModified: boolean
  isDeleted: boolean
}

const keyOf = (name: string) => name.toLowerCase()

const unchanged = { isMixed: false, isNew: false, isModified: false, isDeleted: false }

/** The tags of all environments by name, whatever its case. */
export function editedTags(environments: readonly Tags[]): EditedTag[] {
  const found = new Map<string, EditedTag & { count: number }>()
  for (const [name, value] of environments.flatMap((tags) => Object.entries(tags))) {
    const known = found.get(keyOf(name))
    if (known === undefined) found.set(keyOf(name), { name, value, ...unchanged, count: 1 })
    else {
      known.count += 1
      if (known.value !== value) known.isMixed = true
    }
  }
  return [...found.values()]
    .map(({ count, ...tag }) => ({ ...tag, isMixed: tag.isMixed || count < environments.length }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }))
}

export type TagEvent =
  | { kind: 'added'; name: string }
  | { kind: 'valueChanged'; name: string; value: string }
  | { kind: 'deleted'; name: string }
  | { kind: 'restored'; name: string }
  | { kind: 'saved'; name: string }

/** Changes one tag. A deleted tag leaves once its deletion is saved; until then it can be restored. */
export function nextTags(tags: readonly EditedTag[], event: TagEvent): EditedTag[] {
  if (event.kind === 'added')
    return [...tags, { name: event.name, value: null, ...unchanged, isNew: true, isModified: true }]
  return tags.flatMap((tag) => (keyOf(tag.name) === keyOf(event.name) ? (changed(tag, event) ?? []) : [tag]))
}

function changed(tag: EditedTag, event: Exclude<TagEvent, { kind: 'added' }>): EditedTag | null {
  switch (event.kind) {
    case 'valueChanged':
      return { ...tag, value: event.value === '' ? null : event.value, isMixed: false, isModified: true }
    case 'deleted':
      return tag.isNew ? null : { ...tag, isDeleted: true }
    case 'restored':
      return { ...tag, isDeleted: false }
    case 'saved':
      return tag.isDeleted ? null : { ...tag, ...unchanged }
    default:
      return event satisfies never
  }
}

/** Why a tag of this name cannot be added, or its trimmed name. */
export function readNewName(
  text: string,
  tags: readonly EditedTag[],
): { name: string } | { problem: string } {
  const parsed = tagName.safeParse(text)
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? 'Tag name is required' }
  const isTaken = tags.some(({ name }) => keyOf(name) === keyOf(parsed.data))
  return isTaken ? { problem: 'There is already a tag with this name' } : { name: parsed.data }
}

export const isUnsaved = ({ isModified, isDeleted }: EditedTag): boolean => isModified || isDeleted
