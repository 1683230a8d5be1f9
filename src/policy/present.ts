/** The object without what is undefined. */
export function present<T extends object>(object: T): Present<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Present<T>;
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without what is undefined, or undefined when nothing is left. */
export function filled<T extends object>(object: T): Present<T> | undefined {
  const rest = present(object);
  return Object.keys(rest).length === 0 ? undefined : rest;
}
