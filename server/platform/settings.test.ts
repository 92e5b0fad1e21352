import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isOnNetwork, readSettings } from './settings.ts';

const secret = 'k'.repeat(32);
const read = (environment: Record<string, string>) => readSettings({ SECRET_KEY: secret, ...environment });

describe('a setting that is wrong is named', () => {
  test.each([
    [{ NODE_ENV: 'prod' }, 'NODE_ENV should be production, development or test, or not be set'],
    [{ PUBLIC_URL: 'https://guide.example/guide' }, 'PUBLIC_URL should have no path'],
    [{ PUBLIC_URL: 'https://guide.example/?a=1' }, 'PUBLIC_URL should have no path'],
    [{ PUBLIC_URL: 'guide.example' }, 'PUBLIC_URL should be an http(s) address'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY each key should have 32 characters or more'],
    [{ DATABASE_MIGRATION_URL: 'postgres://owner@db/guide' }, 'DATABASE_MIGRATION_URL should be set together'],
    [{ DATABASE_REPLICA_URL: 'postgres://web@copy/guide' }, 'DATABASE_REPLICA_URL should be set together'],
    [
      { DATABASE_URL: 'postgres://web@db/guide', DATABASE_REPLICA_URL: 'copy' },
      'DATABASE_REPLICA_URL should be postgres',
    ],
    [{ MAIL_FROM: 'nonsense' }, 'MAIL_FROM should be an address, or a name with an address in <>'],
    [{ MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM should be an address'],
    [{ INVOICE_PAYMENT: 'x'.repeat(1_001) }, 'INVOICE_PAYMENT should be one line of 1,000 characters at most'],
    [{ INVOICE_PAYMENT: 'Pay\nthere' }, 'INVOICE_PAYMENT should be one line'],
    [{ PRODUCT_NAME: 'x'.repeat(41) }, 'PRODUCT_NAME should have 40 characters at most'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL should be fatal, error, warn, info, debug, trace or silent'],
    [{ METRICS_PORT: '70000' }, 'METRICS_PORT should be a port number'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN should be 32 to 128 letters, digits, - and _'],
    [{ BACKUP_HOURS: '0' }, 'BACKUP_HOURS should be a number of hours, a week at most'],
    [{ LOG_ARCHIVE_DAYS: '0' }, 'LOG_ARCHIVE_DAYS should be a number of days, a year at most'],
    [{ BACKUP_KEEP: 'all' }, 'BACKUP_KEEP should be a number of backups, 1,000 at most'],
    [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS should be on or off'],
    [{ PORT: '65536' }, 'PORT should be a port number'],
    [{ NEWS_SECRETS: 'demo:short' }, 'NEWS_SECRETS should be SOURCE:SECRET with commas between'],
    [{ NEWS_SECRETS: `else:${'n'.repeat(32)}` }, 'NEWS_SECRETS should be SOURCE:SECRET'],
    [{ NEWS_SECRETS: `demo:${'n'.repeat(32)}:x` }, 'NEWS_SECRETS should be SOURCE:SECRET'],
    [{ NEWS_SECRETS: 'n'.repeat(32) }, 'NEWS_SECRETS should be SOURCE:SECRET'],
    [{ NEWS_SECRETS: `fareharbor:${'n'.repeat(32)}` }, "those of FareHarbor's webhooks: FAREHARBOR_WEBHOOK_SECRETS"],
    [{ FAREHARBOR_WEBHOOK_SECRETS: `${'n'.repeat(32)},short` }, 'FAREHARBOR_WEBHOOK_SECRETS should be secrets with'],
    [{ VIATOR_API_URL: 'api.viator.com' }, 'VIATOR_API_URL should be an http(s) address'],
    [{ VIATOR_API_URL: 'https://api.viator.com/partner?a=1' }, 'VIATOR_API_URL should have no query'],
    [{ VIATOR_API_KEY: 'two words' }, 'VIATOR_API_KEY should be the key of an account'],
    [{ VIATOR_POLL_SECONDS: '0' }, 'VIATOR_POLL_SECONDS should be a number of seconds, a day at most'],
    [{ VIATOR_POLL_SECONDS: '86401' }, 'VIATOR_POLL_SECONDS should be a number of seconds, a day at most'],
    [{ NODE_ENV: 'production' }, 'PUBLIC_URL must be set in production'],
  ])('%j', (environment, words) => {
    expect(() => read(environment)).toThrow(words);
  });
});

test('a sender is an address, with a name or without', () => {
  for (const sender of ['guide@guide.example', 'The Guide <guide@guide.example>', '<guide@guide.example>'])
    expect(read({ MAIL_FROM: sender }).mailFrom).toBe(sender);
});

test('how invoices are paid is told in words, or not at all', () => {
  expect(read({ INVOICE_PAYMENT: ' By wire to 12-345. ' }).invoicePayment).toBe('By wire to 12-345.');
  for (const none of ['', '  ']) expect(read({ INVOICE_PAYMENT: none }).invoicePayment).toBeUndefined();
});

test('an address of the guide is a host, with or without a stroke at its end', () => {
  for (const address of ['https://guide.example', 'https://guide.example/'])
    expect(read({ PUBLIC_URL: address }).publicUrl).toBe('https://guide.example');
  for (const mode of ['development', 'test', '']) expect(read({ NODE_ENV: mode }).production).toBe(false);
});

test.each([
  [{ HOST: '192.168.1.23', PUBLIC_URL: 'http://192.168.1.23:3000' }, true],
  [{}, false],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:3000' }, false],
  // Behind a proxy, or under a name: who asks there is not told of a demo's people.
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.23:3000' }, false],
  [{ HOST: '192.168.1.23', PUBLIC_URL: 'https://guide.example' }, false],
])('with %o the demo is on the network: %s', (environment, isIt) => {
  expect(isOnNetwork(read(environment as Record<string, string>))).toBe(isIt);
});

test('a key is made once, and an empty file, as a full disk leaves it, is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holoholo-key-'));
  try {
    const file = join(folder, 'secret.key');
    writeFileSync(file, '');
    const [made] = readSettings({ DATA_DIR: folder }).secretKeys;
    expect(made.length).toBeGreaterThanOrEqual(32);
    expect(readFileSync(file, 'utf8')).toBe(made);
    expect(readSettings({ DATA_DIR: folder }).secretKeys).toEqual([made]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the demo's platform decides no bookings in production", () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://guide.example',
    SMTP_URL: 'smtp://mail.example:25',
    OIDC_CLIENT_ID: 'client',
    OIDC_CLIENT_SECRET: 'secret',
  };
  expect(read(production).newsSecrets).toEqual([]);
  expect(() => read({ ...production, NEWS_SECRETS: `demo:${'n'.repeat(32)}` })).toThrow(
    'NEWS_SECRETS should not be set in production',
  );
});

test("Viator's feed is read with a key alone, and in production over https", () => {
  expect(read({ VIATOR_API_URL: 'http://127.0.0.1:9/' }).viatorFeed).toBeUndefined();
  const key = { VIATOR_API_KEY: '0123-4567' };
  expect(read(key).viatorFeed).toEqual({
    url: 'https://api.viator.com/partner',
    key: '0123-4567',
    everySeconds: 3_600,
  });
  const feed = { ...key, VIATOR_API_URL: 'http://127.0.0.1:9/', VIATOR_POLL_SECONDS: '5' };
  expect(read(feed).viatorFeed).toEqual({ url: 'http://127.0.0.1:9', key: '0123-4567', everySeconds: 5 });
  const production = {
    ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://guide.example', SMTP_URL: 'smtp://mail.example:25' },
    ...{ OIDC_CLIENT_ID: 'client', OIDC_CLIENT_SECRET: 'secret' },
  };
  expect(() => read({ ...production, ...feed })).toThrow('VIATOR_API_URL should be an https address in production');
});

test('a webhook of FareHarbor may have several secrets', () => {
  const [one, other] = ['f'.repeat(32), 'g'.repeat(128)];
  expect(read({ FAREHARBOR_WEBHOOK_SECRETS: `${one}, ${other}` }).newsSecrets).toEqual([
    { source: 'fareharbor', secret: one },
    { source: 'fareharbor', secret: other },
  ]);
});
