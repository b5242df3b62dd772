/** Lists whose entries are nothing but places: every version has two of them, told apart by their number. */
export const placeLists: ReadonlySet<string> = new Set(['layoutColumns', 'quickActionLayoutColumns'])
