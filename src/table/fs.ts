import type { Remember, Row, Selector } from './row.js';
import { canHold } from '../access/hold.js';
import { noteWaiting } from '../access/waiting.js';
import { paths } from '../primordials.js';
import {
  descriptorSelector,
  flaggedSelector,
  folderMaker,
  openSelector,
  ownDescriptorSelector,
  pathSelector,
  reads,
  readsLink,
  rememberPath,
  removeSelector,
  temporaryFolder,
  writes,
  writesLink,
} from './file-selectors.js';
import {
  filterFolder,
  filterListing,
  filterMatches,
  filterWatch,
  folderSelector,
  globSelector,
  lateGlobSelector,
  listing,
  watchSelector,
} from './listing.js';
import {
  holdsChanged,
  holdsCopied,
  holdsFlagged,
  holdsFolder,
  holdsNames,
  holdsOpened,
  holdsTemporary,
} from './held.js';
import { statWatcherRows, watcherRows } from './inner-files.js';
import { copySelector, linkSelector, moveSelector, symlinkSelector } from './moving.js';
import { lacksOption } from './take.js';
import { unsettling, untilDone } from './unsettling.js';

/** What rows of one function in its three forms may set besides. */
type Extra = Pick<Row, 'after' | 'holds' | 'makes' | 'nodes' | 'unsettles'> & {
  readonly remember?: Remember;
  readonly callback?: Row['delivery'];
  readonly sync?: Row['delivery'];
  readonly promise?: Row['delivery'];
};

/** A form that is carried out later: names that are relative and not held are judged again where the working folder changes. */
const later = ({ select, remember, holds, ...row }: Row): Row => ({
  ...row,
  ...(holds === undefined ? {} : { holds }),
  ...(remember === undefined
    ? {}
    : { remember: { ...remember, plain: (args) => isFixed(args) && remember.plain(args) } }),
  select: (args, self, judge) => {
    const accesses = select(args, self, judge);
    if (accesses !== undefined && (holds === undefined || !canHold()))
      noteWaiting(accesses, (access) => judge(access, 'refusals'));
    return accesses;
  },
});

const isFixed = ([name]: unknown[]): boolean => typeof name !== 'string' || paths.isAbsolute(name);

/** One function in its three forms: `fs.x` with a callback, `fs.xSync`, `fs.promises.x`. */
const threefold = (name: string, select: Selector, extra: Extra = {}): Row[] => [
  ...twofold(name, select, extra),
  promised(name, select, extra),
];

/** A function that has no promise form. */
const twofold = (
  name: string,
  select: Selector,
  { callback = 'callback', sync = 'throwing', ...extra }: Extra = {},
): Row[] => [
  later({ module: 'fs', name, type: 'tool.fs', delivery: callback, select, ...extra }),
  { module: 'fs', name: `${name}Sync`, type: 'tool.fs', delivery: sync, select, ...extra },
];

const promised = (name: string, select: Selector, { promise = 'rejection', ...extra }: Extra = {}): Row =>
  later({
    module: 'fs/promises',
    label: `fs.promises.${name}`,
    name,
    type: 'tool.fs',
    delivery: promise,
    select,
    ...extra,
  });

const only = (name: string, delivery: Row['delivery'], select: Selector, extra: Extra = {}): Row => ({
  module: 'fs',
  name,
  type: 'tool.fs',
  delivery,
  select,
  ...extra,
});

const noFlag = (args: unknown[]): boolean => lacksOption(args, 1, 'flag');
const readByDefault = (args: unknown[]): boolean =>
  args[1] === undefined || args[1] === 'r' || typeof args[1] === 'function';
const UNSETTLES = { unsettles: true, after: untilDone } as const;
/** What Node's recursive watcher calls by itself. */
const WATCHED = { sync: 'throwingUnlessWatched' } as const;
const MATCHES = { nodes: [22, 24, 26], after: filterMatches } as const;

/**
 * Every function of fs and fs/promises that takes a path. Which callback forms throw is Node's choice, not ours:
 * its permission model refuses `mkdir`, `chmod` and their like at once (seen on 24 and 26; test/integration/delivery.test.ts).
 */
