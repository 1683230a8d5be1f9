import { resolve } from 'node:path';
import type { Options } from 'tsup';

/** An esbuild plugin, as tsup takes them. */
export type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Modules of `src` with state or captured functions: a chunk asks the core for them (register/parts.ts lists the same). */
export const SHARED: readonly string[] = ['chunks', 'primordials'];

/** Turns imports of shared modules into requests that the loader answers with the core's own. */
export const sharedFromCore: Plugin = {
  name: 'shared-from-core',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, resolveDir }) => {
      const name = SHARED.find((shared) => resolve(resolveDir, path) === resolve('src', `${shared}.js`));
      return name === undefined ? undefined : { path: `receiptbot:${name}`, external: true };
    });
  },
};
