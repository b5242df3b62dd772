import { isAborted } from '@sluice/contract/client'
import type { ProblemDetails } from '@sluice/contract/problem-details'
import { useCallback, useState } from 'react'
import { problemFrom } from './problem.ts'

export interface Action<Args extends unknown[], Result> {
  /** Answers undefined when the call failed; the problem is then in `problem`. */
  run: (...args: Args) => Promise<Result | undefined>
  isPending: boolean
  problem: ProblemDetails | null
  reset: () => void
}

/** One thing that a person can set off, with its pending state and its failure. */
export function useAction<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<ProblemDetails | null>(null)
  const reset = useCallback(() => setProblem(null), [])
  const run = async (...args: Args) => {
    setPending(true)
    setProblem(null)
    try {
      return await work(...args)
    } catch (error) {
      if (!isAborted(error)) setProblem(problemFrom(error))
      return undefined
    } finally {
      setPending(false)
    }
  }
  return { run, isPending, problem, reset }
}
