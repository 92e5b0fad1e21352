import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { NewsSource } from '../../contract/news.ts';
import { makeFolder, writeWhole } from './data-folder.ts';
import { type GeocoderSettings, geocoderOf, mapOf, mapShape } from './map-settings.ts';
import { type UpkeepSettings, upkeepOf, upkeepShape } from './upkeep-settings.ts';

/** What a process does of the product: answer requests, work on jobs, or both. */
export type ProcessRole = 'all' | 'web' | 'worker';

/** Everything an operator can set, parsed once. Nothing else in the server reads the environment. */
export interface Settings extends UpkeepSettings {
  production: boolean;
  role: ProcessRole;
  port: number;
  host: string;
  /** Origin that links, e-mails and QR codes point to, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The owner's address, for migrations and the operator's commands; that of the application where no other is set. */
  migrationUrl: string | undefined;
  /** A copy that follows it, from which reports and what guests see are read; undefined where there is none. */
  replicaUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  productName: string;
  /** How advertisers pay their invoices, in the operator's words; undefined where they are to ask. */
  invoicePayment: string | undefined;
  /** Keys of code signatures and cookies, newest first: the first signs, all verify. */
  secretKeys: readonly [string, ...string[]];
  /** What of the demo there is: its guide with simulated booking platforms and the visitors of ninety days, or the guide alone. */
  demoData: 'on' | 'guide' | 'off';
  rateLimits: boolean;
  linkCheck: boolean;
  /** Whether browsers keep the product for use without a network; off takes away what they have. */
  serviceWorker: boolean;
  /** How many proxies in front of us are believed about the caller's address. */
  trustProxy: number;
  logLevel: string;
  /** Whose servers may bring news, each with a secret of its address; a source may have several while they are changed. */
  newsSecrets: readonly { source: NewsSource; secret: string }[];
  /** Who signs people in beside our own e-mail links. */
  oidc: OidcSettings;
  /** Who becomes admin at their first verified sign-in, in lower case. */
  adminEmails: readonly string[];
  fareharbor: { affiliate: string | undefined; affiliateReference: string | undefined };
  viator: { partnerId: string | undefined; campaignMedium: string | undefined };
  /** Where changed bookings of Viator are asked for, with the key of our account; undefined where there is none. */
  viatorFeed: { url: string; key: string; everySeconds: number } | undefined;
  getyourguide: { partnerId: string | undefined };
  /** Origin of the demo's own booking platforms, to which its booking links lead once they are there. Never in production. */
  simulatedPlatforms?: string;
  /** Where pictures of the map come from, with {z}, {x} and {y}, and whom to name for them. */
  mapTiles: { standard: string; satellite: string; attribution: string };
  /** Where this server asks for them in the browsers' stead; undefined where browsers do so themselves. */
  mapSources: { standard: string; satellite: string } | undefined;
  geocoder: GeocoderSettings | undefined;
}

export interface OidcSettings {
  /** The pinned issuer. Null: the demo's own, which is set when it has started. */
  issuer: string | null;
  clientId: string;
  clientSecret: string;
  /** Whether it is the demo's own provider with the demo's people. */
  isDemo: boolean;
}

/** A setting that cannot be used; the message names it and says what it should be. */
export class SettingsError extends Error {}

/** Makes DATA_DIR, and sees that files can be made in it. @throws SettingsError naming it where that cannot be. */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw unusableDataFolder(dataDir, error);
  }
}

const unusableDataFolder = (dataDir: string, error: unknown) =>
  new SettingsError(
    `DATA_DIR should be a folder that can be made and written to, and ${dataDir} is none (${(error as Error).message})`,
  );

export const googleIssuer = 'https://accounts.google.com';

const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'should be on or off')
    .default(fallback)
    .transform((value) => value === 'on');
const tag = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'should be letters, digits, - and _');

const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'should be postgres://user:password@host/name',
});