export const fsRows: readonly Row[] = [
  // reading
  ...threefold('readFile', flaggedSelector('flag', 'r', 1), {
    remember: rememberPath('read', noFlag),
    holds: holdsFlagged('r', 1),
  }),
  ...threefold('access', pathSelector(reads(0, 'stat')), { remember: rememberPath('stat') }),
  only('exists', 'callbackFalse', pathSelector(reads(0, 'stat')), { remember: rememberPath('stat') }),
  only('existsSync', 'throwing', pathSelector(reads(0, 'stat')), { remember: rememberPath('stat') }),
  ...threefold('stat', pathSelector(reads(0, 'stat')), { remember: rememberPath('stat'), ...WATCHED }),
  ...threefold('statfs', pathSelector(reads(0, 'stat')), { remember: rememberPath('stat') }),
  ...threefold('lstat', pathSelector(readsLink(0)), { remember: rememberPath('lstat'), ...WATCHED }),
  ...threefold('readlink', pathSelector(readsLink(0)), { callback: 'throwing' }),
  ...threefold('realpath', pathSelector(reads(0, 'stat')), {
    remember: rememberPath('stat'),
    callback: 'callbackLater',
  }),
  ...['realpath.native', 'realpathSync.native'].map((name, sync): Row =>
    only(name, sync === 1 ? 'throwing' : 'callback', pathSelector(reads(0, 'stat'))),
  ),
  only('openAsBlob', 'throwing', pathSelector(reads(0))),
  only('openAsBlobSync', 'throwing', pathSelector(reads(0)), { nodes: [26] }),

  // listing
  ...threefold('readdir', listing, { after: filterListing, ...WATCHED }),
  ...threefold('opendir', folderSelector, { after: filterFolder }),
  only('globSync', 'throwing', globSelector, MATCHES),
  only('glob', 'callback', lateGlobSelector, MATCHES),
  promised('glob', lateGlobSelector, { ...MATCHES, promise: 'iteration' }),
  only('watch', 'throwingUnlessWatched', watchSelector, { after: filterWatch, makes: watcherRows }),
  promised('watch', watchSelector, { promise: 'iteration', after: filterWatch }),
  only('watchFile', 'throwing', pathSelector(reads(0, 'stat')), { makes: statWatcherRows }),

  // opening
  ...threefold('open', openSelector, { remember: rememberPath('read', readByDefault), holds: holdsOpened }),

  // writing
  ...threefold('writeFile', flaggedSelector('flag', 'w', 2), { holds: holdsFlagged('w', 2) }),
  ...threefold('appendFile', flaggedSelector('flag', 'a', 2), { holds: holdsFlagged('a', 2) }),
  ...threefold('truncate', pathSelector(writes(0)), { holds: holdsChanged }),
  ...threefold('mkdir', unsettling(folderMaker), { ...UNSETTLES, callback: 'throwing', holds: holdsFolder }),
  ...threefold('mkdtemp', temporaryFolder, { holds: holdsTemporary }),
  only('mkdtempDisposableSync', 'throwing', temporaryFolder, { nodes: [24, 26] }),
  { ...promised('mkdtempDisposable', temporaryFolder), nodes: [24, 26] },

  // attributes
  ...threefold('chmod', pathSelector(writes(0)), { callback: 'throwing', holds: holdsChanged }),
  ...threefold('chown', pathSelector(writes(0)), { holds: holdsChanged }),
  ...threefold('utimes', pathSelector(writes(0)), { callback: 'throwing', holds: holdsChanged }),
  ...threefold('lchown', pathSelector(writesLink(0)), { holds: holdsNames(0) }),
  ...threefold('lutimes', pathSelector(writesLink(0)), { callback: 'throwing', holds: holdsNames(0) }),
  ...threefold('lchmod', pathSelector(writesLink(0)), { holds: holdsNames(0) }),
  ...['fchmod', 'fchown', 'futimes'].flatMap((name) => twofold(name, descriptorSelector)),

  // descriptors that the engine keeps open
  ...['write', 'writev', 'ftruncate', 'close'].flatMap((name) => twofold(name, ownDescriptorSelector)),

  // moving, linking, copying, removing
  ...threefold('rename', unsettling(moveSelector), { ...UNSETTLES, holds: holdsNames(0, 1) }),
  ...threefold('link', unsettling(linkSelector), { ...UNSETTLES, holds: holdsNames(0, 1) }),
  ...threefold('symlink', unsettling(symlinkSelector), { ...UNSETTLES, holds: holdsNames(1) }),
  ...threefold('copyFile', pathSelector(reads(0), writes(1)), { holds: holdsCopied }),
  ...threefold('cp', unsettling(copySelector), { ...UNSETTLES, callback: 'callbackLater' }),
  ...threefold('unlink', unsettling(pathSelector(writesLink(0, 'delete'))), { ...UNSETTLES, holds: holdsNames(0) }),
  ...threefold('rmdir', unsettling(removeSelector), { ...UNSETTLES, callback: 'throwing', holds: holdsFolder }),
  ...threefold('rm', unsettling(removeSelector), UNSETTLES),
];
