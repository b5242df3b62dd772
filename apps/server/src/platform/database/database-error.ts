/** The database cannot be used as it is; the message says what to do about it, in one line. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}
