import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { LeftOutBy } from '../../workspaces/left-out-by.tsx'
import type { PreviewChange } from './preview-changes.ts'

interface RemarkLineProps {
  change: PreviewChange
  /** Whether a person left the component out. */
  isExcluded: boolean
  /** Whether it stays out because the new object around it does. */
  isHeld: boolean
  /** Whether an earlier flow out left it out. */
  wasLeftOut: boolean
  children: ReactNode
}

/** The line below the name of a component in a preview: what is done with it, and what the children add. */
export const RemarkLine = ({ change, isExcluded, isHeld, wasLeftOut, children }: RemarkLineProps) => (
  <p className="text-12 text-fg-2 flex min-w-0 items-center gap-x-2 whitespace-nowrap">
    <span>{isExcluded || isHeld ? 'Stays out' : change.changeType}</span>
    {isHeld ? <span className="truncate">with the object around it</span> : null}
    {change.isDeployable ? null : <span className="truncate">Salesforce cannot deploy this change</span>}
    {change.leftOut ? (
      <span className="truncate">
        <LeftOutBy {...change.leftOut} />
      </span>
    ) : wasLeftOut ? (
      <span className="truncate">An earlier flow out left it out</span>
    ) : null}
    {children}
  </p>
)

/** A remark that people should not miss. */
export const RemarkWarning = ({ children }: { children: ReactNode }) => (
  <span className="text-amber-text inline-flex min-w-0 items-center gap-1">
    <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
    <span className="truncate">{children}</span>
  </span>
)
