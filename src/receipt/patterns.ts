import {
  authName,
  basicValue,
  bearerValue,
  cookieValue,
  headerValue,
  keyValue,
  loginValue,
  mixedRun,
  passwordValue,
  secretName,
  secretValue,
  tokenValue,
} from './plausible.js';
import type { Found } from './plausible.js';

/**
 * One kind of secret. A text is looked at only where an anchor stands; from there
 * - with `body`: the anchor and the `body` behind it are the secret;
 * - with `secret`: `before` starts at the anchor and stays, `secret` behind it is replaced. With `lead`, the match starts that
 *   many characters in front of the anchor.
 *
 * Regular expressions must take time linear in the text: one class to a quantifier, no nested quantifiers, and
 * an unbounded quantifier only where the scans of two anchors cannot overlap.
 */
export type Pattern = {
  readonly label: string;
  /** At least three characters each; in lower case when `fold` is set. */
  readonly anchors: readonly string[];
  /** Letters of either case match. */
  readonly fold?: true;
  /** What must not stand in front: a letter or digit by default, `glued` = nothing is barred, `chain` = also `_` and `-`. */
  readonly edge?: 'glued' | 'chain';
  /** Asked before the regular expression runs. */
  readonly when?: (text: string, at: number) => boolean;
  /** Asked of what the regular expression found. */
  readonly check?: (found: Found) => boolean;
} & ({ readonly body: RegExp } | { readonly before?: RegExp; readonly secret: RegExp; readonly lead?: number });

const HEX = '0123456789abcdef'.split('');
const DIGITS = HEX.slice(0, 10);

