import { describe, expect, it } from 'vitest';
import { looksSecret, secretVariables } from '../../../src/receipt/secret-names.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

describe('looksSecret', () => {
  it.each(
    words(`OPENAI_API_KEY ANTHROPIC_API_KEY AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN GITHUB_TOKEN GH_TOKEN GITHUB_PAT DB_PASSWORD
      DBPASSWORD PGPASSWORD MYSQL_PWD SMTP_PASS NPM_TOKEN NODE_AUTH_TOKEN JWT_SECRET SECRET_KEY_BASE CLIENT_SECRET clientSecret
      apiKey openaiApiKey APIKey x-api-key X-Vault-Token STRIPE_SECRET_KEY ENCRYPTION_KEY SSH_PRIVATE_KEY API_KEYS API_TOKENS
      SESSION_COOKIE AZURE_STORAGE_CONNECTION_STRING connectionString CREDENTIALS GCP_CREDENTIALS REGISTRY_AUTH PASSPHRASE
      GPG_PASSPHRASE API_KEY_2 password secret token npm_config__auth npm_config__authToken accessToken refresh_token`),
  )('%s', (name) => expect(looksSecret(name)).toBe(true));

  it.each(
    words(`PATH HOME PWD OLDPWD INIT_PWD SSH_AUTH_SOCK TOKENIZERS_PARALLELISM XAUTHORITY GIT_ASKPASS SSH_ASKPASS
      npm_config_userconfig npm_config_auth_type npm_config_always_auth npm_package_name MAX_TOKENS max_tokens token_count
      total_tokens secretary author AUTHOR authority tokenizationId TOKEN_URL AUTH_TYPE AUTH_URL OAUTH_CLIENT_ID SECRET_NAME
      PASSWORD_FILE PASSWORD_POLICY GOOGLE_APPLICATION_CREDENTIALS AWS_SHARED_CREDENTIALS_FILE STRIPE_PUBLISHABLE_KEY PUBLIC_KEY
      CACHE_KEY primary_key sortKey key keyboard monkey pass compass bypass nextPageToken eos_token PASSWORD_MIN_LENGTH
      CREDENTIAL_PROVIDER KEYRING_PATH tokens keys LESSKEY HISTORY`),
  )('not %s', (name) => expect(looksSecret(name)).toBe(false));

  it('is quick with a name of any length', () => expect(looksSecret('a_'.repeat(100_000))).toBe(false));
});

describe('secretVariables', () => {
  it('gives values of 8 characters and more under secret names, and passwords inside URLs', () => {
    expect(
      secretVariables({
        API_KEY: 'abcdefgh',
        SHORT_TOKEN: 'abcdefg',
        HOME: '/home/somebody',
        DATABASE_URL: 'postgres://app:correct-horse@db/app',
        REDIS_URL: 'redis://localhost:6379/0',
        SERVICE_TOKEN: undefined,
        DEPLOY_SECRET: '/run/secrets/deploy',
        OTHER_SECRET: './config/secret.json',
        AWS_SECRET_ACCESS_KEY: '/abc+def/ghi123',
        APP_AUTH: 'disabled',
      }),
    ).toEqual([
      { name: 'API_KEY', value: 'abcdefgh' },
      { name: 'DATABASE_URL', value: 'correct-horse' },
      { name: 'AWS_SECRET_ACCESS_KEY', value: '/abc+def/ghi123' },
    ]);
  });
});
