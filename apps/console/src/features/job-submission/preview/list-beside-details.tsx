import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../platform/ui/button.tsx'

interface ListBesideDetailsProps {
  list: ReactNode
  /** The open entry; null when none is open. */
  open: { key: string; details: ReactNode } | null
  /** Closes the open entry. */
  onBack: () => void
  /** The label of the button that does. */
  back: string
}

/** Shows the details of the open entry beside its list or, where there is no room for both, instead of it. */
export function ListBesideDetails({ list, open, onBack, back }: ListBesideDetailsProps) {
  const top = useRef<HTMLDivElement>(null)
  const openKey = open?.key
  // Details that replace a list begin where it began, which may be above what is in sight.
  useEffect(() => {
    if (openKey !== undefined) top.current?.scrollIntoView({ block: 'nearest' })
  }, [openKey])
  if (open === null) return list
  return (
    <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="min-w-0 max-lg:hidden">{list}</div>
      <div className="flex min-w-0 flex-col gap-2">
        <div ref={top} className="flex">
          <Button onClick={onBack}>
            <ArrowLeft aria-hidden /> {back}
          </Button>
        </div>
        <div className="max-h-[36rem] min-w-0 overflow-auto">{open.details}</div>
      </div>
    </div>
  )
}
