import type { ReactNode } from 'react'
import { useConfig } from '../../platform/config.tsx'
import { Mark } from '../../platform/ui/mark.tsx'
import { BranchingLines } from './branching-lines.tsx'

interface AuthFrameProps {
  title: string
  /** Above the title: where a person stands in a sequence of steps. */
  steps?: ReactNode
  /** Opposite the name of the product. */
  actions?: ReactNode
  children: ReactNode
}

/** Form left, picture right; on a narrow page the form alone. The name of the product stands above both. */
export function AuthFrame({ title, steps, actions, children }: AuthFrameProps) {
  const { productName } = useConfig()
  return (
    <div className="grid min-h-dvh min-[900px]:grid-cols-[1fr_1.1fr]">
      <main className="bg-surface flex flex-col items-center p-6 sm:p-8">
        <div className="flex min-h-8 w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-16 flex items-center gap-2.5 font-semibold tracking-[-0.01em]">
            <Mark /> {productName}
          </p>
          {actions}
        </div>
        <div className="my-auto flex w-full max-w-88 flex-col gap-4 py-8">
          {steps}
          <h1 className="text-24 pb-2 font-semibold tracking-[-0.015em]">{title}</h1>
          {children}
        </div>
      </main>
      <BranchingLines />
    </div>
  )
}
