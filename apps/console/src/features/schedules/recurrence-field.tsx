import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field, Input } from '../../platform/ui/field.tsx'
import { RecurrencePreview } from './recurrence-preview.tsx'
import { useCheckedRecurrence } from './use-checked-recurrence.ts'

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
