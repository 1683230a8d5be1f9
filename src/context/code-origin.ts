import { isOurs, pathOfSite, sitesBelow } from '../receipt/caller.js';

/** Frames asked for at first; what nobody started has few. */
const FRAMES = 64;
/** As many as a stack can have. */
const ALL = 1_000_000;
/** Names of code that is no file: from strings, WebAssembly, addresses with the code in them. */
const NO_FILE = /^(?:evalmachine\.|wasm:|data:|blob:)/;
const LIBRARY = /[\\/]node_modules[\\/]/;

/**
 * The file of the code that is running although nobody called it: that of the outermost frame, where code of libraries and of
 * strings speaks for whoever has it run. `mine` tells files that speak for themselves wherever they are. Undefined when no
 * frame is of a file.
 */
export function originOfCode(mine: (file: string) => boolean): string | undefined {
  let library: string | undefined;
  for (const site of outermostFirst()) {
    const file = isOurs(site) ? undefined : pathOfSite(site);
    if (file === undefined || file.startsWith('node:') || NO_FILE.test(file)) continue;
    if (mine(file) || !LIBRARY.test(file)) return file;
    library ??= file;
  }
  return library;
}

/** The frames that are really on the stack: those that only await what runs are not. */
function outermostFirst(): NodeJS.CallSite[] {
  let sites = sitesBelow(undefined, FRAMES);
  if (sites.length >= FRAMES) sites = sitesBelow(undefined, ALL);
  return sites.filter((site) => !site.isAsync()).reverse();
}
