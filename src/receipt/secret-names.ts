/** Words that make a name a secret's name, wherever they stand in it; also as the end of a run-together word (`DBPASSWORD`). */
const SECRET_WORD =
  /^(?:\w*(?:password|passwd|passphrase|passcode|secret|secrets|(?:auth|access|api|bearer|bot|gh|github|gitlab|hf|id|npm|refresh|session|slack)token|apikeys?|accesskey|secretkey|privatekey|authkey|accountkey|signingkey|authorization)|token|jwt|bearer|mnemonic)$/;

/** Words that are a secret's name only at the end of a longer one (`DB_PASS`, `GITHUB_PAT`, `NPM_AUTH`). */
const SECRET_TAIL = new Set(['pass', 'pat', 'sas', 'pem', 'creds', 'cookie', 'salt', 'pepper']);

/** What may stand before `KEY` in the name of something that is no secret. */
const HARMLESS_KEY = new Set(
  `public publishable pub anon primary foreign unique composite sort partition range hash row column field index map object dict
  json cache lookup idempotency dedupe group route query param translation i18n locale message react list item node tree data
  shortcut hot arrow enter escape tab shift ctrl control meta alt cmd command delete up down left right any press on event host
  config setting property prop attribute state file path name type id by at sub key answer major minor music menu`.split(
    /\s+/,
  ),
);

/** What may stand before `TOKEN` in the name of something that is no secret. */
const HARMLESS_TOKEN = new Set(
  `page next prev previous sync continuation cursor cancel cancellation idempotency bos eos pad unk sep cls mask stop special per
  last first current unexpected syntax lexer max min each input output prompt completion image audio text word significant keyword question exclamation readonly equals`.split(
    /\s+/,
  ),
);

/** Last words that say the name holds something about a secret, not the secret. */
const DESCRIPTOR = new Set(
  `file files path paths dir directory folder sock socket url uri endpoint host hostname port domain region id ids identifier name
  names user username email label title text placeholder hint field input form page view button icon type types kind class mode
  method algorithm alg format encoding charset prefix suffix header headers issuer audience scope scopes ttl age expiry expires
  expiration lifetime timeout seconds minutes in at on by limit limits max min length size count counts usage used total budget
  cost price rate ratio index offset position start end enabled disabled required optional valid invalid verified exists present
  parallelism version policy rule rules strength reset rotation rotate provider service manager store storage backend command cmd
  program helper script hook error errors status state message reason help docs link strategy handler factory options config
  configuration settings params schema validator regex pattern parser reader writer stream counter bucket generator fn func
  callback hash hashes hint sha256 digest fingerprint arn ref references mount volume map list table column plugin support info
  metadata details stdin prompt`.split(/\s+/),
);

const WORD = /[A-Z]{1,64}(?![a-z])|[A-Z]?[a-z]{1,64}|[0-9]{1,64}/g;
const LONGEST_NAME = 128;
/** A longer name is a sentence. */
const MOST_WORDS = 8;
const NPM_OWN = /^npm_(?:package|lifecycle|config)_/i;
const NPM_SECRET = /(?:_auth|authtoken|_password|_otp)$/i;
const NOT_VALUES = new Set(['google_application_credentials', 'ssh_auth_sock']);

/** The words of a name in lower case, split at punctuation and at changes of case, trailing numbers dropped. */
function wordsOf(name: string): string[] {
  const words =
    (name.length > LONGEST_NAME ? name.slice(-LONGEST_NAME) : name).match(WORD)?.map((word) => word.toLowerCase()) ??
    [];
  while (words.length > 1 && /^[0-9]/.test(words.at(-1) ?? '')) words.pop();
  return words;
}

/** Whether a name that ends in these two words is a secret's; the words in front of them do not matter. */
function endsSecretly(last: string, before: string | undefined): boolean {
  if (last === 'auth' || /^(?:credentials?|connectionstring|connstr)$/.test(last)) return true;
  if (before === undefined) return false;
  if (last === 'string') return before === 'connection';
  if (last === 'pwd') return before !== 'old' && before !== 'init';
  if (last === 'tokens') return /^(?:access|api|auth|bearer|bot|refresh)$/.test(before);
  if (last === 'keys') return /^(?:access|api|auth|encryption|master|private|secret|service|signing)$/.test(before);
  return SECRET_TAIL.has(last) || (last === 'key' && !HARMLESS_KEY.has(before));
}

/** A word, or two that one may write as one (`passWord`). */
const isSecret = (word: string): boolean => SECRET_WORD.test(word);

/** Whether a variable, header, flag or key of that name is likely to hold a secret; about the name only, never about the value. */
export function looksSecret(name: string): boolean {
  if (NOT_VALUES.has(name.toLowerCase())) return false;
  if (NPM_OWN.test(name)) return NPM_SECRET.test(name) && !/always_auth$/i.test(name);
  const words = wordsOf(name);
  const last = words.at(-1);
  const before = words.at(-2);
  if (last === undefined || words.length > MOST_WORDS) return false;
  if (before !== undefined && (DESCRIPTOR.has(last) || (last === 'token' && HARMLESS_TOKEN.has(before)))) return false;
  return (
    words.some((word, at) => isSecret(word) || isSecret((words[at - 1] ?? '') + word)) || endsSecretly(last, before)
  );
}

/** Values that say nothing although their variable's name looks secret. */
const PLAIN = new Set([
  'undefined',
  'disabled',
  'required',
  'optional',
  'development',
  'production',
  'localhost',
  '[object Object]',
]);
const SHORTEST_VALUE = 8;
const PLACE =
  /^(?:~|\.{1,2})?\/(?:[\w.@+-]{1,64}\/){0,32}[\w@+-]{0,64}\.\w{1,8}$|^\/(?:home|Users|root|run|var|etc|tmp|usr|opt|app|srv|mnt|proc|dev|secrets)\//;
const LOGIN = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]{0,256}:([^\s]{1,1024})@/i;

/**
 * The variables whose values must not reach a receipt: those with a secret-looking name and at least 8 characters of value that
 * are not a plain word or a path, and the password inside any variable that is a URL with one.
 */
export function secretVariables(
  variables: Readonly<Record<string, string | undefined>>,
): { name: string; value: string }[] {
  const found: { name: string; value: string }[] = [];
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined || value.length < SHORTEST_VALUE) continue;
    const password = LOGIN.exec(value)?.[1];
    if (password !== undefined && password.length >= SHORTEST_VALUE) found.push({ name, value: password });
    if (looksSecret(name) && !PLAIN.has(value) && !PLACE.test(value)) found.push({ name, value });
  }
  return found;
}
