import { isAborted } from '@sluice/contract/client'
import type { ProblemDetails } from '@sluice/contract/problem-details'
import type { ReactNode } from 'react'
import { type MessageOverrides, problemFrom, problemMessages } from '../api/problem.ts'
import { Notice } from './notice.tsx'

interface ErrorPanelProps {
  heading: string
  /** What a call ended with; null while nothing has failed. A call that was given up is no failure. */
  error: Error | null
  overrides?: MessageOverrides
  actions?: ReactNode
  className?: string
}

/** Nothing while there is no error; then the heading, the sentences, and the rest on demand. */
export function ErrorPanel({ heading, error, overrides, actions, className }: ErrorPanelProps) {
  if (error === null || isAborted(error)) return null
  const problem = problemFrom(error)
  return (
    <Notice kind="error" title={heading} actions={actions} {...(className ? { className } : {})}>
      {problemMessages(problem, overrides).map((message) => (
        <p key={message} className="text-fg-2 wrap-anywhere">
          {message}
        </p>
      ))}
      <MoreDetails rows={detailsOf(problem)} />
    </Notice>
  )
}

export function MoreDetails({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  if (rows.length === 0) return null
  return (
    <details className="group pt-1">
      <summary className="text-12 text-accent-fg w-fit cursor-default rounded-sm font-medium">
        More details
      </summary>
      <dl
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="More details"
        className="bg-surface text-12 mt-2 max-h-64 overflow-auto rounded-md p-3"
      >
        {rows.map(([label, value]) => (
          <div key={label} className="grid gap-x-3 pb-1.5 last:pb-0 sm:grid-cols-[8rem_1fr]">
            <dt className="text-fg-2">{label}</dt>
            <dd className="font-mono wrap-anywhere whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function detailsOf(problem: ProblemDetails): [string, string][] {
  const rows: [string, string | null | undefined][] = [
    ['Type', problem.type],
    ['Status code', problem.status > 0 ? String(problem.status) : null],
    ['Detail', problem.detail],
    ['Trace ID', problem.traceId],
    ['Instance', problem.instance],
    ['Server exception', problem.exception],
  ]
  return rows.flatMap(([label, value]) => (value ? [[label, value]] : []))
}
