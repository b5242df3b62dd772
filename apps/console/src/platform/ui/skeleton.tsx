import { cn } from './cn.ts'

/** Holds the place of what is still on its way, at its final size. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cn('bg-pressed block rounded-sm motion-safe:animate-pulse', className)} />
)
