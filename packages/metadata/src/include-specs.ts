import type { IncludeCandidate, IncludeSpec, IncludeSpecProblem } from './include/spec.ts'

import { decodeComponentName } from './component.ts'
import { defaultText, leftOutOnPurpose } from './include/default-text.ts'
import { type GlobPattern, compileGlob, matchesGlob } from './include/glob.ts'
import { parseSpecLine } from './include/parse-line.ts'
import { manifestType } from './manifest.ts'
import { namespaceOf } from './namespace.ts'
import { parentOf } from './paths.ts'
import { findNestedType, findType } from './registry.ts'

/**
 * The lines that have an effect, in file order; the order matters, because the last match
 * decides.
 */
export interface IncludeSpecs {
  readonly specs: readonly IncludeSpec[]
}

/** What a repository starts with: the metadata that teams usually customise. */
export const defaultIncludeSpecs: string = defaultText

/**
 * Reads the text of the include specs: one spec a line, `#` starts a comment anywhere, blank lines do nothing.
 * Never throws; lines that cannot be read are named in `problems` and have no effect.
 */
export function parseIncludeSpecs(text: string): { specs: IncludeSpecs; problems: IncludeSpecProblem[] } {
  const specs: IncludeSpec[] = []
  const problems: IncludeSpecProblem[] = []
  text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\r|\n/u)
    .forEach((lineText, index) => {
      const parsed = parseSpecLine(lineText)
      if (parsed === null) return
      const line = index + 1
      for (const problem of parsed.problems) problems.push({ line, ...problem })
      if (parsed.segments === null) return
      const segments = parsed.segments.map((segment) => segment.toLowerCase())
      const patterns = segments.map(patternOf)
      specs.push({ negated: parsed.negated, line, segments, patterns })
    })
  return { specs: { specs }, problems }
}

/** An escaped wildcard stands for itself: `%2A` is a star in a name. */
function patternOf(segment: string): GlobPattern {
  const escaped = segment.replaceAll(/%(?:2a|3f|5b)/gu, (wildcard) => `[${decodeURIComponent(wildcard)}]`)
  return compileGlob(folded(escaped))
}

/** As names are compared: without case, and with percent escapes resolved, because names are copied in either form. */
function folded(name: string): string {
  return decodeComponentName(name).toLowerCase()
}

/**
 * Whether the specs include a component: nothing is included by default, the last line that matches decides.
 * A line that names a composite covers what is nested in it; a folder is included when something in it can be.
 */
export function isIncluded(specs: IncludeSpecs, component: IncludeCandidate): boolean {
  const own = candidatePath(component)
  const parent = parentOf(component)
  // A line for the parent covers what is nested in it, but the prefix asked for is that of the nested component itself.
  const parentPath = parent === null ? null : candidatePath({ ...parent, namespacePrefix: own[1] ?? null })
  const isFolder = (findType(component.componentType)?.folderContentType ?? null) !== null
  for (let index = specs.specs.length - 1; index >= 0; index -= 1) {
    const spec = specs.specs[index]
    if (spec === undefined) continue
    const opensFolder = isFolder && !spec.negated
    if (matches(spec, own, opensFolder) || (parentPath !== null && matches(spec, parentPath, false)))
      return !spec.negated
  }
  return false
}

/**
 * The path that specs are matched against, in lower case: package, namespace (`~` for none),
 * type, then folder and name.
 */
function candidatePath(component: IncludeCandidate): string[] {
  const type = findType(component.componentType)
  const contentType = manifestType(component.componentType)
  const namespace =
    component.namespacePrefix === undefined ? namespaceOf(component) : component.namespacePrefix
  const inFolder = type !== null && (type.inFolder || type.folderContentType !== null)
  const names = inFolder ? component.componentName.split('/') : [component.componentName]
  return [component.packageName, namespace || '~', contentType, ...names].map(folded)
}

function matches(spec: IncludeSpec, path: readonly string[], opensFolder: boolean): boolean {
  const { patterns } = spec
  if (patterns.length > path.length && !opensFolder) return false
  const shared = Math.min(patterns.length, path.length)
  for (let index = 0; index < shared; index += 1) {
    const pattern = patterns[index]
    if (pattern !== undefined && !matchesGlob(pattern, path[index] ?? '')) return false
  }
  return true
}

/**
 * The types of which at least one component could be included: what a full retrieve has to list.
 * A nested type counts when its parent's type does.
 */
export function matchableTypes(specs: IncludeSpecs, typeNames: Iterable<string>): string[] {
  return [...typeNames].filter((name) => {
    const parentName = findNestedType(name)?.parentName
    return (
      canMatchType(specs, manifestType(name)) || (parentName !== undefined && canMatchType(specs, parentName))
    )
  })
}

/**
 * Types that nobody has decided about: no line includes or excludes one of them by its type, and the text that a new
 * repository gets does not leave them out on purpose.
 */
export function undecidedTypes(specs: IncludeSpecs, typeNames: Iterable<string>): string[] {
  return [...typeNames].filter((name) => {
    const type = folded(manifestType(name))
    const isNamed = specs.specs.some(({ negated, patterns: [, , pattern] }) =>
      pattern === undefined ? !negated : matchesGlob(pattern, type),
    )
    return !isNamed && !leftOutOnPurpose.has(name)
  })
}

function canMatchType(specs: IncludeSpecs, typeName: string): boolean {
  const name = folded(typeName)
  const packages = new Set<string>()
  for (const { negated, segments, patterns } of specs.specs) {
    const [packageName = '', prefix = '*'] = segments
    const [, , type] = patterns
    if (type !== undefined && !matchesGlob(type, name)) continue
    if (!negated) packages.add(packageName)
    else if (segments.length <= 3 && prefix === '*') packages.delete(packageName)
  }
  return packages.size > 0
}

/**
 * A digest of what the specs mean to say: comments, blank lines, blanks and case do not change it.
 * `sha256` gets the text and returns the digest in the form the caller stores.
 */
export function hashIncludeSpecs(specs: IncludeSpecs, sha256: (text: string) => string): string {
  return sha256(specs.specs.map((spec) => `${spec.negated ? '!' : ''}${spec.segments.join('/')}`).join('\n'))
}
