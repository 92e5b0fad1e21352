import { readSettings, type Settings, settingShape } from '../server/platform/settings.ts';

// Neither touches a disk: a demo without a key would make one.
const demo = { SECRET_KEY: 'k'.repeat(32) };
const production = {
  ...demo,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://host',
  SMTP_URL: 'smtp://host',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
};
const settingsOf = (given: NodeJS.ProcessEnv): Settings => readSettings(given);
const layerOf = (address: string) => /services\/(\w+)\//.exec(address)?.[1] ?? address;

/** Settings whose default comes from other settings, as the table of settings says it. */
const derived: Record<string, () => string> = {
  PUBLIC_URL: () => settingsOf({ ...demo, PORT: '4321' }).publicUrl.replace('4321', 'PORT'),
  DATABASE_MIGRATION_URL: () =>
    settingsOf({ ...demo, DATABASE_URL: 'postgres://a@b/DATABASE_URL' })
      .migrationUrl!.split('/')
      .at(-1)!,
  MAIL_FROM: () => settingsOf({ ...production, PRODUCT_NAME: 'PRODUCT_NAME' }).mailFrom,
  OIDC_ISSUER: () => settingsOf(production).oidc.issuer!,
  LOG_LEVEL: () => `${settingsOf(demo).logLevel} (production: ${settingsOf(production).logLevel})`,
  LINK_CHECK: () => {
    const said = ({ linkCheck }: Settings) => (linkCheck ? 'on' : 'off');
    return `${said(settingsOf(demo))} (production: ${said(settingsOf(production))})`;
  },
  MAP_TILES_STANDARD: () => layerOf(settingsOf(demo).mapTiles.standard),
  MAP_TILES_SATELLITE: () => layerOf(settingsOf(demo).mapTiles.satellite),
};

/** Whether a setting that is not set is what a document says: such a value, or `unset`. */
export function isDefault(name: string, told: string): boolean {
  if (derived[name]) return derived[name]() === told;
  const schema = settingShape[name as keyof typeof settingShape];
  const missing = schema.safeParse(undefined);
  const value = missing.success ? missing.data : undefined;
  if (value === undefined) return told === 'unset';
  const parsed = schema.safeParse(told);
  return parsed.success && parsed.data === value;
}
