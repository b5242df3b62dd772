import type { DifferenceComponent } from '@sluice/contract/difference'
import { limits } from '@sluice/contract/limits'
import { ArrowUpFromLine } from 'lucide-react'
import { useCallback, useId, useMemo, useState } from 'react'
import { formatNumber, plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Checkbox } from '../../platform/ui/checkbox.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { keyOf } from '../differences/use-difference.ts'
import { FlowDialogs } from '../job-submission/flow-dialogs.tsx'
import type { StartedFlow } from '../job-submission/started-flow.ts'

/** Whether a flow out can deploy the component. */
export const canBeDeployed = ({ outbound }: DifferenceComponent): boolean => outbound?.isDeployable === true

/** The components that a person has chosen to deploy. A filter that hides one leaves it chosen; one that no longer differs is dropped. */
export interface ChosenToDeploy {
  readonly components: readonly DifferenceComponent[]
  readonly has: (component: DifferenceComponent) => boolean
  readonly choose: (components: readonly DifferenceComponent[], isChosen: boolean) => void
}

export function useChosenToDeploy(components: readonly DifferenceComponent[]): ChosenToDeploy {
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const choose = useCallback((chosen: readonly DifferenceComponent[], isChosen: boolean) => {
    setWanted((before) => {
      const next = new Set(before)
      for (const one of chosen)
        if (isChosen) next.add(keyOf(one))
        else next.delete(keyOf(one))
      return next
    })
  }, [])
  return useMemo(() => {
    const chosen = components.filter((one) => canBeDeployed(one) && wanted.has(keyOf(one)))
    const keys = new Set(chosen.map(keyOf))
    return { components: chosen, has: (one) => keys.has(keyOf(one)), choose }
  }, [components, wanted, choose])
}

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

interface FlowOutSomeProps {
  components: readonly DifferenceComponent[]
  /** The components that a person has chosen. Without any, the flow out is for the shown ones. */
  chosen: readonly DifferenceComponent[]
  /** The components that pass the filter. */
  shown: readonly DifferenceComponent[]
}

/** Starts a flow out of the chosen components, or else of those that pass the filter; the dialog leaves out all others. */
export function FlowOutSome({ components, chosen, shown }: FlowOutSomeProps) {
  const environment = useEnvironment()
  const [started, setStarted] = useState<StartedFlow | null>(null)
  const isChosen = chosen.length > 0
  const some = isChosen ? chosen : shown.filter(canBeDeployed)
  const others = components.filter(({ outbound }) => outbound !== null).length - some.length
  const isOffered = isChosen || (some.length > 0 && others > 0)
  const start = () =>
    setStarted({
      flow: 'out',
      environmentIds: [environment.id],
      chosen: {
        origin: 'person',
        components: some.map(({ componentType, componentName }) => ({ componentType, componentName })),
      },
    })
  return (
    <>
      {isOffered ? (
        <Button
          disabledReason={
            others > limits.excludedComponents
              ? `At most ${formatNumber(limits.excludedComponents)} components can be left out of a flow out.`
              : null
          }
          onClick={start}
        >
          <ArrowUpFromLine aria-hidden />
          {isChosen
            ? `Flow out ${plural(some.length, 'chosen component')}`
            : `Flow out the ${formatNumber(some.length)} shown`}
        </Button>
      ) : null}
      <FlowDialogs started={started} onClose={() => setStarted(null)} />
    </>
  )
}
