import { Skeleton } from '../../platform/ui/skeleton.tsx'

const widths = ['w-1/3', 'w-2/3', 'w-1/2', 'w-3/5', 'w-2/5', 'w-1/2', 'w-1/4', 'w-2/3']

/** Holds the place of lines that are on their way. */
export const CodeSkeleton = () => (
  <div aria-busy className="bg-surface border-line flex flex-col gap-2 rounded-lg border p-4">
    <output className="sr-only">Loading</output>
    {widths.map((width, index) => (
      <Skeleton key={`${width} ${widths.indexOf(width, index)}`} className={`h-3 ${width}`} />
    ))}
  </div>
)
