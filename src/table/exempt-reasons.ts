/**
 * Exports that are no rows, by module (or several, by spaces) and reason. A list has dotted names as rows have them, by
 * spaces. `Stats.*` is `Stats` and all on it, `*` the whole module. After `;` a list may begin with what its names are
 * on: `ReadStream.prototype: open close`.
 */
export type Exemptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

// Reasons that several modules have. With `open:` in front it is a door that is known, and where it will be closed.
export const ABOUT_ITSELF = 'tells how this process does, or the machine it is on';
export const DESCRIPTOR = 'takes a descriptor, which was judged when it was opened';
export const FIRST_NAME = 'the same object under a second name: guarded and listed where it is defined';
export const HANDLE = 'leads to a native handle, which is judged by what it is told, and its class by how it is used';
export const OPENED = 'goes on with what was judged when it was opened';
export const OWN_MEMORY = 'works on values in memory';
export const SAME_CODE = 'runs code in this process, where every door is guarded';