/** Secrets that show by their own form. The first one that fits names the marker. */
// prettier-ignore
export const FORMATS: readonly Pattern[] = [
  // --- models
  { label: 'ANTHROPIC_API_KEY', anchors: ['sk-ant-'], body: /[\w-]{16,}/ },
  { label: 'OPENROUTER_API_KEY', anchors: ['sk-or-'], body: /[\w-]{20,}/ },
  { label: 'LANGFUSE_SECRET_KEY', anchors: ['sk-lf-'], body: /[\w-]{20,}/ },
  { label: 'OPENAI_API_KEY', anchors: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], body: /[\w-]{20,}/ },
  { label: 'OPENAI_API_KEY', anchors: ['sk-'], body: /[A-Za-z0-9]{20,}[\w-]*/ },
  { label: 'OPENAI_API_KEY', anchors: ['sk-'], body: /[a-z]{2,12}-[\w-]{16,}/, check: mixedRun },
  { label: 'OPENAI_SESSION_KEY', anchors: ['sess-'], body: /[A-Za-z0-9]{40,}/ },
  { label: 'HUGGINGFACE_TOKEN', anchors: ['hf_', 'api_org_'], body: /[A-Za-z0-9]{30,}/ },
  { label: 'GROQ_API_KEY', anchors: ['gsk_'], body: /[A-Za-z0-9]{32,}/ },
  { label: 'XAI_API_KEY', anchors: ['xai-'], body: /[A-Za-z0-9]{40,}/ },
  { label: 'PERPLEXITY_API_KEY', anchors: ['pplx-'], body: /[A-Za-z0-9]{40,}/ },
  { label: 'REPLICATE_API_TOKEN', anchors: ['r8_'], body: /[A-Za-z0-9]{37,}/ },
  { label: 'NVIDIA_API_KEY', anchors: ['nvapi-'], body: /[\w-]{40,}/ },
  { label: 'CEREBRAS_API_KEY', anchors: ['csk-'], body: /[a-z0-9]{40,}/ },
  { label: 'LANGSMITH_API_KEY', anchors: ['lsv2_pt_', 'lsv2_sk_'], body: /[A-Za-z0-9_]{32,}/ },
  { label: 'PINECONE_API_KEY', anchors: ['pcsk_'], body: /\w{40,}/ },
  { label: 'TAVILY_API_KEY', anchors: ['tvly-'], body: /[\w-]{20,}/ },
  // what is distinct enough to be seen where a text runs into it
  { label: 'ANTHROPIC_API_KEY', anchors: ['sk-ant-'], edge: 'glued', body: /[\w-]{32,}/, check: mixedRun },
  { label: 'OPENAI_API_KEY', anchors: ['sk-proj-', 'sk-svcacct-'], edge: 'glued', body: /[\w-]{32,}/, check: mixedRun },
  { label: 'GOOGLE_API_KEY', anchors: ['AIzaSy'], edge: 'glued', body: /[\w-]{33,}/ },
  { label: 'GITHUB_TOKEN', anchors: ['ghp_', 'gho_', 'ghu_', 'ghr_', 'github_pat_'], edge: 'glued', body: /\w{36,}/, check: mixedRun },
  // --- clouds
  { label: 'AWS_SECRET_ACCESS_KEY', anchors: ['AKIA', 'ASIA'], before: /A[KS]IA[A-Z0-9]{16}["']?(?:[\s,:;|]|\\[nrt]){1,4}["']?/, secret: /[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/ },
  { label: 'AWS_ACCESS_KEY_ID', anchors: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], body: /[A-Z0-9]{16}(?![A-Za-z0-9])/ },
  { label: 'AWS_BEDROCK_API_KEY', anchors: ['ABSK'], body: /[A-Za-z0-9+/]{100,}={0,2}/ },
  { label: 'GOOGLE_API_KEY', anchors: ['AIza'], body: /[\w-]{35,}/ },
  { label: 'GOOGLE_API_KEY', anchors: ['AQ.Ab'], body: /[\w-]{30,}/ },
  { label: 'GOOGLE_OAUTH_TOKEN', anchors: ['ya29.'], body: /[\w.-]{16,}/ },
  { label: 'GOOGLE_OAUTH_SECRET', anchors: ['GOCSPX-'], body: /[\w-]{16,}/ },
  { label: 'GOOGLE_REFRESH_TOKEN', anchors: ['1//0'], body: /[\w-]{20,}/ },
  { label: 'AZURE_STORAGE_KEY', anchors: ['accountkey='], fold: true, before: /accountkey=/, secret: /[A-Za-z0-9+/]{20,}={0,2}/ },
  { label: 'AZURE_STORAGE_KEY', anchors: ['+ASt'], lead: 76, secret: /[A-Za-z0-9+/]{76}\+ASt[A-Za-z0-9+/]{6}={0,2}/ },
  { label: 'AZURE_COSMOS_KEY', anchors: ['ACDb'], lead: 76, secret: /[A-Za-z0-9+/]{76}ACDb[A-Za-z0-9+/]{6}={0,2}/ },
  { label: 'AZURE_SHARED_ACCESS_KEY', anchors: ['sharedaccesskey='], fold: true, before: /sharedaccesskey=/, secret: /[A-Za-z0-9+/]{20,}={0,2}/ },
  { label: 'AZURE_SAS_SIGNATURE', anchors: ['sig='], edge: 'chain', before: /(?<=[?&;\s"'])sig=/, secret: /[A-Za-z0-9%+/=]{20,}/ },
  { label: 'AZURE_CLIENT_SECRET', anchors: DIGITS.map((digit) => `${digit}Q~`), lead: 3, edge: 'chain', secret: /[\w~.-]{3}[0-9]Q~[\w~.-]{30,40}/ },
  { label: 'AZURE_API_KEY', anchors: ['JQQJ99'], lead: 52, secret: /[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{20,32}/ },
  { label: 'AZURE_DEVOPS_TOKEN', anchors: ['AZDO'], lead: 76, secret: /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}/ },
  { label: 'DIGITALOCEAN_TOKEN', anchors: ['dop_v1_', 'doo_v1_', 'dor_v1_'], body: /[a-f0-9]{40,}/ },
  { label: 'DATABRICKS_TOKEN', anchors: HEX.map((digit) => `dapi${digit}`), body: /[a-f0-9]{31}(?:-[0-9])?/ },
  // --- code and packages
  { label: 'GITHUB_TOKEN', anchors: ['ghp_', 'gho_', 'ghu_', 'ghr_'], body: /[A-Za-z0-9]{30,}/ },
  { label: 'GITHUB_TOKEN', anchors: ['ghs_'], body: /[\w.-]{30,}/ },
  { label: 'GITHUB_TOKEN', anchors: ['github_pat_'], body: /\w{22,}/ },
  { label: 'GITLAB_TOKEN', anchors: ['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glrtr-', 'glcbt-', 'glft-', 'glimt-', 'glagent-', 'gloas-', 'glsoat-', 'glffct-', 'glwt-'], body: /[\w.-]{20,}/ },
  { label: 'GITLAB_TOKEN', anchors: ['GR1348941'], body: /[\w-]{20,}/ },
  { label: 'NPM_TOKEN', anchors: ['npm_'], body: /[A-Za-z0-9]{36,}/ },
  { label: 'PYPI_TOKEN', anchors: ['pypi-'], body: /Ag[\w-]{50,}/ },
  { label: 'RUBYGEMS_API_KEY', anchors: ['rubygems_'], body: /[a-f0-9]{48}/ },
  { label: 'DOCKER_TOKEN', anchors: ['dckr_pat_', 'dckr_oat_'], body: /[\w-]{20,}/ },
  { label: 'ATLASSIAN_TOKEN', anchors: ['ATATT3', 'ATCTT3', 'ATBB'], body: /[\w=-]{24,}/ },
  { label: 'LINEAR_API_KEY', anchors: ['lin_api_'], body: /[A-Za-z0-9]{30,}/ },
  { label: 'NOTION_TOKEN', anchors: ['ntn_'], body: /[A-Za-z0-9]{40,}/ },
  // --- messages and money
  { label: 'SLACK_TOKEN', anchors: ['xoxa-', 'xoxb-', 'xoxc-', 'xoxd-', 'xoxe-', 'xoxe.', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'], body: /[\w.%+/-]{10,}/ },
  { label: 'SLACK_WEBHOOK', anchors: ['hooks.slack'], before: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\//, secret: /[\w/-]{20,}/ },
  { label: 'DISCORD_WEBHOOK', anchors: ['/api/webhooks/'], edge: 'glued', before: /\/api\/webhooks\/[0-9]{15,22}\//, secret: /[\w-]{60,}/ },
  { label: 'TELEGRAM_BOT_TOKEN', anchors: [':AA'], edge: 'glued', before: /(?<=[0-9]{8,12}):/, secret: /AA[\w-]{33}(?![\w-])/ },
  { label: 'STRIPE_KEY', anchors: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_org_', 'ek_live_'], body: /[A-Za-z0-9_]{16,}/ },
  { label: 'STRIPE_WEBHOOK_SECRET', anchors: ['whsec_'], body: /[A-Za-z0-9+/]{24,}={0,2}/ },
  { label: 'TWILIO_API_KEY', anchors: HEX.map((digit) => `SK${digit}`), body: /[a-f0-9]{31}(?![A-Za-z0-9])/ },
  { label: 'TWILIO_ACCOUNT_SID', anchors: HEX.map((digit) => `AC${digit}`), body: /[a-f0-9]{31}(?![A-Za-z0-9])/ },
  { label: 'SENDGRID_API_KEY', anchors: ['SG.'], body: /[\w-]{16,}\.[\w-]{16,}/ },
  { label: 'SHOPIFY_TOKEN', anchors: ['shpat_', 'shpca_', 'shppa_', 'shpss_'], body: /[a-fA-F0-9]{32,}/ },
  { label: 'MAILGUN_API_KEY', anchors: HEX.map((digit) => `key-${digit}`), body: /[a-f0-9]{31}(?![A-Za-z0-9])/ },
  // --- running things
  { label: 'SUPABASE_KEY', anchors: ['sbp_', 'sb_secret_'], body: /[\w-]{20,}/ },
  { label: 'VAULT_TOKEN', anchors: ['hvs.', 'hvb.', 'hvr.'], body: /[\w-]{24,}/ },
  { label: 'TERRAFORM_TOKEN', anchors: ['.atlasv1.'], lead: 14, secret: /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}/ },
  { label: 'DOPPLER_TOKEN', anchors: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'], body: /[\w.-]{40,}/ },
  { label: 'GRAFANA_TOKEN', anchors: ['glsa_', 'glc_'], body: /[A-Za-z0-9_=+/-]{32,}/ },
  { label: 'SENTRY_TOKEN', anchors: ['sntrys_', 'sntryu_'], body: /[A-Za-z0-9_=+/-]{32,}/ },
  { label: 'NEW_RELIC_KEY', anchors: ['NRAK-'], body: /[A-Z0-9]{27}/ },
  { label: 'POSTMAN_API_KEY', anchors: ['PMAK-'], body: /[a-f0-9]{24}-[a-f0-9]{34}/ },
  { label: 'AGE_SECRET_KEY', anchors: ['AGE-SECRET-KEY-1'], body: /[A-Z0-9]{50,}/ },
  // --- whatever the issuer
  {
    label: 'PRIVATE_KEY',
    anchors: ['-----BEGIN'],
    edge: 'glued',
    body:
      /(?:[A-Z0-9 +]|%20){1,40}PRIVATE(?:[ +]|%20)KEY(?:[ +]BLOCK)?-----(?:(?:\\{1,4}[nr]|\s){1,4}(?:[A-Za-z-]{3,24}: [^\r\n\\]{1,160}(?:\\{1,4}[nr]|\s){1,4}){1,8})?(?:[A-Za-z0-9+/=\s]|\\{1,4}[nrt]|%[0-9A-Fa-f]{2}){16,}(?:-----END(?:[A-Z0-9 +]|%20){1,40}KEY(?:[ +]BLOCK)?-----)?/,
  },
  // base64 of "-----BEGIN", unless a certificate or a public key begins
  { label: 'PRIVATE_KEY', anchors: ['LS0tLS1CRUdJTi'], body: /(?!BDRVJU|BQVUJM)[A-Za-z0-9+/=]{20,}/ },
  { label: 'JWT', anchors: ['eyJ'], edge: 'chain', body: /[\w-]{8,}\.(?:eyJ[\w-]{8,}(?:\.[\w-]*)?|[\w-]*(?:\.[\w-]+){3})/ },
];

/** What may follow the anchor of a name up to the value: the rest of the name, a quote, a separator, an opening quote. */
const ASSIGNED =
  /[\w.-]{0,64}(?:(?:\\{0,15}["'])?\s{0,4}(?::=|=>|={1,3}|:(?!:)|%3[ADad]|>)[^\S\r\n]{0,4}|[ \t]{1,4}|\0|\\{0,15}["'],[ \t]?(?=\\{0,15}["']))(?:\\{0,15}["'`])?/;
/** The value: in quotes up to the closing one; else up to a space, and up to a `,`, `;`, `&`, `)`, `}` or `]` that ends it. */
const VALUE = [
  /(?<=\\["'])(?:[^"'\\\r\n\0]|\\(?!\\{0,15}["']))/,
  /(?<=[^\\]")(?:[^"\\\r\n\0]|\\[^\r\n\0])/,
  /(?<=[^\\]')(?:[^'\\\r\n\0]|\\[^\r\n\0])/,
  /(?<=`)[^`\r\n\0]/,
  /(?<=[^"'`])(?![[{(,;&)}\]]|\\[nrt])(?:[^\s"'`<,;&)}\]\0]|[,;&)}\]](?=[\w!@#$%^*+/-])(?![\w.%-]{1,64}[=:]))/,
];
const value = (shortest: number): RegExp =>
  new RegExp(VALUE.map(({ source }) => `${source}{${String(shortest)},}`).join('|'));
const named = { fold: true, edge: 'glued', before: ASSIGNED, when: secretName } as const;

/** Secrets that show by what stands in front of them. */
// prettier-ignore
export const CONTEXTS: readonly Pattern[] = [
  { label: 'BEARER_TOKEN', anchors: ['bearer'], fold: true, before: /bearer(?:\s|%20|\+|:){1,3}["']?/, secret: /[\w.~+/=-]{8,}/, check: bearerValue },
  { label: 'BASIC_AUTH', anchors: ['basic'], fold: true, before: /basic(?:\s|%20|\+){1,3}/, secret: /[A-Za-z0-9+/]{6,}={0,2}/, check: basicValue },
  // the password of a database may hold any character
  {
    label: 'URL_PASSWORD',
    anchors: ['postgres', 'mysql', 'mariadb', 'mongodb', 'redis', 'amqp', 'mssql', 'sqlserver', 'clickhouse', 'cockroach'],
    fold: true,
    before: /[a-z]{4,12}(?:\+[a-z0-9]{1,16})?:\/\/[^\s:/@"'<>\0]{0,128}:/,
    secret: /(?:(?!:\/\/)[^\s"'`<>\0])+(?=@)/,
  },
  { label: 'URL_PASSWORD', anchors: ['://'], edge: 'glued', before: /:\/\/[^\s/?#@:"'`<>\0]{0,256}:/, secret: /[^\s/?#"'`<>\0]+(?=@(?!sha[0-9]))/ },
  { label: 'URL_USER', anchors: ['://'], edge: 'glued', before: /:\/\//, secret: /[A-Za-z0-9_-]{20,}(?=@)/, check: bearerValue },
  { label: 'URL_SIGNATURE', anchors: ['signature='], fold: true, edge: 'glued', before: /signature=/, secret: /[\w%+/=~.-]{16,}/ },
  { label: 'URL_KEY', anchors: ['key='], fold: true, edge: 'glued', before: /(?<=[?&])key=/, secret: /[\w%+/=~.-]{16,}/ },
  { label: 'URL_CODE', anchors: ['code='], fold: true, edge: 'glued', before: /(?<=[?&])code=/, secret: /[\w%+/=~.-]{20,}/ },
  { label: 'COOKIE', anchors: ['cookie'], fold: true, edge: 'glued', before: /cookie\\{0,15}["']?\s{0,3}[:,]\s{0,3}\\{0,15}["']?/, secret: /[^\s"'\0\\][^\r\n"'\0\\]{7,}/, check: cookieValue },
  {
    label: 'LOGIN',
    anchors: ['-u', '-user'].flatMap((flag) => [' ', '=', '\0', '"', "'"].map((after) => flag + after)),
    edge: 'glued',
    before: /(?<![\w])-u(?:ser)?["']?[ =,\0]{1,2}["']?[\w.@+-]{1,128}:/,
    secret: /[^\s"'\0]{3,}/,
    check: loginValue,
  },
  { label: 'PASSWORD', anchors: ['sshpass'], before: /sshpass["']?[ ,\0]{1,2}["']?-p["']?[ ,\0]{0,2}["']?/, secret: /[^\s"'\0]{3,}/ },
  { label: 'AUTHORIZATION', anchors: ['authorization'], fold: true, edge: 'glued', before: /authorization\\{0,15}["']?\s{0,3}[:=,]\s{0,3}\\{0,15}["']?(?=(?:digest|oauth|aws4|signature|hawk))/, secret: /[^\r\n\0]{4,}/ },
  { label: 'AUTHORIZATION', anchors: ['authorization'], fold: true, edge: 'glued', before: /authorization\\{0,15}["']?\s{0,3}[:=,]\s{0,3}\\{0,15}["'`]?(?:[a-z][\w-]{1,30}[ ]{1,3})?/, secret: /[^\s"'`,;\0]{6,}/, check: headerValue },
  { label: 'AWS_SECRET_ACCESS_KEY', anchors: ['secret_access_key', 'secretaccesskey', 'secret-access-key'], ...named, secret: value(16), check: secretValue },
  { label: 'PASSWORD', anchors: ['pass', 'pwd'], ...named, secret: value(4), check: passwordValue },
  { label: 'SECRET', anchors: ['secret', 'credential', 'mnemonic'], ...named, secret: value(4), check: secretValue },
  { label: 'TOKEN', anchors: ['token', '_jwt', '-jwt', '_pat', '-pat'], ...named, secret: value(8), check: tokenValue },
  { label: 'AUTH', anchors: ['auth', '_sas', '-sas'], ...named, when: authName, secret: value(8), check: keyValue },
  { label: 'API_KEY', anchors: ['_key', '-key', 'ikey', 'skey', 'tkey', 'ekey', 'gkey'], ...named, secret: value(8), check: keyValue },
];
