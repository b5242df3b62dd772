/** One half of an environment filter: what it names. Empty lists name nothing. */
export interface EnvironmentSelector {
  readonly all?: boolean | undefined
  readonly ids?: readonly string[] | undefined
  readonly tags?: Readonly<Record<string, string | null>> | undefined
}

export interface EnvironmentFilter {
  readonly include: EnvironmentSelector
  readonly thenExclude?: EnvironmentSelector | null | undefined
}

interface Selectable {
  readonly id: string
  readonly tags: Readonly<Record<string, string | null>>
}

/** The environments that a filter names: include first, then exclude. Ids of no environment are `unknownIds`. */
export function selectEnvironments<E extends Selectable>(
  environments: readonly E[],
  filter: EnvironmentFilter,
): { selected: E[]; unknownIds: string[] } {
  const exclude = filter.thenExclude ?? {}
  const known = new Set(environments.map((environment) => environment.id))
  return {
    selected: environments.filter((environment) => names(filter.include, environment) && !names(exclude, environment)),
    unknownIds: (filter.include.ids ?? []).filter((id) => !known.has(id)),
  }
}

function names(selector: EnvironmentSelector, environment: Selectable): boolean {
  if (selector.all === true) return true
  if (selector.ids?.includes(environment.id)) return true
  return hasAllTags(environment, Object.entries(selector.tags ?? {}))
}

/** A filter tag without a value names only a tag without a value; names and values ignore case. */
function hasAllTags(environment: Selectable, wanted: readonly [string, string | null][]): boolean {
  const tags = new Map(Object.entries(environment.tags).map(([name, value]) => [name.toLowerCase(), value]))
  return wanted.length > 0 && wanted.every(([name, value]) => matchesTag(tags.get(name.toLowerCase()), value))
}

function matchesTag(actual: string | null | undefined, wanted: string | null): boolean {
  return actual !== undefined && (actual ?? '').toLowerCase() === (wanted ?? '').toLowerCase()
}
