/** The server cannot start; the message is one line that says what to do about it. */
export class StartError extends Error {
  override name = 'StartError'
}
