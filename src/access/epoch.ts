/** Counts the changes after which a path may lead elsewhere; whatever was remembered in an older epoch is void. */
export const epoch: { now: number } = { now: 0 };

/** Voids every remembered decision and place: a link was made, a folder moved, or another process may have done so. */
export function bumpEpoch(): void {
  epoch.now += 1;
}

let company = false;
let underWay = 0;

/**
 * Notes that something else may change files from now on: a child, a worker, or the one that started this. It is for good,
 * since a child can leave others behind.
 */
export function companyCame(): void {
  company = true;
}

/** Notes that a call of our own which may change where paths lead is under way; returns what to call once it is done. */
export function changeBegan(): () => void {
  underWay += 1;
  let done = false;
  return () => {
    if (done) return;
    done = true;
    underWay -= 1;
    bumpEpoch();
  };
}

/** True while nobody can change where paths lead between two calls of this thread: only then may anything be remembered. */
export const isSettled = (): boolean => underWay === 0 && !company;
