import { type ComponentType, lazy, Suspense, useState } from 'react'

interface Opened {
  isOpen: boolean
}

const loads: (() => Promise<unknown>)[] = []

/** Functions that load the dialogs of the pages that are loaded, one dialog each. */
export const codeOfDialogs = (): readonly (() => Promise<unknown>)[] => loads

/** A dialog whose code is loaded when it opens for the first time; after that it stays, so that it can close softly. */
export function onDemand<P extends Opened>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  loads.push(load)
  const Loaded = lazy(async () => ({ default: await load() }))
  return function OnDemand(props: P) {
    const [wasOpen, setWasOpen] = useState(props.isOpen)
    if (props.isOpen && !wasOpen) setWasOpen(true)
    if (!wasOpen) return null
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
