import { type ReactNode, useId } from 'react'

/** One kind of component under its heading. */
export function SampleSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col gap-4">
      <h2 id={heading} className="border-line text-16 border-b pb-2 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** One component in its states, side by side. */
export const Sample = ({ name, children }: { name: string; children: ReactNode }) => (
  <fieldset aria-label={name} className="min-w-0">
    <p className="text-12 text-fg-2 pb-1.5">{name}</p>
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </fieldset>
)
