/** The embedded PostgreSQL cannot run here; the message says what to do about it, in one line. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
