import type { UndeployedComponent } from '@sluice/contract/undeployed-component'

const severity = (component: UndeployedComponent): number => {
  const types = new Set(component.problems.map((problem) => problem.type))
  return types.has('Error') ? 0 : types.has('Warning') ? 1 : 2
}

const failed = (component: UndeployedComponent): string => component.failingSinceUtc ?? '9999'

const text = (a: string, b: string): number => a.localeCompare(b, 'en', { sensitivity: 'base' })

/** By first failure, then severity, reason, package, type and name. Those that never failed come last. */
export function compareUndeployed(a: UndeployedComponent, b: UndeployedComponent): number {
  return (
    failed(a).localeCompare(failed(b)) ||
    severity(a) - severity(b) ||
    text(a.reason, b.reason) ||
    text(a.packageName, b.packageName) ||
    text(a.componentType, b.componentType) ||
    text(a.componentName, b.componentName)
  )
}
