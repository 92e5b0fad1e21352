import { z } from 'zod';

/** Who is asked where an address is, and in which form. */
export interface GeocoderSettings {
  kind: 'census' | 'nominatim';
  url: string;
}

const usgsTiles = (layer: string) =>
  `https://basemap.nationalmap.gov/arcgis/rest/services/${layer}/MapServer/tile/{z}/{y}/{x}`;
const tileAddress = z
  .string()
  .max(500)
  .regex(/^https?:\/\/[^/\s;,'"{}]+\/[^\s;,'"]*$/, 'should be an http(s) address with {z}, {x} and {y} in its path')
  .refine(
    (address) => ['{z}', '{x}', '{y}'].every((part) => address.includes(part)),
    'should be an http(s) address with {z}, {x} and {y} in its path',
  );

/** Where pictures of the map come from; and the geocoder, of which both or none are set. */
export const mapShape = {
  MAP_TILES_STANDARD: tileAddress.default(usgsTiles('USGSTopo')),
  MAP_TILES_SATELLITE: tileAddress.default(usgsTiles('USGSImageryOnly')),
  MAP_TILES_ATTRIBUTION: z.string().min(1).max(200).default('USGS The National Map'),
  MAP_TILES_OWN_HOST: z.enum(['on', 'off'], 'should be on or off').default('off'),
  GEOCODER_URL: z
    .url({ protocol: /^https?$/, error: 'should be an http(s) address' })
    .max(500)
    .optional(),
  GEOCODER_KIND: z.enum(['census', 'nominatim'], 'should be census or nominatim').optional(),
};

/** What the environment sets of the geocoder; undefined where it sets nothing, null where half of it is missing. */
export function geocoderOf(given: {
  GEOCODER_URL?: string | undefined;
  GEOCODER_KIND?: GeocoderSettings['kind'] | undefined;
}): GeocoderSettings | undefined | null {
  const { GEOCODER_URL: url, GEOCODER_KIND: kind } = given;
  if (!url && !kind) return undefined;
  return url && kind ? { kind, url } : null;
}

/** Where browsers are told to ask for pictures of the map, and where this server does in their stead. */
export function mapOf(
  env: Record<'MAP_TILES_STANDARD' | 'MAP_TILES_SATELLITE' | 'MAP_TILES_ATTRIBUTION' | 'MAP_TILES_OWN_HOST', string>,
  publicUrl: string,
) {
  const sources = { standard: env.MAP_TILES_STANDARD, satellite: env.MAP_TILES_SATELLITE };
  const attribution = env.MAP_TILES_ATTRIBUTION;
  if (env.MAP_TILES_OWN_HOST === 'off') return { mapTiles: { ...sources, attribution }, mapSources: undefined };
  const ours = (layer: string) => `${publicUrl}/api/map/tiles/${layer}/{z}/{x}/{y}`;
  return { mapTiles: { standard: ours('standard'), satellite: ours('satellite'), attribution }, mapSources: sources };
}
