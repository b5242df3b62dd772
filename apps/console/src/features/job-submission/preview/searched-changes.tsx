import { type ComponentProps, useMemo, useState } from 'react'
import { FilterBox } from '../../../platform/tables/table-toolbar.tsx'
import { type PreviewChange, heldBack } from './preview-changes.ts'
import { PreviewList } from './preview-list.tsx'

interface SearchedChangesProps<C extends PreviewChange> extends Omit<
  ComponentProps<typeof PreviewList<C>>,
  'choice' | 'onExclude'
> {
  searchLabel: string
  /** The keys of the changes that are left out; null when none can be. */
  excluded: ReadonlySet<string> | null
  onExclude?: ((keys: ReadonlySet<string>) => void) | undefined
}

/** Shorter lists have no search field. */
const searchedFrom = 8
const nothing: ReadonlySet<string> = new Set()

/** A list of changes with a search field and, where changes can be left out, what stays out with them. */
export function SearchedChanges<C extends PreviewChange>({
  searchLabel,
  changes,
  excluded,
  onExclude,
  ...list
}: SearchedChangesProps<C>) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const shown = useMemo(
    () => changes.filter(({ key }) => key.toLowerCase().includes(wanted)),
    [changes, wanted],
  )
  const held = useMemo(() => heldBack(changes, excluded ?? nothing), [changes, excluded])
  if (changes.length === 0) return null
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {changes.length < searchedFrom ? null : (
        <div className="flex">
          <FilterBox label={searchLabel} value={text} onChange={setText} />
        </div>
      )}
      {shown.length === 0 ? (
        <p className="text-fg-2">No component matches your search.</p>
      ) : (
        <PreviewList
          changes={shown}
          choice={excluded && { excluded, held }}
          onExclude={(key, isExcluded) => onExclude?.(withKey(excluded ?? nothing, key, isExcluded))}
          {...list}
        />
      )}
    </div>
  )
}

function withKey(keys: ReadonlySet<string>, key: string, isExcluded: boolean): ReadonlySet<string> {
  const next = new Set(keys)
  if (isExcluded) next.add(key)
  else next.delete(key)
  return next
}
