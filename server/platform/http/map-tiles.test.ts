import { expect, test } from 'vitest';
import { readSettings, SettingsError } from '../settings.ts';
import { pagePolicy } from './security-headers.ts';

const base = { SECRET_KEY: 'k'.repeat(32), DATA_DIR: '/nonexistent' };

test('pictures of the map come from USGS unless told, and whoever gives them is allowed in', () => {
  expect(readSettings(base).mapTiles).toEqual({
    standard: 'https://basemap.nationalmap.gov/arcgis/rest/services/USGSTopo/MapServer/tile/{z}/{y}/{x}',
    satellite: 'https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}',
    attribution: 'USGS The National Map',
  });
  const own = { MAP_TILES_STANDARD: 'http://tiles.test:8080/{z}/{x}/{y}.png', MAP_TILES_ATTRIBUTION: 'Us' };
  expect(readSettings({ ...base, ...own }).mapTiles).toMatchObject({
    standard: 'http://tiles.test:8080/{z}/{x}/{y}.png',
    attribution: 'Us',
  });
  expect(pagePolicy([''], [''], { images: ['http://tiles.test:8080'] })).toMatch(
    /img-src [^;]*http:\/\/tiles\.test:8080/,
  );
});

test.each([
  'https://tiles.test/{z}/{x}.png',
  'ftp://tiles.test/{z}/{x}/{y}',
  'https://{s}.tiles.test/{z}/{x}/{y}',
  "https://tiles.test/{z}/{x}/{y}; script-src 'unsafe-inline'",
  'tiles',
])('%s is refused by name', (address) => {
  expect(() => readSettings({ ...base, MAP_TILES_SATELLITE: address })).toThrow(SettingsError);
  expect(() => readSettings({ ...base, MAP_TILES_SATELLITE: address })).toThrow('MAP_TILES_SATELLITE');
});
