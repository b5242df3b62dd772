import type { DisplayStatus } from '@sluice/contract/status-scale'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../platform/ui/copy-text.tsx'
import { StatusIcon } from '../../../platform/ui/status.tsx'

interface ResultSentenceProps {
  status: DisplayStatus
  sentence: string
  /** The sentence with its details, for the clipboard. */
  text: string
  /** What else can be done with the result. */
  actions?: ReactNode
}

/** What a job did, before everything else that its result says. */
export function ResultSentence({ status, sentence, text, actions }: ResultSentenceProps) {
  return (
    <div className="border-line flex flex-wrap items-start gap-x-3 gap-y-2 border-b px-4 py-3">
      <StatusIcon status={status} className="mt-1" />
      <p className="min-w-0 flex-1 basis-64 text-16 font-medium wrap-anywhere">{sentence}</p>
      <span className="flex flex-wrap items-center gap-2">
        {actions}
        <CopyButton text={text} label="the result as text" />
      </span>
    </div>
  )
}
