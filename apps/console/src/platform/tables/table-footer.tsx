import type { ReactNode } from 'react'
import { formatNumber } from '../format/plural.ts'

interface TableFooterProps {
  shown: number
  total: number
  selected?: number
  /** Stands at the other end of the line. */
  children?: ReactNode
}

export function TableFooter({ shown, total, selected = 0, children }: TableFooterProps) {
  return (
    <div className="flex items-start justify-between gap-4 pt-2">
      <output className="text-12 text-fg-2">
        {`Showing ${formatNumber(shown)} of ${formatNumber(total)} total`}
        {selected > 0 ? ` · ${formatNumber(selected)} selected` : ''}
      </output>
      {children}
    </div>
  )
}
