/** What the loader of the core tells it about the place it runs in. */
export interface Realm {
  /** The program's global object. */
  readonly host: typeof globalThis;
  /** False when the engine had to stay in the program's realm (start-up snapshots). */
  readonly own: boolean;
  /** Absolute folder of the built files. */
  readonly folder: string;
  /** Absolute path of the file to `--require` in children and workers. */
  readonly register: string;
  readonly version: string;
}
