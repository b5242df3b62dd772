import { limits } from '@sluice/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { useClient } from '../../platform/api/client-context.tsx'
import { problemFrom } from '../../platform/api/problem.ts'
import { formatUtc } from '../../platform/format/time.ts'
import { useSettled } from '../../platform/ui/use-settled.ts'
import { cn } from '../../platform/ui/cn.ts'
import { Field, Input } from '../../platform/ui/field.tsx'
import { recurrenceText } from './recurrence-text.ts'
import { recurrenceQuery } from './recurrence.query.ts'

interface RecurrenceFieldProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>
  name: FieldPathByValue<V, string>
}

/** A CRON expression or macro; the server checks it while it is typed. */
export function RecurrenceField<V extends FieldValues, T>({ control, name }: RecurrenceFieldProps<V, T>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name })
  const { upcoming, problem } = useCheckedRecurrence(value)
  return (
    <>
      <Field
        name={name}
        label="Recurrence"
        hint="A CRON expression of five fields, or a macro: @hourly, @daily, @weekly, @monthly or @yearly. Times are in UTC."
        error={problem ?? (upcoming ? undefined : fieldState.error?.message)}
      >
        <Input
          ref={ref}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          placeholder="0 2 * * *"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      {upcoming ? <RecurrencePreview recurrence={value} upcoming={upcoming} /> : null}
    </>
  )
}

interface RecurrencePreviewProps {
  recurrence: string
  /** Undefined while they are asked for; the place of five is kept then. */
  upcoming: readonly string[] | undefined
  /** A disabled schedule has these occurrences only once it is enabled. */
  isEnabled?: boolean
}

/** What a recurrence means: in words, and the times of its next occurrences. */
export function RecurrencePreview({ recurrence, upcoming, isEnabled = true }: RecurrencePreviewProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">{recurrenceText(recurrence.trim())}</p>
      <p id="upcoming-occurrences" className="text-12 text-fg-2">
        {isEnabled ? 'Upcoming occurrences' : 'Upcoming occurrences once the schedule is enabled'}
      </p>
      <ol
        aria-labelledby="upcoming-occurrences"
        className={cn('tabular-nums', upcoming === undefined && 'min-h-[5lh]')}
      >
        {upcoming?.slice(0, limits.upcomingOccurrences).map((moment) => (
          <li key={moment}>
            <time dateTime={moment}>{formatUtc(moment)}</time>
          </li>
        ))}
      </ol>
    </div>
  )
}

const pauseMs = 500
const longestPauseMs = 2000

interface CheckedRecurrence {
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
function recurrenceProblem(error: Error): string {
  const { validationErrors, title } = problemFrom(error)
  return validationErrors?.[0]?.description ?? title
}
