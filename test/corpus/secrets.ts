import type { Random } from './random.js';

/**
 * A made-up secret: `text` is as it stands in a file or a command, `secret` the part of it that must be gone.
 * Prefixes are put together from parts so that no literal here looks like a key to a scanner.
 */
export interface Specimen {
  readonly secret: string;
  readonly text: string;
}

export interface Family {
  /** The marker that is expected to replace it when it stands alone. */
  readonly label: string;
  readonly make: (random: Random) => Specimen;
}

const join = (...parts: string[]): string => parts.join('');
const whole = (label: string, make: (random: Random) => string): Family => ({
  label,
  make: (random) => {
    const secret = make(random);
    return { secret, text: secret };
  },
});
const within = (label: string, make: (random: Random) => [before: string, secret: string, after?: string]): Family => ({
  label,
  make: (random) => {
    const [before, secret, after = ''] = make(random);
    return { secret, text: before + secret + after };
  },
});
const base64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (random: Random, payload: object): string =>
  [base64Url({ alg: 'HS256', typ: 'JWT' }), base64Url(payload), random.text('url', 43)].join('.');
const pem = (random: Random, kind: string, newline: string, lines = 12): string =>
  [
    join('-----BEGIN ', kind, 'PRIVATE KEY-----'),
    ...Array.from({ length: lines }, () => random.text('base64', 64)),
    `${random.text('base64', 30)}==`,
    join('-----END ', kind, 'PRIVATE KEY-----'),
  ].join(newline);

/** Keys that show by their own form. */
export const KEYS: readonly Family[] = [
  whole('OPENAI_API_KEY', (r) => join('s', 'k-', r.text('alnum', 20), 'T3Blbk', 'FJ', r.text('alnum', 20))),
  whole('OPENAI_API_KEY', (r) => join('s', 'k-proj-', r.text('url', 74), 'T3Blbk', 'FJ', r.text('url', 74))),
  whole('OPENAI_API_KEY', (r) => join('s', 'k-svcacct-', r.text('url', 80))),
  whole('OPENAI_API_KEY', (r) => join('s', 'k-admin-', r.text('url', 80))),
  whole('OPENAI_API_KEY', (r) => join('s', 'k-test-', r.text('alnum', 24))),
  whole('ANTHROPIC_API_KEY', (r) => join('s', 'k-ant-', 'api03-', r.text('url', 93), 'AA')),
  whole('ANTHROPIC_API_KEY', (r) => join('s', 'k-ant-', 'admin01-', r.text('url', 93), 'AA')),
  whole('OPENROUTER_API_KEY', (r) => join('s', 'k-or-v1-', r.text('hex', 64))),
  whole('AWS_ACCESS_KEY_ID', (r) => join('AK', 'IA', r.text('upper', 16))),
  whole('AWS_ACCESS_KEY_ID', (r) => join('AS', 'IA', r.text('upper', 16))),
  whole('GOOGLE_API_KEY', (r) => join('AI', 'za', r.text('url', 35))),
  whole('GOOGLE_OAUTH_TOKEN', (r) => join('ya', '29.', r.text('url', 120))),
  whole('GOOGLE_OAUTH_SECRET', (r) => join('GOC', 'SPX-', r.text('url', 28))),
  whole('GOOGLE_REFRESH_TOKEN', (r) => join('1/', '/0', r.text('url', 90))),
  whole('PRIVATE_KEY', (r) => pem(r, '', '\n')),
  whole('PRIVATE_KEY', (r) => pem(r, 'RSA ', '\n', 24)),
  whole('PRIVATE_KEY', (r) => pem(r, 'EC ', '\r\n', 3)),
  whole('PRIVATE_KEY', (r) => pem(r, 'OPENSSH ', '\\n')),
  whole('PRIVATE_KEY', (r) => pem(r, 'ENCRYPTED ', '\n')),
  whole('PRIVATE_KEY', (r) => Buffer.from(pem(r, 'RSA ', '\n')).toString('base64')),
  whole('AZURE_CLIENT_SECRET', (r) =>
    join(r.text('alnum', 3), r.text('digits', 1), 'Q', '~', r.text('alnum', 31), '.', r.text('alnum', 2)),
  ),
  whole('AZURE_STORAGE_KEY', (r) => join(r.text('base64', 76), '+A', 'St', r.text('base64', 6), '==')),
  whole('AZURE_API_KEY', (r) => join(r.text('alnum', 52), 'JQQ', 'J99', r.text('alnum', 26))),
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((prefix) =>
    whole('GITHUB_TOKEN', (r) => join(prefix, '_', r.text('alnum', 36))),
  ),
  whole('GITHUB_TOKEN', (r) => join('github', '_pat_', r.text('alnum', 22), '_', r.text('alnum', 59))),
  ...['glpat', 'gldt', 'glrt', 'glptt', 'glsoat', 'glft'].map((prefix) =>
    whole('GITLAB_TOKEN', (r) => join(prefix, '-', r.text('url', 20))),
  ),
  whole('GITLAB_TOKEN', (r) => join('glpat', '-', r.text('url', 27), '.01.', r.text('lower', 9))),
  whole('SLACK_TOKEN', (r) =>
    join('xox', 'b-', r.text('digits', 12), '-', r.text('digits', 13), '-', r.text('alnum', 24)),
  ),
  whole('SLACK_TOKEN', (r) =>
    join(
      'xox',
      'p-',
      r.text('digits', 12),
      '-',
      r.text('digits', 12),
      '-',
      r.text('digits', 12),
      '-',
      r.text('hex', 32),
    ),
  ),
  whole('SLACK_TOKEN', (r) =>
    join('xa', 'pp-1-A', r.text('upper', 10), '-', r.text('digits', 13), '-', r.text('hex', 64)),
  ),
  ...['sk_live', 'sk_test', 'rk_live', 'rk_test'].map((prefix) =>
    whole('STRIPE_KEY', (r) => join(prefix, '_', r.text('alnum', r.pick([24, 99])))),
  ),
  whole('STRIPE_WEBHOOK_SECRET', (r) => join('wh', 'sec_', r.text('alnum', 32))),
  whole('TWILIO_API_KEY', (r) => join('S', 'K', r.text('hex', 32))),
  whole('SENDGRID_API_KEY', (r) => join('S', 'G.', r.text('url', 22), '.', r.text('url', 43))),
  whole('NPM_TOKEN', (r) => join('np', 'm_', r.text('alnum', 36))),
  whole('PYPI_TOKEN', (r) => join('py', 'pi-AgEIcHlwaS5vcmc', r.text('url', 150))),
  whole('HUGGINGFACE_TOKEN', (r) => join('h', 'f_', r.text('alnum', 34))),
  whole('GROQ_API_KEY', (r) => join('gs', 'k_', r.text('alnum', 52))),
  whole('SUPABASE_KEY', (r) => join('sb', 'p_', r.text('hex', 40))),
  whole('SUPABASE_KEY', (r) => join('sb', '_secret_', r.text('url', 31))),
  whole('JWT', (r) => jwt(r, { iss: 'supabase', role: 'service_role', iat: r.int(1e9) })),
  whole('JWT', (r) => jwt(r, { sub: r.text('digits', 10), name: 'A B' })),
  whole('VAULT_TOKEN', (r) => join('hv', 's.', r.text('url', 90))),
  whole('XAI_API_KEY', (r) => join('xa', 'i-', r.text('alnum', 80))),
];

