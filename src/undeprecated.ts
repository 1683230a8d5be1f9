/**
 * What `act` returns, with no warning should it use what is deprecated: it is not the program that does. `process` is the
 * program's.
 */
export function undeprecated<T>(process: { noDeprecation?: boolean }, act: () => T): T {
  const { noDeprecation } = process;
  // By `--no-deprecation` it is true for good, and cannot be written.
  const silent = noDeprecation === true;
  if (!silent) process.noDeprecation = true;
  try {
    return act();
  } finally {
    if (noDeprecation === undefined) delete process.noDeprecation;
    else if (!silent) process.noDeprecation = noDeprecation;
  }
}
