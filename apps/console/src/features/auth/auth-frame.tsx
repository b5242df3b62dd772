import type { ReactNode } from 'react'
import { BranchingLines } from './branching-lines.tsx'

/** Form left, picture right; on a narrow page the form alone. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh min-[900px]:grid-cols-[1fr_1.1fr]">
      <main className="bg-surface flex items-center justify-center p-6 sm:p-8">
        <div className="flex w-full max-w-88 flex-col gap-4">
          <h1 className="text-24 pb-2 font-semibold tracking-[-0.015em]">{title}</h1>
          {children}
        </div>
      </main>
      <BranchingLines />
    </div>
  )
}
