import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { problemFrom } from '../../platform/api/problem.ts'
import { useSettled } from '../../platform/forms/use-settled.ts'
import { recurrenceQuery } from './recurrence.query.ts'

const pauseMs = 500
const longestPauseMs = 2000

export interface CheckedRecurrence {
  /** The upcoming times; undefined while the server has not accepted this recurrence. */
  readonly upcoming: readonly string[] | undefined
  readonly problem: string | undefined
}

/** What the server says about a recurrence while it is typed. */
export function useCheckedRecurrence(typed: string): CheckedRecurrence {
  const client = useClient()
  const wanted = typed.trim()
  const recurrence = useSettled(wanted, pauseMs, longestPauseMs)
  const { data, error } = useQuery({ ...recurrenceQuery(client, recurrence), enabled: recurrence !== '' })
  if (recurrence !== wanted || recurrence === '') return { upcoming: undefined, problem: undefined }
  return { upcoming: data, problem: error ? recurrenceProblem(error) : undefined }
}

/** The sentence of the server about a recurrence that it refuses. */
export function recurrenceProblem(error: Error): string {
  const { validationErrors, title } = problemFrom(error)
  return validationErrors?.[0]?.description ?? title
}
