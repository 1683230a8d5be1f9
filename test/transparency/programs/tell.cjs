/** How the program beside this one tells what its calls came to. */

/** Which of the usual turns pass before something is settled that `start` gives. */
async function turns(log, start) {
  let on = true;
  const note = (turn) => on && log(turn);
  process.nextTick(note, 'tick');
  let micro = Promise.resolve();
  for (let i = 0; i < 6; i++) micro = micro.then(() => note(`microtask ${i}`));
  const started = start();
  note('returned');
  await started.then(
    () => note('fulfilled'),
    (error) => note(`rejected ${error.code ?? error.name}`),
  );
  on = false;
}
/** A call by callback: its `this`, its arguments, and whether it is called before the call returns. */
const back = (log, call) =>
  new Promise((done) => {
    let returned = false;
    const value = call(function (...args) {
      log(
        'called back',
        returned ? 'later' : 'at once',
        this === undefined,
        Object.prototype.toString.call(this),
        args.length,
      );
      done(args[0] instanceof Error ? tell(args[0]) : args.slice(1).map(String));
    });
    returned = true;
    log('gave', typeof value);
  });
/** All of an error that a program can see. */
function tell(error) {
  if (error === null || typeof error !== 'object') return error;
  const own = Reflect.ownKeys(error).map((key) => {
    const { value, get, set, ...flags } = Object.getOwnPropertyDescriptor(error, key);
    return [String(key), typeof value, typeof get === typeof set, Object.values(flags).join()];
  });
  const frames = String(error.stack)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  const mine = frames.filter((line) => line.includes('calls.cjs')).length;
  const { name, message, code, errno, syscall, path: file, dest } = error;
  return {
    name,
    message,
    code,
    errno,
    syscall,
    file,
    dest,
    own,
    first: frames.find((line) => !line.includes('node:internal/receiptbot/'))?.replace(/:\d+:\d+\)?$/, ''),
    mine,
    type: error instanceof Error,
    proto: Object.getPrototypeOf(error).constructor.name,
  };
}

module.exports = { back, tell, turns };