const password = (r: Random): string =>
  r.pick([r.text('alnum', 12), `${r.text('lower', 6)}!${r.text('alnum', 4)}`, `P@ss-${r.text('alnum', 8)}`]);
const opaque = (r: Random): string =>
  r.pick([r.text('alnum', 32), r.text('hex', 40), r.text('url', 24), `${r.text('base64', 43)}=`]);

/** Secrets that show by what stands around them. */
export const IN_CONTEXT: readonly Family[] = [
  within('AWS_SECRET_ACCESS_KEY', (r) => ['aws_secret_access_key = ', r.text('base64', 40)]),
  within('AWS_SECRET_ACCESS_KEY', (r) => ['{"SecretAccessKey": "', r.text('base64', 40), '"}']),
  within('AWS_SECRET_ACCESS_KEY', (r) => ['export AWS_SECRET_ACCESS_KEY=', r.text('base64', 40), ' && aws s3 ls']),
  within('TOKEN', (r) => ['AWS_SESSION_TOKEN=', r.text('base64', 200)]),
  within('AZURE_STORAGE_KEY', (r) => [
    'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=',
    `${r.text('base64', 86)}==`,
    ';EndpointSuffix=core.windows.net',
  ]),
  within('AZURE_SHARED_ACCESS_KEY', (r) => [
    'Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=',
    `${r.text('base64', 43)}=`,
  ]),
  within('AZURE_SAS_SIGNATURE', (r) => [
    'https://a.blob.core.windows.net/c?sv=2024-01-01&se=2026-01-01&sp=r&sig=',
    `${r.text('alnum', 40)}%3D`,
  ]),
  within('SLACK_WEBHOOK', (r) => [
    join('https://hooks.', 'slack.com/services/'),
    join('T', r.text('upper', 8), '/B', r.text('upper', 8), '/', r.text('alnum', 24)),
  ]),
  within('BEARER_TOKEN', (r) => ['Authorization: Bearer ', opaque(r)]),
  within('BEARER_TOKEN', (r) => ['curl -H "authorization: bearer ', r.text('hex', 32), '" https://api.example.com']),
  within('BEARER_TOKEN', (r) => ['{"Authorization":"Bearer ', r.text('url', 40), '"}']),
  within('BASIC_AUTH', (r) => ['Authorization: Basic ', Buffer.from(`user:${password(r)}`).toString('base64')]),
  within('BASIC_AUTH', (r) => ['proxy-authorization: Basic ', Buffer.from(`admin:${password(r)}`).toString('base64')]),
  within('AUTHORIZATION', (r) => ['Authorization: token ', r.text('hex', 40)]),
  within('AUTHORIZATION', (r) => ['{"authorization": "', r.text('alnum', 32), '"}']),
  within('COOKIE', (r) => ['Cookie: ', `sid=${r.text('alnum', 32)}`, '\r\nAccept: */*']),
  within('COOKIE', (r) => ['set-cookie: ', `session=${r.text('base64', 64)}; Path=/; HttpOnly`]),
  within('URL_PASSWORD', (r) => ['https://user:', r.text('alnum', 12), '@example.com/repo.git']),
  within('URL_PASSWORD', (r) => ['postgres://app:', password(r), '@db.internal:5432/app?sslmode=require']),
  within('URL_PASSWORD', (r) => ['postgresql://app:', `a/b#c?${r.text('alnum', 8)}`, '@db.internal/app']),
  within('URL_PASSWORD', (r) => ['mongodb+srv://app:', r.text('alnum', 16), '@cluster0.abcde.mongodb.net/test']),
  within('URL_PASSWORD', (r) => ['redis://:', r.text('alnum', 20), '@localhost:6379/0']),
  within('URL_PASSWORD', (r) => ['mysql://root:', `x@${r.text('alnum', 8)}`, '@localhost/db']),
  within('URL_USER', (r) => ['https://', r.text('hex', 32), '@o1.ingest.sentry.io/1']),
  within('PASSWORD', (r) => [
    'Server=tcp:a.database.windows.net,1433;User ID=sa;Password=',
    r.text('alnum', 14),
    ';Encrypt=True',
  ]),
  within('PASSWORD', (r) => ['Data Source=a;Pwd=', r.text('alnum', 10), ';']),
  within('PASSWORD', (r) => ['jdbc:postgresql://h/db?user=a&password=', r.text('alnum', 10), '&ssl=true']),
  within('TOKEN', (r) => ['https://example.com/hook?token=', opaque(r), '']),
  within('TOKEN', (r) => ['https://example.com/cb?state=1&access_token=', r.text('url', 40), '&type=x']),
  within('API_KEY', (r) => ['GET /v1/items?page=2&api_key=', r.text('hex', 32), ' HTTP/1.1']),
  within('URL_KEY', (r) => ['https://maps.example.com/json?key=', r.text('url', 39), '&q=1']),
  within('URL_SIGNATURE', (r) => [
    'https://b.s3.amazonaws.com/k?X-Amz-Date=20260101T000000Z&X-Amz-Signature=',
    r.text('hex', 64),
  ]),
  within('URL_CODE', (r) => ['https://example.com/callback?code=', r.text('url', 60), '&state=abc']),
  within('PASSWORD', (r) => ['DB_PASSWORD=', password(r)]),
  within('PASSWORD', (r) => ['password: ', r.text('alnum', 10), '\nuser: bob']),
  within('PASSWORD', (r) => ['{"user":"bob","password":"', `a b\\"${r.text('alnum', 10)}`, '"}']),
  within('PASSWORD', (r) => ['psql "host=h user=u password=', r.text('alnum', 9), ' dbname=d"']),
  within('PASSWORD', (r) => ['mysqldump --password=', password(r), ' db']),
  within('PASSWORD', (r) => ['vault login --password ', r.text('alnum', 9), ' -x']),
  within('PASSWORD', (r) => ['["mysql","--password","', r.text('alnum', 9), '"]']),
  within('PASSWORD', (r) => ["auth: { user: 'a', pass: '", r.text('alnum', 12), "' }"]),
  within('PASSWORD', (r) => ['<password>', r.text('alnum', 12), '</password>']),
  within('PASSWORD', (r) => ["export PGPASSWORD='", `it s ${r.text('alnum', 8)}`, "'; psql"]),
  within('PASSWORD', (r) => ['node -e "connect({\\"password\\":\\"', r.text('alnum', 12), '\\"})"']),
  within('PASSWORD', (r) => ['sasl_password=', `LI${r.text('base64', 20)}==`]),
  within('LOGIN', (r) => ['curl -u admin:', r.text('alnum', 12), ' https://example.com']),
  within('SECRET', (r) => ['client_secret=', r.text('alnum', 30), '&grant_type=client_credentials']),
  within('SECRET', (r) => ['clientSecret: "', r.text('alnum', 30), '"']),
  within('SECRET', (r) => ['JWT_SECRET=', r.text('lower', 16)]),
  within('API_KEY', (r) => ['x-api-key: ', r.text('hex', 32)]),
  within('API_KEY', (r) => ['{"apiKey":"', r.text('alnum', 24), '"}']),
  within('API_KEY', (r) => ['["x-api-key","', r.text('alnum', 24), '"]']),
  within('API_KEY', (r) => ['Ocp-Apim-Subscription-Key: ', r.text('hex', 32)]),
  within('API_KEY', (r) => ['ENCRYPTION_KEY=', `${r.text('base64', 43)}=`]),
  within('TOKEN', (r) => ['//registry.example.com/:_authToken=', opaque(r)]),
  within('AUTH', (r) => ['//registry.example.com/:_auth="', `${r.text('base64', 42)}==`, '"']),
  within('TOKEN', (r) => ['TWILIO_AUTH_TOKEN=', r.text('hex', 32)]),
  within('TOKEN', (r) => ['X-Vault-Token: ', r.text('alnum', 26)]),
];
