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
