import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { Explanation } from './explanation.tsx'

interface CardProps {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
  tone?: 'danger'
}

export function Card({ title, actions, children, className, tone }: CardProps) {
  const edge = tone === 'danger' ? 'border-red-edge' : 'border-line'
  return (
    <section className={cn('bg-surface min-w-0 rounded-lg border', edge, className)}>
      {title ? (
        <header className={cn('flex min-h-11 items-center justify-between gap-3 border-b px-4 py-1.5', edge)}>
          <h2 className="text-14 font-semibold">{title}</h2>
          {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      {children}
    </section>
  )
}

export interface Property {
  label: string
  value: ReactNode
  /** What the value means, shown when a person asks. */
  explanation?: ReactNode
}

/** Label and value, one row each. */
export function Properties({ rows }: { rows: readonly Property[] }) {
  return (
    <dl>
      {rows.map(({ label, value, explanation }) => (
        <div
          key={label}
          className="border-line grid min-h-10 items-center gap-x-4 border-b px-4 py-1.5 last:border-0 sm:grid-cols-[10rem_1fr] sm:py-0.5"
        >
          <dt className="text-fg-2 flex items-center gap-1">
            {label}
            {explanation ? <Explanation subject={label}>{explanation}</Explanation> : null}
          </dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
