/** How each record of a zip archive begins. */
export const signatures = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 } as const

/** Bytes of each record without its name and what else has a length of its own. */
export const recordLengths = { local: 30, entry: 46, end: 22 } as const
