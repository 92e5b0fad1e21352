import { z } from 'zod';
import { asLine, latitude, longitude } from '../../../contract/values.ts';

/** Where an address may be. */
export interface FoundPlace {
  label: string;
  latitude: number;
  longitude: number;
}

export type GeocoderKind = 'census' | 'nominatim';

/** Enough to choose from. */
const mostFound = 10;
const longestLabel = 300;

const label = z
  .string()
  .transform((text) => asLine(text, longestLabel))
  .refine((text) => text !== '');

const census = z.object({
  result: z.object({
    addressMatches: z.array(z.object({ matchedAddress: label, coordinates: z.object({ x: longitude, y: latitude }) })),
  }),
});

/** Nominatim's degrees are text. */
const degrees = (range: z.ZodNumber) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
    .transform(Number)
    .pipe(range);

const nominatim = z.array(z.object({ display_name: label, lat: degrees(latitude), lon: degrees(longitude) }));

/** How each kind is asked, and what its answer says. An answer of another shape, in any part, says nothing. */
const kinds: Record<
  GeocoderKind,
  { asks: (address: string) => Record<string, string>; read: (answer: unknown) => FoundPlace[] | undefined }
> = {
  census: {
    asks: (address) => ({ address, benchmark: 'Public_AR_Current', format: 'json' }),
    read: (answer) =>
      census.safeParse(answer).data?.result.addressMatches.map(({ matchedAddress, coordinates }) => ({
        ...{ label: matchedAddress, latitude: coordinates.y, longitude: coordinates.x },
      })),
  },
  nominatim: {
    asks: (address) => ({ q: address, format: 'jsonv2', limit: String(mostFound) }),
    read: (answer) =>
      nominatim
        .safeParse(answer)
        .data?.map(({ display_name, lat, lon }) => ({ label: display_name, latitude: lat, longitude: lon })),
  },
};

/** The address at which a geocoder is asked where something is. */
export function questionOf(kind: GeocoderKind, url: string, address: string): URL {
  const question = new URL(url);
  for (const [name, value] of Object.entries(kinds[kind].asks(address))) question.searchParams.set(name, value);
  return question;
}

/** What an answer of a kind says; undefined where it has another shape. */
export const readAnswer = (kind: GeocoderKind, answer: unknown): FoundPlace[] | undefined =>
  kinds[kind].read(answer)?.slice(0, mostFound);
