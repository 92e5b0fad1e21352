import { z } from 'zod';
import { listingWithHistory } from './content.ts';
import { endpoint } from './endpoint.ts';
import { rowIdText, text, uuid } from './values.ts';

const ofAdmins = { access: ['admin'] } as const;
const params = z.object({ id: rowIdText });
/** The `picture_version` that this was made from: where it is another by now, nothing is changed. Pages of an earlier edition tell none. */
const replaces = text(64, 1).optional();

export const putListingPicture = endpoint({
  method: 'PUT',
  path: '/api/admin/listings/{id}/picture',
  ...ofAdmins,
  summary:
    'Has a picture that was uploaded drawn in its sizes, and shown once it is; or shows one again that the listing had until lately',
  params,
  /** One of the two: what was uploaded for this, or what the listing had. */
  body: z
    .strictObject({ upload: uuid.optional(), earlier: uuid.optional(), replaces })
    .refine(({ upload, earlier }) => (upload === undefined) !== (earlier === undefined), {
      message: 'must come without `earlier`, or instead of it',
      path: ['upload'],
    }),
  reply: listingWithHistory,
  errors: ['changed_meanwhile', 'listing_deleted'],
});

export const deleteListingPicture = endpoint({
  method: 'DELETE',
  path: '/api/admin/listings/{id}/picture',
  ...ofAdmins,
  summary: 'Takes the picture of a listing away, and one that is still to be drawn; it can be shown again for 30 days',
  params,
  body: z.strictObject({ replaces }).optional(),
  reply: listingWithHistory,
  errors: ['changed_meanwhile', 'listing_deleted'],
});

export const getListingPicture = endpoint({
  method: 'GET',
  path: '/listing-pictures/{id}/{file}',
  access: 'anyone',
  summary:
    'The picture of a listing in one of its sizes; another picture has another address. Of one that was never published it is for its organisation and administrators',
  params: z.object({ id: uuid, file: z.string().regex(/^\d{2,4}\.(avif|webp)$/) }),
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
});
