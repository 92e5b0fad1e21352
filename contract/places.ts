import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { experience } from './listings.ts';
import { latitude, longitude, rowId, rowIdText } from './values.ts';

export const place = z.object({
  id: rowId,
  name: z.string(),
  description: z.string(),
  address: z.string(),
  island: z.string(),
  /** Both null where nobody has told where it is. */
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  image_url: z.string().nullable(),
  image_color: z.string().nullable(),
});
export type Place = z.output<typeof place>;

/** What a place's offline pack fetches; sizes in bytes as they are sent, without compression. */
export const getPlacePack = endpoint({
  method: 'GET',
  path: '/api/locations/{id}/pack',
  access: 'anyone',
  summary: 'The files of a place for use without a network, with their sizes; the list itself comes first',
  params: z.object({ id: rowIdText }),
  reply: z.object({
    files: z.array(z.object({ path: z.string(), bytes: z.int() })),
    total_bytes: z.int(),
  }),
});

export const getPlace = endpoint({
  method: 'GET',
  path: '/api/locations/{id}',
  access: 'anyone',
  summary: 'A place with its curated experiences, in the order its curators gave them',
  params: z.object({ id: rowIdText }),
  reply: z.object({ place, experiences: z.array(experience) }),
});
