import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { type EnvironmentFilterForm, isOneEnvironment } from './environment-filter-form.ts'
import { EnvironmentPicker } from './environment-picker.tsx'
import { useMeantEnvironments } from './preview/use-flow-preview.ts'

interface ChosenEnvironmentsProps<V extends FieldValues> {
  control: Control<V>
  include: FieldPathByValue<V, EnvironmentFilterForm['include']>
  thenExclude: FieldPathByValue<V, EnvironmentFilterForm['thenExclude']>
  /** What the dialog was opened with. */
  initial: EnvironmentFilterForm
}

/** The one environment that a dialog was opened for, by its name; the pickers where it is for others. */
export function ChosenEnvironments<V extends FieldValues>({
  control,
  initial,
  ...names
}: ChosenEnvironmentsProps<V>) {
  const include = useController({ control, name: names.include })
  const thenExclude = useController({ control, name: names.thenExclude })
  const [isPicking, setPicking] = useState(!isOneEnvironment(initial))
  const [environment] = useMeantEnvironments(initial)
  if (isPicking || environment === undefined)
    return <EnvironmentPicker include={include} thenExclude={thenExclude} />
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="inline-flex min-w-0 items-center gap-2 font-semibold">
        <span className="text-fg-2 font-normal">Environment</span>
        <span className="truncate">{environment.name}</span>
        {environment.isProduction ? <ProductionChip /> : null}
      </p>
      <Button intent="quiet" onClick={() => setPicking(true)}>
        Choose others
      </Button>
    </div>
  )
}
