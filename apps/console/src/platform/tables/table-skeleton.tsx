import { Skeleton } from '../ui/skeleton.tsx'
import { cn } from '../ui/cn.ts'

const widths = ['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5', 'w-1/2']

export function TableSkeleton({ isTwoLine }: { isTwoLine: boolean }) {
  return (
    <div aria-busy>
      <output className="sr-only">Loading</output>
      {widths.map((width, index) => (
        <div
          key={`${width} ${widths.indexOf(width, index)}`}
          className={cn(
            'border-line flex items-center gap-6 border-b px-3 last:border-0',
            isTwoLine ? 'h-14' : 'h-9',
          )}
        >
          <Skeleton className="size-4" />
          <Skeleton className={cn('h-3.5', width)} />
          <Skeleton className="h-3.5 w-20" />
        </div>
      ))}
    </div>
  )
}
