import type { ReactNode } from 'react'

/** A titled stretch inside the result card. */
export function ResultSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line border-t px-4 py-3 first:border-0">
      <h3 className="pb-2 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

export interface Fact {
  label: string
  value: ReactNode
}

/** A few facts side by side. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 px-4 py-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-12 text-fg-2">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
