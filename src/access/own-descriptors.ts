/** Descriptors that the engine keeps open, with the file behind each: the program meets the file when it uses the number. */
const own = new Map<number, string>();

/** Notes a descriptor that is the engine's. */
export function keepDescriptor(fd: number, file: string): void {
  own.set(fd, file);
}

/** The engine's file behind a descriptor that the program named; undefined for a descriptor of its own. */
export const ownFile = (fd: unknown): string | undefined =>
  own.size > 0 && typeof fd === 'number' ? own.get(fd) : undefined;
