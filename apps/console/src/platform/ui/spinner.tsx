import { LoaderCircle } from 'lucide-react'

/** For a step under way that has nothing to show yet. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className="text-fg-2 inline-flex items-center gap-2">
      <LoaderCircle aria-hidden className="text-accent-fg size-4 animate-spin" />
      {label}
    </output>
  )
}