/** Whether an address names a host and nothing on it. */
const isOrigin = (address: string) => {
  if (!URL.canParse(address)) return false;
  const { pathname, search, hash } = new URL(address);
  return /^\/*$/.test(pathname) && !search && !hash;
};

// Others have addresses of their own.
const namedSources = ['demo'] as const satisfies NewsSource[];
const isNewsSource = (name: string | undefined) => namedSources.some((source) => source === name);
const isNewsSecret = (secret = '') => /^[A-Za-z0-9_-]{32,128}$/.test(secret);

const pollWords = 'should be a number of seconds, a day at most';
const mailFromWords = 'should be an address, or a name with an address in <>';

const shape = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'should be production, development or test, or not be set')
    .optional(),
  ROLE: z.enum(['all', 'web', 'worker'], 'should be all, web or worker').default('all'),
  PORT: z.coerce
    .number('should be a port number')
    .int('should be a port number')
    .min(0, 'should be a port number')
    .max(65535, 'should be a port number')
    .default(3000),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'should be an http(s) address' })
    .refine(isOrigin, 'should have no path: the guide needs a host of its own')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_MIGRATION_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'should be smtp://host:port' }).optional(),
  MAIL_FROM: z
    .string()
    .max(320, mailFromWords)
    .regex(/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, mailFromWords)
    .optional(),
  PRODUCT_NAME: z.string().min(1).max(40, 'should have 40 characters at most').default('Holoholo'),
  INVOICE_PAYMENT: z
    .string()
    .trim()
    .regex(/^\P{Cc}{0,1000}$/u, 'should be one line of 1,000 characters at most')
    .optional(),
  SECRET_KEY: z
    .string()
    .refine(
      (keys) => keys.split(',').every((key) => key.trim().length >= 32),
      'each key should have 32 characters or more',
    )
    .optional(),
  DEMO_DATA: z.enum(['on', 'guide', 'off'], 'should be on, guide or off').default('on'),
  RATE_LIMITS: onOff('on'),
  LINK_CHECK: z.enum(['on', 'off'], 'should be on or off').optional(),
  SERVICE_WORKER: onOff('on'),
  TRUST_PROXY: z
    .union([z.literal('off').transform(() => 0), z.coerce.number().int().min(0).max(10)], {
      error: 'should be off, or the number of proxies',
    })
    .default(0),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'should be fatal, error, warn, info, debug, trace or silent',
    )
    .optional(),
  NEWS_SECRETS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim().split(':')))
    .refine(
      (list) => list.every(([source, secret, ...rest]) => isNewsSource(source) && isNewsSecret(secret) && !rest.length),
      `should be SOURCE:SECRET with commas between, SOURCE one of ${namedSources.join(', ')}, SECRET 32 to 128 letters, digits, - and _; those of FareHarbor's webhooks: FAREHARBOR_WEBHOOK_SECRETS`,
    )
    .transform((list) => list.map(([source, secret]) => ({ source: source as NewsSource, secret: secret! })))
    .optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'should be the address of an issuer' }).optional(),
  OIDC_CLIENT_ID: z.string().max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().max(500).optional(),
  ADMIN_EMAILS: z
    .string()
    .transform((list) => list.split(',').map((email) => email.trim().toLowerCase()))
    .refine((list) => list.every((email) => /^[^\s@]+@[^\s@]+$/.test(email)), 'should be addresses with commas between')
    .optional(),
  FAREHARBOR_AFFILIATE: tag.optional(),
  FAREHARBOR_AFFILIATE_REFERENCE: tag.optional(),
  FAREHARBOR_WEBHOOK_SECRETS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .refine(
      (list) => list.every(isNewsSecret),
      'should be secrets with commas between, each of 32 to 128 letters, digits, - and _',
    )
    .transform((list) => list.map((secret) => ({ source: 'fareharbor' as const, secret })))
    .optional(),
  VIATOR_PARTNER_ID: tag.optional(),
  VIATOR_MCID: tag.optional(),
  VIATOR_API_URL: z
    .url({ protocol: /^https?$/, error: 'should be an http(s) address' })
    .refine((address) => URL.canParse(address) && !/[?#]/.test(address), 'should have no query')
    .default('https://api.viator.com/partner'),
  VIATOR_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, 'should be the key of an account')
    .optional(),
  VIATOR_POLL_SECONDS: z.coerce
    .number(pollWords)
    .refine((seconds) => Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400, pollWords)
    .default(3_600),
  GETYOURGUIDE_PARTNER_ID: tag.optional(),
  ...mapShape,
  ...upkeepShape,
});

/** Every setting with its check and default, for the check of the documents. */
export const settingShape = shape.shape;
export const settingNames = Object.keys(settingShape);

/**
 * Reads the settings from an environment.
 * @throws SettingsError naming the first setting that is wrong, or that production lacks.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const parsed = shape.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new SettingsError(`${issue.path.join('.')} ${issue.message}`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  if (env.DATABASE_MIGRATION_URL && !env.DATABASE_URL)
    throw new SettingsError('DATABASE_MIGRATION_URL should be set together with DATABASE_URL');
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    throw new SettingsError('DATABASE_REPLICA_URL should be set together with DATABASE_URL');
  if (env.ROLE !== 'all' && !env.DATABASE_URL)
    throw new SettingsError('ROLE should be all where DATABASE_URL is not set: our own database serves one process');
  const geocoder = geocoderOf(env);
  if (geocoder === null) throw new SettingsError('GEOCODER_URL and GEOCODER_KIND should be set together');
  if (production) requireForProduction(env);
  const dataDir = resolve(env.DATA_DIR);
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return {
    production,
    role: env.ROLE,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    migrationUrl: env.DATABASE_MIGRATION_URL ?? env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `${env.PRODUCT_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    productName: env.PRODUCT_NAME,
    invoicePayment: env.INVOICE_PAYMENT || undefined,
    secretKeys: splitKeys(env.SECRET_KEY ?? keptSecret(dataDir)),
    demoData: production ? 'off' : env.DEMO_DATA,
    rateLimits: env.RATE_LIMITS,
    linkCheck: env.LINK_CHECK ? env.LINK_CHECK === 'on' : production,
    serviceWorker: env.SERVICE_WORKER,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    newsSecrets: [...(env.NEWS_SECRETS ?? []), ...(env.FAREHARBOR_WEBHOOK_SECRETS ?? [])],
    oidc: oidcSettings(env),
    adminEmails: env.ADMIN_EMAILS ?? [],
    fareharbor: { affiliate: env.FAREHARBOR_AFFILIATE, affiliateReference: env.FAREHARBOR_AFFILIATE_REFERENCE },
    viator: { partnerId: env.VIATOR_PARTNER_ID, campaignMedium: env.VIATOR_MCID },
    viatorFeed: env.VIATOR_API_KEY
      ? { url: env.VIATOR_API_URL.replace(/\/+$/, ''), key: env.VIATOR_API_KEY, everySeconds: env.VIATOR_POLL_SECONDS }
      : undefined,
    getyourguide: { partnerId: env.GETYOURGUIDE_PARTNER_ID },
    ...mapOf(env, publicUrl),
    geocoder,
    ...upkeepOf(env),
  };
}

type Reachable = Pick<Settings, 'production' | 'publicUrl' | 'host'>;

/** Whether a demo is told to other devices of the network, over http: it listens on the address that its links name. */
export function isOnNetwork({ production, publicUrl, host }: Reachable): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return !production && protocol === 'http:' && hostname === host && !/^(localhost|127\.0\.0\.1)$/.test(host);
}

