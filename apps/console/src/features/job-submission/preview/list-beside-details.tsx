import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../platform/ui/button.tsx'

interface ListBesideDetailsProps {
  list: ReactNode
  /** The entry whose details are shown; null when there is none. */
  open: { key: string; details: ReactNode } | null
  /** Called to close the details. */
  onBack: () => void
  /** The label of the button that closes it. */
  back: string
}

/** Shows the details of the open entry beside its list or, where there is no room for both, instead of it. */
export function ListBesideDetails({ list, open, onBack, back }: ListBesideDetailsProps) {
  const top = useRef<HTMLDivElement>(null)
  const openKey = open?.key
  // On a narrow screen the details replace the list, and their top may be scrolled out of view.
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
