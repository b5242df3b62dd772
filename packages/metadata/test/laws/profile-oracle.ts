import type { Entry } from './generated/profile.ts'

/** The values of each entry by its key. */
export const valuesOf = (list: readonly Entry[]): Map<string, string> =>
  new Map(list.map(({ field, editable, readable }) => [field, `${editable} ${readable}`]))

/** What an entry must be after the merge by the rule that needs no person; null = gone, undefined = a person decides. */
export function expected(
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
): string | null | undefined {
  if (ours === theirs || base === theirs) return ours ?? null
  if (base === ours) return theirs ?? null
  if (ours === undefined || theirs === undefined) return undefined
  const leaves = [0, 1].map((index) => {
    const [b, o, t] = [base, ours, theirs].map((value) => value?.split(' ')[index])
    return o === t || b === t ? o : b === o ? t : undefined
  })
  return leaves.includes(undefined) ? undefined : leaves.join(' ')
}

/** The same, read from a profile's text. */
export function entriesOf(text: string): Map<string, string> {
  const found = text.matchAll(
    /<editable>(.*?)<\/editable>\s*<field>(.*?)<\/field>\s*<hidden>(.*?)<\/hidden>/gu,
  )
  return new Map([...found].map(([, editable, field, readable]) => [field ?? '', `${editable} ${readable}`]))
}
