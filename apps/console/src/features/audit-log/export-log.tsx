import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { formatNumber } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { useState } from 'react'
import type { AuditSource } from './audit-source.ts'

const lastId = (lines: string): string | undefined => {
  const last = lines.trimEnd().split('\n').at(-1)
  if (last === undefined || last === '') return undefined
  const { id }: { id?: unknown } = JSON.parse(last)
  return typeof id === 'string' ? id : undefined
}

/** Fetches the whole log part by part, oldest first. */
async function readAll(source: AuditSource, onRead: (lines: number) => void): Promise<string[]> {
  const parts: string[] = []
  let count = 0
  for (let after: string | undefined; ;) {
    const part = await source.lines(after)
    const last = lastId(part)
    if (last === undefined) return parts
    parts.push(part)
    count += part.trimEnd().split('\n').length
    onRead(count)
    after = last
  }
}

/** Saves the whole log as a file of JSON lines. */
export function useExport(source: AuditSource) {
  const [read, setRead] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      setRead(0)
      save(await readAll(source, setRead), `${source.fileName}.jsonl`)
    },
  })
  const button = (
    <Button disabled={isPending} onClick={() => mutate()}>
      <Download aria-hidden /> {isPending ? `Exporting ${formatNumber(read)} events` : 'Export'}
    </Button>
  )
  return { button, error }
}

function save(parts: string[], name: string) {
  const address = URL.createObjectURL(new Blob(parts, { type: 'application/x-ndjson' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
