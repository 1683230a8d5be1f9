/** What the loader of the core tells it about the place it runs in. */
export interface Realm {
  /** The program's global object. */
  readonly host: typeof globalThis;
  /** Absolute folder of the built files. */
  readonly folder: string;
  /** Absolute path of the file to `--require` in children and workers. */
  readonly register: string;
  readonly version: string;
}

let here: Realm | undefined;

/** Tells the core where it is. */
export function settle(realm: Realm): void {
  here = realm;
}

/** The place that the core runs in. @throws when the loader did not tell */
export function realm(): Realm {
  if (here === undefined) throw new Error('receiptbot: it is not known where its files are');
  return here;
}
