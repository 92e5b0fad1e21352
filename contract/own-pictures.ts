import { z } from 'zod';
import { contentIssue } from './content-rules.ts';
import { endpoint } from './endpoint.ts';
import { shownFacts } from './listing-facts-form.ts';
import { mostListingPictures, mostWaitingPictures } from './own-listing-form.ts';
import { line, rowIdText, text, uuid } from './values.ts';

/** What a picture shows, for those who cannot see it. */
const words = line(200, 1)
  .superRefine((text, { addIssue }) => {
    const message = contentIssue(text);
    if (message) addIssue({ code: 'custom', message });
  })
  .nullable();

const part = z.number().min(0).max(1);
/** What of a picture is shown, as parts of its width and its height; null is all of it. */
export const pictureCrop = z
  .strictObject({ left: part, top: part, width: part.min(0.05), height: part.min(0.05) })
  .refine(({ left, width }) => left + width <= 1.000001, { message: 'must end within the picture', path: ['width'] })
  .refine(({ top, height }) => top + height <= 1.000001, { message: 'must end within the picture', path: ['height'] });
export type PictureCrop = z.output<typeof pictureCrop>;

/** One that a listing shows. */
export const shownPicture = z.object({
  url: z.string(),
  widths: z.array(z.int()).nullable(),
  color: z.string().nullable(),
  words: z.string().nullable(),
});

const pictures = z.object({
  /** In their order: the first stands in lists. */
  pictures: z.array(shownPicture.extend({ id: uuid })),
  /** Those that are being drawn, and the last where it could not be. */
  sent: z.array(z.object({ id: uuid, state: z.enum(['waiting', 'failed']), problem: z.string().nullable() })),
  /** Names the pictures, their order and their words: a change says from which it was made. */
  version: z.string(),
});
export type OwnPictures = z.output<typeof pictures>;

const ofAdvertisers = {
  access: ['advertiser'],
  permission: 'content_management',
  params: z.object({ id: rowIdText }),
  reply: pictures,
} as const;

export const getOwnPictures = endpoint({
  method: 'GET',
  path: '/api/own-listings/{id}/pictures',
  ...ofAdvertisers,
  summary: 'The pictures of one of its listings, in their order',
});

export const sendOwnPicture = endpoint({
  method: 'POST',
  path: '/api/own-listings/{id}/pictures',
  ...ofAdvertisers,
  summary: `Has a picture that was uploaded drawn in its sizes, and shown behind those that there are once it is; at most ${mostListingPictures} in all, and ${mostWaitingPictures} that still wait for that in all of its listings`,
  body: z.strictObject({ upload: uuid, words, crop: pictureCrop.nullable() }),
  errors: ['listing_deleted', 'own_pictures_full', 'own_pictures_waiting'],
  limit: 'change',
});

export const arrangeOwnPictures = endpoint({
  method: 'PUT',
  path: '/api/own-listings/{id}/pictures',
  ...ofAdvertisers,
  summary:
    'Puts the pictures of one of its listings in an order, with their words; one that is left out is shown no more',
  body: z.strictObject({
    pictures: z
      .array(z.strictObject({ id: uuid, words }))
      .max(mostListingPictures)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must name each once'),
    replaces: text(64, 1),
  }),
  errors: ['listing_deleted', 'changed_meanwhile'],
  limit: 'change',
});

export const getListingDetails = endpoint({
  method: 'GET',
  path: '/api/business-listings/{id}/details',
  access: 'anyone',
  summary:
    'What helps to decide about one active listing, beside its words: its months, its way in, where one meets, and its pictures',
  params: z.object({ id: rowIdText }),
  reply: shownFacts.extend({ pictures: z.array(shownPicture) }),
});
export type ListingDetails = z.output<typeof getListingDetails.reply>;
