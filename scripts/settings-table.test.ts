import { expect, test } from 'vitest';
import { isDefault } from './settings-defaults.ts';
import { findWrongSettings } from './settings-table.ts';

const page =
  '# Settings\n\n| name | default | meaning |\n| --- | --- | --- |\n| `PORT`, `HOST` | 3000, localhost | where `LISTENING` is |\n\n| `OTHER` |\n';

test('the table of settings names each setting and no other', () => {
  expect(findWrongSettings(page, ['PORT', 'HOST'], isDefault)).toEqual([]);
  expect(findWrongSettings(page, ['PORT', 'HOST', 'COLOUR'], isDefault)).toEqual([
    'its table of settings lacks COLOUR',
  ]);
  expect(findWrongSettings(page, ['PORT', 'HOST', 'COLOUR'], isDefault, false)).toEqual([]);
  expect(findWrongSettings(page, ['PORT'], isDefault)).toEqual(['its table of settings names HOST, which is none']);
});

test('another default in the table is found', () => {
  const wrong = page.replace('3000, localhost', '3001, 0.0.0.0');
  expect(findWrongSettings(wrong, ['PORT', 'HOST'], isDefault)).toEqual([
    'its table of settings says that PORT is "3001" by default',
    'its table of settings says that HOST is "0.0.0.0" by default',
  ]);
});

test.each([
  ['DEMO_DATA', 'on', 'guide'],
  ['TRUST_PROXY', 'off', '1'],
  ['LOG_LEVEL', 'warn (production: info)', 'info'],
  ['PUBLIC_URL', 'http://localhost:PORT', 'http://localhost'],
  ['MAIL_FROM', 'PRODUCT_NAME <no-reply@host>', 'unset'],
  ['MAP_TILES_STANDARD', 'USGSTopo', 'USGSImageryOnly'],
  ['DATABASE_MIGRATION_URL', 'DATABASE_URL', 'unset'],
  ['OIDC_ISSUER', 'https://accounts.google.com', 'unset'],
  ['SMTP_URL', 'unset', 'smtp://localhost'],
])('the default of %s is %s and not %s', (name, right, wrong) => {
  expect([isDefault(name, right), isDefault(name, wrong)]).toEqual([true, false]);
});
