/** True for an error that the engine itself made: errors of the program and of Node are of another realm. */
export function isOwnError(error: unknown): error is Error {
  // eslint-disable-next-line no-restricted-syntax -- the one place where the realm of an error is the question
  return error instanceof Error;
}
