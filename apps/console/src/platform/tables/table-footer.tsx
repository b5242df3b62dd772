import { formatNumber } from '../format/plural.ts'

interface TableFooterProps {
  shown: number
  total: number
  selected?: number
}

export function TableFooter({ shown, total, selected = 0 }: TableFooterProps) {
  return (
    <output className="text-12 text-fg-2 block pt-2">
      {`Showing ${formatNumber(shown)} of ${formatNumber(total)} total`}
      {selected > 0 ? ` · ${formatNumber(selected)} selected` : ''}
    </output>
  )
}
