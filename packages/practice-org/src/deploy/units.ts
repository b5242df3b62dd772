import { ownerOfPath } from '../registry/paths.ts'
import type { DeploySource } from './archive.ts'

/** The files in an archive that belong to one component. Paths are relative to the package root. */
export interface Unit {
  type: string
  fullName: string
  paths: string[]
}

/** An archive seen as components. */
export interface Units {
  units: Unit[]
  /** Files that belong to no known type. */
  strays: string[]
}

const manifests = new Set([
  'package.xml',
  'destructiveChanges.xml',
  'destructiveChangesPre.xml',
  'destructiveChangesPost.xml',
])

/**
 * Groups files by component. Test folders of web components are no part of the org and are
 * left out silently. All label files are one component, because labels share one file in the
 * org.
 */
export function unitsOf(paths: readonly string[]): Units {
  const units = new Map<string, Unit>()
  const strays: string[] = []
  for (const path of paths.toSorted()) {
    if (manifests.has(path) || path.includes('/__tests__/')) continue
    const owner = ownerOfPath(path)
    if (!owner) {
      strays.push(path)
      continue
    }
    const fullName = owner.type === 'CustomLabels' ? 'CustomLabels' : owner.fullName
    const key = `${owner.type}/${fullName}`
    const unit = units.get(key) ?? { type: owner.type, fullName, paths: [] }
    unit.paths.push(path)
    units.set(key, unit)
  }
  return { units: [...units.values()].toSorted(byDependency), strays }
}

/** Objects before what lies on them, folders before contents, flows before what activates them: otherwise, within one deployment order does not matter, messages read better. */
function byDependency(a: Unit, b: Unit): number {
  return rank(a.type) - rank(b.type)
}

function rank(type: string): number {
  if (type.endsWith('Folder')) return 0
  if (type === 'CustomObject') return 1
  return type === 'Profile' || type === 'PermissionSet' || type === 'FlowDefinition' ? 3 : 2
}

/**
 * Where package.xml lies in an archive: the prefix of all paths, or undefined when there is
 * none. With singlePackage the shallowest one counts, as clients put it into `zip/`; without
 * it the archive has to hold one folder per package.
 */
export function packageRoot(source: DeploySource, singlePackage: boolean): string | undefined {
  const found = source.paths
    .filter((path) => path === 'package.xml' || path.endsWith('/package.xml'))
    .map((path) => path.slice(0, -'package.xml'.length))
    .toSorted((a, b) => a.split('/').length - b.split('/').length)
  const root = found[0]
  if (root === undefined) return undefined
  if (singlePackage) return root
  return found.find((path) => path.split('/').length === 2)
}
