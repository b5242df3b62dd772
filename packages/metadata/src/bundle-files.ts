import type { ComponentIdentity } from './component.ts'

import { pathsOfComponent } from './paths.ts'

/**
 * By type, what an org holds of a bundle, below the bundle's folder; from the Metadata API guide. Teams keep more beside it:
 * notes, sources that files are made from, mocks of tests.
 */
const heldFiles: Readonly<Record<string, RegExp>> = {
  AuraDefinitionBundle: /^[^/]+\.(?:app|auradoc|cmp|css|design|evt|intf|js|svg|tokens|xml)$/u,
  ExperienceBundle: /\.(?:json|xml)$/u,
  LightningComponentBundle: /^[^/]+\.(?:css|html|js|svg|xml)$/u,
  WaveTemplateBundle: /\.json$/u,
}

/**
 * Whether a file of a component comes back from the org with the rest of it, so that its absence means that it is gone there.
 * False wherever that is not known.
 */
export function comesWithItsBundle(path: string, identity: ComponentIdentity): boolean {
  const { directory } = pathsOfComponent(identity)
  if (directory === null || !path.startsWith(directory)) return false
  return heldFiles[identity.componentType]?.test(path.slice(directory.length)) ?? false
}
