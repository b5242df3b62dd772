import type { Environment } from '@sluice/contract/environment'
import { useState } from 'react'
import { FlowDialogs } from '../job-submission/flow-dialogs.tsx'
import type { StartedFlow } from '../job-submission/started-flow.ts'

const arrowClasses =
  'text-line-strong group-hover:text-accent group-disabled:text-line h-3 w-full max-md:max-w-40'
const buttonClasses =
  'group flex cursor-pointer flex-col disabled:cursor-default items-center gap-1 rounded-md py-1 text-12 font-medium hover:text-accent-fg disabled:text-fg-disabled'

/** The arrows of the flow diagram are its buttons. */
export function FlowArrows({ environment }: { environment: Environment }) {
  const [started, setStarted] = useState<StartedFlow | null>(null)
  const environmentIds = [environment.id]
  const isDisabled = !environment.isInitialized
  return (
    <div className="flex justify-center gap-6 self-center md:flex-col md:gap-1 md:px-1">
      <button
        type="button"
        aria-label="Start a flow in"
        className={buttonClasses}
        disabled={isDisabled}
        onClick={() => setStarted({ flow: 'in', environmentIds })}
      >
        Flow in
        <svg aria-hidden viewBox="0 0 208 12" preserveAspectRatio="xMinYMid slice" className={arrowClasses}>
          <path d="M206 6H4M10 1 4 6l6 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <button
        type="button"
        aria-label="Start a flow out"
        className={buttonClasses}
        disabled={isDisabled}
        onClick={() => setStarted({ flow: 'out', environmentIds })}
      >
        <svg aria-hidden viewBox="0 0 208 12" preserveAspectRatio="xMaxYMid slice" className={arrowClasses}>
          <path d="M2 6h202m-6-5 6 5-6 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
        Flow out
      </button>
      <button
        type="button"
        aria-label="Start a flow merge from another environment"
        className={buttonClasses}
        disabled={isDisabled}
        onClick={() => setStarted({ flow: 'mergeFrom', environmentIds })}
      >
        Merge from
      </button>
      <button
        type="button"
        aria-label="Start a flow merge into another environment"
        className={buttonClasses}
        disabled={isDisabled}
        onClick={() => setStarted({ flow: 'mergeInto', environmentIds })}
      >
        Merge into
      </button>
      <FlowDialogs started={started} onClose={() => setStarted(null)} />
    </div>
  )
}
