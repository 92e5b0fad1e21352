const catalogue = 'web/src/messages/ja.ts';
const settings = 'server/platform/settings.ts';

/** What stands in Latin letters on a Japanese page as well, by the file whose words it is among. */
export const untranslated: Record<string, string> = {
  Holoholo: settings,
  'USGS The National Map': 'server/platform/map-settings.ts',
  Google: catalogue,
  FareHarbor: catalogue,
  Viator: catalogue,
  'Wi-Fi': catalogue,
  JavaScript: catalogue,
  QR: catalogue,
  'Natural Earth': catalogue,
  OFFLINE: catalogue,
  ʻokina: catalogue,
  kahakō: catalogue,
  English: 'web/src/messages/languages.ts',
  Chrome: 'server/features/accounts/browser-names.ts',
  Android: 'server/features/accounts/browser-names.ts',
};
