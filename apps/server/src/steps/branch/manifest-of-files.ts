import { componentKey } from '@sluice/metadata/component'
import { writeManifest } from '@sluice/metadata/manifest'
import { componentOfPath } from '@sluice/metadata/paths'

/** The generated `package.xml` for a set of files: every component that has one, by name. */
export function manifestFor(paths: Iterable<string>, apiVersion: string): Uint8Array {
  const components = new Map(
    [...paths].flatMap((path) => {
      const identity = componentOfPath(path)?.identity
      return identity === undefined ? [] : [[componentKey(identity), identity] as const]
    }),
  )
  return writeManifest(components.values(), apiVersion)
}
