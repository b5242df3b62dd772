import type { DifferenceComponent } from '@sluice/contract/difference'
import { useId } from 'react'
import { formatNumber } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Checkbox } from '../../platform/ui/checkbox.tsx'
import { type ChosenToDeploy, canBeDeployed } from './choose-components.ts'

interface ChooseShownProps {
  shown: readonly DifferenceComponent[]
  chosen: ChosenToDeploy
}

/** Chooses all deployable components of the list at once, and says how many are chosen in total, hidden ones included. */
export function ChooseShown({ shown, chosen }: ChooseShownProps) {
  const id = useId()
  const deployable = shown.filter(canBeDeployed)
  const count = deployable.filter((one) => chosen.has(one)).length
  if (deployable.length === 0 && chosen.components.length === 0) return null
  const isAll = deployable.length > 0 && count === deployable.length
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2.5 px-3">
      <Checkbox
        id={id}
        aria-labelledby={`${id}-label`}
        disabled={deployable.length === 0}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onCheckedChange={(isChosen) => chosen.choose(deployable, isChosen)}
      />
      <label id={`${id}-label`} htmlFor={id}>
        Select all shown to deploy
      </label>
      <div className="flex-1" />
      {chosen.components.length === 0 ? null : (
        <>
          <output className="text-12 text-fg-2">{`${formatNumber(chosen.components.length)} selected`}</output>
          <Button size="sm" intent="quiet" onClick={() => chosen.choose(chosen.components, false)}>
            Clear
          </Button>
        </>
      )}
    </div>
  )
}
