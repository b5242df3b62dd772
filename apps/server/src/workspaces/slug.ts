import { slugFromName } from '@sluice/contract/slug-from-name'

/** The slug that a name suggests, or the fallback for a name without Latin letters and digits. */
export const slugOf = (name: string, fallback: string): string => slugFromName(name) || fallback

/** The wanted text, or the first of `text-2`, `text-3` … that is free. */
export function firstFree(wanted: string, isTaken: (candidate: string) => boolean, separator = '-'): string {
  if (!isTaken(wanted)) return wanted
  for (let n = 2; ; n++) {
    const candidate = `${wanted}${separator}${n}`
    if (!isTaken(candidate)) return candidate
  }
}
