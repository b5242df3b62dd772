import type { FoundEnvironment } from './environment-store.ts'

/** The tags without the one of this name; upper and lower case mean the same name. */
export function withoutTag(tags: FoundEnvironment['tags'], name: string): FoundEnvironment['tags'] {
  return Object.fromEntries(Object.entries(tags).filter(([one]) => one.toLowerCase() !== name.toLowerCase()))
}
