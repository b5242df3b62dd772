import type { ChosenComponents } from './chosen-components.ts'

/** `mergeFrom`: a flow merge into the chosen environments; `mergeInto`: one with the chosen environment as its source. */
export type Flow = 'in' | 'out' | 'mergeFrom' | 'mergeInto'

/** A flow that a person has begun to set up for some environments. */
export interface StartedFlow {
  flow: Flow
  environmentIds: readonly string[]
  /** The only components that the flow out deploys; null or missing when it deploys all. */
  chosen?: ChosenComponents
}

export interface FlowDialogsProps {
  started: StartedFlow | null
  onClose: () => void
}
