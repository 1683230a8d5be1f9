// Ratios of guarded to bare work, measured in turns in one process, in CPU time: other load on the machine hits both alike.

/** A loop compiled for this variant alone, so that no variant profits from another's type feedback. */
function loop(body) {
  return new Function('run', 'n', `let last; for (let i = 0; i < n; i++) last = (${body})(run, i); return last;`);
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/**
 * Measures each variant (`{ name: runFunction }`, the first one is bare) over `rounds` rounds in rotating order.
 * Returns `{ name: { ns, ratio } }`; `ratio` is the median over rounds of the variant's time to the bare one's.
 */
export function interleave(variants, { rounds = 41, ms = 4, body = '(run, i) => run(i)' } = {}) {
  const names = Object.keys(variants);
  const loops = names.map(() => loop(body));
  const times = names.map(() => []);
  let n = 64;
  for (;;) {
    const before = cpu();
    loops[0](variants[names[0]], n);
    if (cpu() - before > ms * 1000 || n > 1e7) break;
    n *= 2;
  }
  for (const [at, name] of names.entries()) loops[at](variants[name], n);
  for (let round = 0; round < rounds; round++) {
    for (let step = 0; step < names.length; step++) {
      const at = (round + step) % names.length;
      const before = cpu();
      loops[at](variants[names[at]], n);
      times[at].push(((cpu() - before) * 1000) / n);
    }
  }
  return Object.fromEntries(
    names.map((name, at) => [
      name,
      { ns: Math.round(median(times[at])), ratio: median(times[at].map((time, round) => time / times[0][round])) },
    ]),
  );
}

/** The same for functions that return promises, in wall time of `burst` calls one after the other. */
export async function interleaveAsync(variants, { rounds = 25, burst = 40 } = {}) {
  const names = Object.keys(variants);
  const times = names.map(() => []);
  for (let round = -2; round < rounds; round++) {
    for (let step = 0; step < names.length; step++) {
      const at = (Math.abs(round) + step) % names.length;
      const before = cpu();
      for (let i = 0; i < burst; i++) await variants[names[at]](i);
      if (round >= 0) times[at].push(((cpu() - before) * 1000) / burst);
    }
  }
  return Object.fromEntries(
    names.map((name, at) => [
      name,
      { ns: Math.round(median(times[at])), ratio: median(times[at].map((time, round) => time / times[0][round])) },
    ]),
  );
}
