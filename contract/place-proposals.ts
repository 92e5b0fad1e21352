import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { proposalStatuses } from './portal-states.ts';
import { line, lines, reason, rowId, rowIdText, uuid } from './values.ts';

const proposal = z.object({
  id: uuid,
  location_id: rowId,
  /** Of each, null is what stays as it is. */
  name: z.string().nullable(),
  description: z.string().nullable(),
  has_picture: z.boolean(),
  /** Where the proposed picture can be seen by those who may see the proposal: as long as it waits. */
  picture_url: z.string().nullable(),
  status: z.enum(proposalStatuses),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  decision_reason: z.string().nullable(),
});
export type PlaceProposal = z.output<typeof proposal>;

const ofPlaces = { access: ['partner'], permission: 'partner_content_management' } as const;
const id = z.object({ id: uuid });

export const proposeForPlace = endpoint({
  method: 'POST',
  path: '/api/partner-portal/places/{id}/proposals',
  ...ofPlaces,
  summary: 'Proposes a name, words or a picture for one of its places, which an administrator approves or declines',
  params: z.object({ id: rowIdText }),
  body: z
    .strictObject({
      name: line(120, 1).optional(),
      description: lines(2_000, 1).optional(),
      /** The id of an upload for this: a JPEG, as `placePictureRules` has it. */
      picture: uuid.optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'must propose something'),
  status: 201,
  reply: proposal,
  errors: ['proposal_pending', 'file_refused'],
  idempotent: true,
  limit: 'change',
});

export const listPlaceProposals = endpoint({
  method: 'GET',
  path: '/api/partner-portal/places/{id}/proposals',
  ...ofPlaces,
  summary: 'What was proposed for one of its places, newest first, at most 20',
  params: z.object({ id: rowIdText }),
  reply: z.array(proposal),
});

export const withdrawProposal = endpoint({
  method: 'POST',
  path: '/api/partner-portal/place-proposals/{id}/withdraw',
  ...ofPlaces,
  summary: 'Takes back what waits',
  params: id,
  reply: proposal,
  errors: ['proposal_decided'],
  idempotent: true,
  limit: 'change',
});

const picture = {
  params: id,
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
} as const;

export const getProposedPicture = endpoint({
  method: 'GET',
  path: '/api/partner-portal/place-proposals/{id}/picture',
  ...ofPlaces,
  summary: 'The picture of a proposal that waits',
  ...picture,
});

export const getPlacePicture = endpoint({
  method: 'GET',
  path: '/place-pictures/{id}',
  access: 'anyone',
  summary: 'The picture of a place that came from its partner; another picture has another address',
  ...picture,
});

const adminProposal = z.object({
  ...proposal.shape,
  organisation: z.object({ id: uuid, name: z.string() }),
  /** The place as it is. */
  place: z.object({ name: z.string(), description: z.string(), image_url: z.string().nullable() }),
  proposed_by: z.string().nullable(),
  decided_by: z.string().nullable(),
});
export type AdminPlaceProposal = z.output<typeof adminProposal>;

export const listAllProposals = endpoint({
  method: 'GET',
  path: '/api/admin/place-proposals',
  access: ['admin'],
  summary:
    "Proposals of all partners by when they were made, then by id; found by a part of the partner's or the place's name",
  query: listQuery(['created', '-created'], { status: z.enum(proposalStatuses).optional(), id: uuid.optional() }),
  reply: listAnswer(adminProposal).extend({ pending: z.int() }),
});

export const getAnyProposedPicture = endpoint({
  method: 'GET',
  path: '/api/admin/place-proposals/{id}/picture',
  access: ['admin'],
  summary: 'The picture of a proposal that waits, whosever it is',
  ...picture,
});

export const approveProposal = endpoint({
  method: 'POST',
  path: '/api/admin/place-proposals/{id}/approve',
  access: ['admin'],
  summary: 'Approves a proposal: the place has it from then on, and the partner is told by mail',
  params: id,
  reply: adminProposal,
  errors: ['proposal_decided', 'changed_meanwhile'],
  idempotent: true,
});

export const declineProposal = endpoint({
  method: 'POST',
  path: '/api/admin/place-proposals/{id}/decline',
  access: ['admin'],
  summary: 'Declines a proposal; the partner is told the reason by mail',
  params: id,
  body: z.strictObject({ reason }),
  reply: adminProposal,
  errors: ['proposal_decided'],
  idempotent: true,
});
