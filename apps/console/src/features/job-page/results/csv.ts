/** Rows as CSV of RFC 4180, with a byte order mark by which spreadsheets know the encoding. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\u{FEFF}${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`

/** A field that begins like a formula is quoted by an apostrophe, because spreadsheets would run it. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