function requireForProduction(env: z.output<typeof shape>): void {
  for (const name of ['PUBLIC_URL', 'SECRET_KEY', 'SMTP_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const) {
    if (!env[name]) throw new SettingsError(`${name} must be set in production`);
  }
  if (!env.PUBLIC_URL?.startsWith('https://'))
    throw new SettingsError('PUBLIC_URL should be an https address in production');
  // Other sources have settings of their own; whoever knows the demo's secret decides bookings.
  if (env.NEWS_SECRETS) throw new SettingsError("NEWS_SECRETS should not be set in production: it is the demo's alone");
  if (env.VIATOR_API_KEY && !env.VIATOR_API_URL.startsWith('https://'))
    throw new SettingsError('VIATOR_API_URL should be an https address in production');
  if (env.OIDC_ISSUER && !env.OIDC_ISSUER.startsWith('https://'))
    throw new SettingsError('OIDC_ISSUER should be an https address in production');
}

/** Google unless another is set; without a client the demo has a provider of its own, and production does not start. */
function oidcSettings(env: z.output<typeof shape>): OidcSettings {
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!clientId)
    return { issuer: null, clientId: 'demo', clientSecret: randomBytes(32).toString('base64url'), isDemo: true };
  if (!clientSecret) throw new SettingsError('OIDC_CLIENT_SECRET should be set together with OIDC_CLIENT_ID');
  return { issuer: env.OIDC_ISSUER ?? googleIssuer, clientId, clientSecret, isDemo: false };
}

function splitKeys(keys: string): [string, ...string[]] {
  const [first = '', ...rest] = keys.split(',').map((key) => key.trim());
  return [first, ...rest];
}

/** The demo's own key, made once, so that codes and cookies outlive a restart. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  try {
    const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    // An empty one is what a full disk leaves of it: anybody could sign with that.
    if (kept) return kept;
    makeDataFolder(dataDir);
    writeWhole(file, randomBytes(32).toString('base64url'));
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw error instanceof SettingsError ? error : unusableDataFolder(dataDir, error);
  }
}

/** A key for one purpose, derived from a secret key, so that no two uses share one. As a key object: signing with bytes takes five times as long. */
export function deriveKey(secretKey: string, purpose: string): KeyObject {
  const name = `${purpose} ${secretKey}`;
  let key = derivedKeys.get(name);
  if (!key) {
    key = createSecretKey(createHmac('sha256', secretKey).update(`holoholo:${purpose}`).digest());
    derivedKeys.set(name, key);
  }
  return key;
}

const derivedKeys = new Map<string, KeyObject>();
