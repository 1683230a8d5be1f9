/** The folders that the commands of a line run in: a change of folder lasts to the end of its subshell. */
export class LineFolders {
  readonly #start: readonly string[];
  readonly #byScope = new Map<number | undefined, readonly string[]>();

  constructor(start: readonly string[]) {
    this.#start = start;
  }

  /** The folders of a command in these subshells, outermost first. A subshell begins where the one around it is. */
  of(scopes: readonly number[]): readonly string[] {
    let around = this.#byScope.get(undefined) ?? this.#start;
    for (const scope of scopes) {
      around = this.#byScope.get(scope) ?? around;
      this.#byScope.set(scope, around);
    }
    return around;
  }

  /** Notes a change of folder; true when it lasts beyond the line. */
  move(scopes: readonly number[], to: readonly string[]): boolean {
    this.#byScope.set(scopes.at(-1), to);
    return scopes.length === 0;
  }
}
