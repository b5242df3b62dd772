import type { ChangeType } from '@sluice/contract/component'
import { Equal, Minus, Pencil, Plus } from 'lucide-react'

const looks = { Added: Plus, Modified: Pencil, Deleted: Minus, None: Equal } as const

/** What happened to a thing, as a glyph and a word. It is no status, so it has no colour. */
export function ChangeTypeMark({ changeType }: { changeType: ChangeType }) {
  const Icon = looks[changeType]
  return (
    <span className="text-fg-2 inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className="text-fg-3 size-3.5" />
      {changeType}
    </span>
  )
}
