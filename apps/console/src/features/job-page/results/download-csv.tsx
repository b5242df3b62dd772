import { Download } from 'lucide-react'
import { Button } from '../../../platform/ui/button.tsx'

interface DownloadCsvProps {
  name: string
  isEmpty: boolean
  /** Makes the file when a person wants it. */
  csv: () => string
}

/** Saves what a table shows as a file for spreadsheets. */
export function DownloadCsv({ name, isEmpty, csv }: DownloadCsvProps) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([csv()], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 0)
  }
  return (
    <Button disabled={isEmpty} onClick={save}>
      <Download aria-hidden /> CSV
    </Button>
  )
}

/** Rows as CSV of RFC 4180, with a byte order mark by which spreadsheets know the encoding. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\u{FEFF}${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`

/** A field that begins like a formula is quoted by an apostrophe, because spreadsheets would run it. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
