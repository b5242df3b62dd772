import { Skeleton } from '../../platform/ui/skeleton.tsx'

/** Reserves the place of list entries, of two lines each, while they load. */
export const ListSkeleton = ({ count, className = '' }: { count: number; className?: string }) =>
  count === 0 ? null : (
    <div aria-hidden className={`flex flex-col gap-1 ${className}`}>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="block">
          <Skeleton className="my-1 h-3 w-1/2" />
          <span className="text-12 block">&nbsp;</span>
        </span>
      ))}
    </div>
  )
