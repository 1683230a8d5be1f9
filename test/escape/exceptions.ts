const FROM_HERE = 'SQLite is given the absolute path, in the folder that the name was judged in';
const READ_ONCE = 'options are read once, and Node gets what was read';

/**
 * Techniques that are held without a refusal, each with the reason: the argument that lies is never asked a second
 * time, or never at all, so nothing that is denied was attempted. A test turns red when one of them is refused.
 */
export const pinned: Readonly<Record<string, string>> = {
  'exe-channel-start': 'a child is started with what was judged, whatever its options say by then',
  'fsr-async-chdir': 'a name that waits is opened where it was when it was judged',
  'fsr-async-climb-swap': 'a name that waits is opened where it was when it was judged',
  'fsr-glob-later': 'Node is told from which folder to look when it is asked, not when the first match is',
  'fsr-opendir-later': READ_ONCE,
  'fsr-opendir-polluted': 'an option that is absent is passed on as absent',
  'fsr-path-handle': 'an object that is no address when it is looked at can never be one',
  'fsr-url-flip': 'the address of a URL is read from the URL itself, not from what its subclass answers',
  'fsw-flag-polluted': READ_ONCE,
  'fsw-sqlite-authorizer-chdir': FROM_HERE,
  'fsw-sqlite-backup-chdir': FROM_HERE,
  'fsw-sqlite-function-chdir': FROM_HERE,
  'fsw-sqlite-options': READ_ONCE,
  'fsw-sqlite-prepared-chdir': FROM_HERE,
  'exe-tool-bash-rshd': 'a child is told that it is not the first shell, so bash never asks for the file',
  'exe-handle-arguments': 'a child is started with what was judged, whatever becomes of the arrays it was told',
  'wrk-options-late': 'the environment of a thread is read once, before any code of the program runs',
};

/** Techniques that no rule refuses but the engine itself, since it can no longer trust what it is told. */
export const failClosed: Readonly<Record<string, string>> = {
  'rcp-errno-setter': 'with a setter for `errno` Node 20 swallows the errors of files, so every file is refused',
  'tam-object-pollution': 'with a polluted `mode` every fs.Stats could lie, so every file is refused',
};
