import { type ReactNode, useState } from 'react'
import { onDemand } from '../../../platform/ui/on-demand.tsx'
import type { SheetFile } from './sheet-file.ts'

const DifferenceSheet = onDemand(async () => (await import('./difference-sheet.tsx')).DifferenceSheet)

/** A sheet over the page that shows how these files differ, and what opens it. */
export function useDifferenceSheet(files: readonly SheetFile[]): {
  open: (path: string) => void
  sheet: ReactNode
} {
  const [path, setPath] = useState('')
  const [isOpen, setOpen] = useState(false)
  return {
    open: (wanted) => {
      setPath(wanted)
      setOpen(true)
    },
    sheet: <DifferenceSheet isOpen={isOpen} onClose={() => setOpen(false)} files={files} firstPath={path} />,
  }
}
