import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { shownFacts } from './listing-facts-form.ts';
import { experience } from './listings.ts';
import { longestNote, mostMerged, mostSeen } from './saved-limits.ts';
import { instant, rowId, rowIdText, text } from './values.ts';

const note = z.string().nullable();

/**
 * What stood in the place of the note where the change was made, as its writer saw it; several where their own was changed again
 * before it could be sent. Left out, as by earlier pages, whatever is there gives way.
 */
const seen = z.array(text(longestNote).nullable()).max(mostSeen).optional();

/** A saved place. `experience.is_active` is false where it is no longer available; it has no booking link then. */
export const savedItem = z.object({
  ...{ listing_id: rowId, note, saved_at: z.string(), experience },
  /** What it tells of itself beside its card, where that is anything: a device keeps it with the card. */
  facts: shownFacts.optional(),
});
export type SavedItem = z.output<typeof savedItem>;

export const listSaved = endpoint({
  method: 'GET',
  path: '/api/saved',
  access: ['traveler', 'admin'],
  summary: "The signed-in traveler's saved places, newest first; also those that are no longer available",
  reply: z.array(savedItem),
});

export const listSavedIds = endpoint({
  method: 'GET',
  path: '/api/saved/ids',
  access: ['traveler', 'admin'],
  summary: 'Which listings the signed-in traveler has saved, newest first: what a page needs to draw its hearts',
  reply: z.array(rowId),
});

export const putSaved = endpoint({
  method: 'PUT',
  path: '/api/saved/{listing_id}',
  access: ['traveler'],
  summary:
    'Saves a listing, or changes its note: left out it stays, null or empty clears. With `seen`, a note of somebody who wrote meanwhile is kept, the new one below it; the reply has the note as it is now',
  params: z.object({ listing_id: rowIdText }),
  body: z.object({
    note: text(longestNote).nullish(),
    seen,
    /** When it was saved on a device without a network; counts for a new one only, and never a future time. */
    saved_at: instant.optional(),
  }),
  reply: z.object({ listing_id: rowId, note, saved_at: z.string() }),
  errors: ['saved_full', 'saved_note_full'],
  limit: 'saved',
});

export const deleteSaved = endpoint({
  method: 'DELETE',
  path: '/api/saved/{listing_id}',
  access: ['traveler'],
  summary:
    'Takes a listing off the list; one that is not on it is no error. With `seen`, it stays for another note, which the reply then has',
  params: z.object({ listing_id: rowIdText }),
  body: z.object({ seen }).optional(),
  reply: z.object({ removed: z.boolean(), note: z.string().optional() }),
  limit: 'saved',
});

export const mergeSaved = endpoint({
  method: 'POST',
  path: '/api/saved/merge',
  access: ['traveler'],
  summary: 'Joins what a guest kept on the device: nothing is lost, the earlier time and the note of the account win',
  body: z.object({
    items: z
      .array(z.object({ listing_id: rowId, note: text(longestNote).nullish(), saved_at: instant.optional() }))
      .max(mostMerged),
  }),
  bodyLimitBytes: 1024 * 1024,
  reply: z.object({
    /** How many were not on the list before. */
    added: z.int(),
    /** Listings that do not exist. */
    unknown: z.array(rowId),
    /** Listings left out because the list is full. */
    left_out: z.array(rowId),
  }),
  idempotent: true,
  limit: 'saved',
});
