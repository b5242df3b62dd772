import { Workflow } from 'lucide-react'

/** The product's mark. */
export const Mark = () => (
  <span aria-hidden className="bg-accent text-on-accent grid size-7 place-items-center rounded-md">
    <Workflow className="size-4" strokeWidth={2.5} />
  </span>
)
