import type { ReactNode } from 'react'

/** Settings of one part of a job, under its name. */
export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-line flex min-w-0 flex-col gap-4 rounded-md border px-4 pt-2 pb-4">
      <legend className="px-1 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
