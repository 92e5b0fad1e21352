import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { searched } from './values.ts';

export const foundKinds = ['partner', 'place', 'listing', 'code', 'booking', 'tool'] as const;
export type FoundKind = (typeof foundKinds)[number];

const found = z.object({
  kind: z.enum(foundKinds),
  name: z.string(),
  /** What tells it from others of its name. */
  note: z.string().nullable(),
  /** The screen that shows it. */
  path: z.string(),
});
export type Found = z.output<typeof found>;

export const findByName = endpoint({
  method: 'GET',
  path: '/api/admin/find',
  access: ['admin'],
  summary:
    'At most five of each kind, by kind and then by name: partners (pending ones too, and by their e-mail address), places, listings and tools by a part of the name, without ʻokina, kahakō and case; codes by how they begin, with or without dashes; bookings by how their transaction id or reference begins, or the newest of an experience by its name. Of no words nothing is',
  query: z.object({ search: searched.default('') }),
  reply: z.object({ found: z.array(found) }),
});
