import { limits } from '@sluice/contract/limits'

/** A slug made from a name: lower case, everything else to single hyphens. */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slug - 8)
    .replaceAll(/^-+|-+$/g, '')
  return slug === '' ? fallback : slug
}

/** The wanted text, or the first of `text-2`, `text-3` … that is free. */
export function firstFree(wanted: string, isTaken: (candidate: string) => boolean, separator = '-'): string {
  if (!isTaken(wanted)) return wanted
  for (let n = 2; ; n++) {
    const candidate = `${wanted}${separator}${n}`
    if (!isTaken(candidate)) return candidate
  }
}
