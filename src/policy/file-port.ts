/** What is at a path, links followed; `broken` is a link that leads nowhere or a path that cannot be looked at, `kept` one that Node's own permission model keeps from us. */
export type EntryKind = 'absent' | 'file' | 'folder' | 'broken' | 'kept' | 'other';

/** The file functions that finding and reading policies need; tests give their own. */
export interface FilePort {
  readonly kind: (path: string) => EntryKind;
  /** The text of a regular file in UTF-8, or undefined when it has more than `most` bytes. @throws as Node does */
  readonly read: (path: string, most: number) => string | undefined;
  /** The path with every link resolved. @throws as Node does */
  readonly real: (path: string) => string;
  /** Names in a folder; none when it cannot be read. */
  readonly list: (folder: string) => readonly { readonly name: string; readonly link: boolean }[];
  /** SHA-256 of a text in UTF-8, as hex. */
  readonly sha256: (text: string) => string;
}
