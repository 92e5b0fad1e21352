import type { FoundKind } from '../../../../contract/find.ts';
import { counted } from './counted.ts';

const kinds: Record<FoundKind, string> = {
  partner: 'Partners',
  place: 'Places',
  listing: 'Listings',
  code: 'QR codes',
  booking: 'Bookings',
  tool: 'Tools',
};

/** Words of finding anything by its name. */
export const findDesk = {
  title: 'Find',
  close: 'Close',
  search: 'Name, code or number',
  hint: 'Partners, places, listings and tools by a part of their name; codes and bookings by how their number begins.',
  kinds,
  found: 'Found',
  count: (count: number) =>
    `${counted(count, 'is', 'are')} called so. Choose with the arrow keys and Enter, or tap one.`,
  none: 'Nothing is called so. Try fewer letters.',
  states: {
    asking: 'Looking…',
    offline: 'There is no network, so nothing can be looked for now.',
    failed: 'It could not be looked for just now.',
  },
  again: 'Try again',
};
