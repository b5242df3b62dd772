import { limits } from './limits.ts'

/** Letters that are no letter of the English alphabet with a mark, and what they are written as where they are missing. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}
/** Leaves room for a number behind a slug that is taken. */
const maximum = limits.slug - 8

/** The slug that a name suggests: lower case, letters without marks, everything else to single hyphens; may be empty. */
export const slugFromName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maximum)
    .replaceAll(/^-+|-+$/g, '')
