import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { invitation, partnerTypes, stakeholderTypes } from './invitations.ts';
import { permissions, standings } from './permissions.ts';
import { line, text, userId, uuid } from './values.ts';

export const organisationStates = ['active', 'suspended'] as const;
/** No partner may have more codes. */
export const mostCodesLimit = 10_000;
const limitFault = `must be a whole number from 0 to ${mostCodesLimit.toLocaleString('en')}`;

const organisation = z.object({
  id: uuid,
  kind: z.enum(stakeholderTypes),
  name: z.string(),
  partner_type: z.enum(partnerTypes).nullable(),
  /** The user id that it began with, whoever owns it now: the `partnerId` of addresses and payloads. */
  owner_id: userId,
  state: z.enum(organisationStates),
});

/** Somebody of an organisation. */
const member = z.object({
  user_id: userId,
  email: z.string(),
  name: z.string().nullable(),
  standing: z.enum(standings),
  permissions: z.array(z.enum(permissions)),
  joined_at: z.string(),
});
export type Member = z.output<typeof member>;

/** An invitation into the team, as its owners see it. Its token is in the mail only. */
const staffInvitation = invitation
  .omit({ stakeholder_type: true, partner_type: true, notes: true })
  .extend({ standing: z.enum(standings) });
export type StaffInvitation = z.output<typeof staffInvitation>;

/** Whose it is says the session: a body that names an organisation, or anything else, is refused. */
const bodyOf = z.strictObject;

const ofOrganisations = { access: ['partner', 'advertiser'] } as const;
const ofOwners = { ...ofOrganisations, standing: 'owner' } as const;
/** Of those the organisation has. */
const given = z.array(z.enum(permissions)).max(permissions.length);

export const getOrganisation = endpoint({
  method: 'GET',
  path: '/api/organisation',
  ...ofOrganisations,
  summary: 'The organisation that the caller is of, their standing in it and what they may do',
  reply: z.object({ ...organisation.shape, standing: z.enum(standings), permissions: given }),
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/organisations/{id}/members',
  access: ['partner', 'advertiser', 'admin'],
  adminViews: 'organisation',
  summary: 'Who is of an organisation: its owners, then its staff, each by when they joined',
  params: z.object({ id: uuid }),
  reply: z.array(member),
});

export const changeMember = endpoint({
  method: 'PATCH',
  path: '/api/organisation/members/{user_id}',
  ...ofOwners,
  summary:
    'Makes another member an owner or one of the staff, or changes what one of the staff may do, from their next call on',
  params: z.object({ user_id: userId }),
  /** One of the two. */
  body: bodyOf({ permissions: given.optional(), standing: z.enum(standings).optional() }),
  reply: member,
  errors: ['member_inactive', 'step_up_required'],
  limit: 'change',
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/organisation/members/{user_id}',
  ...ofOwners,
  summary: 'Takes another member out of the organisation: a traveler from then on, signed out everywhere',
  params: z.object({ user_id: userId }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['step_up_required'],
  limit: 'change',
});

export const leaveOrganisation = endpoint({
  method: 'POST',
  path: '/api/organisation/leave',
  ...ofOrganisations,
  summary:
    'The caller leaves their organisation, an owner where another one stays: a traveler from then on, whose session is renewed and whose other sessions end',
  body: bodyOf({}),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['last_owner', 'step_up_required'],
  limit: 'change',
});

export const handOver = endpoint({
  method: 'POST',
  path: '/api/organisation/hand-over',
  ...ofOwners,
  summary:
    'Makes another member an owner in the stead of the caller, who becomes one of the staff or leaves; both are told by mail',
  body: bodyOf({
    user_id: userId,
    /** Whether the caller stays, as one of the staff. */
    stays: z.boolean(),
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['member_inactive', 'step_up_required'],
  limit: 'change',
});

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/organisation/invitations',
  ...ofOwners,
  summary: 'Invites somebody into the team by mail, for 7 days',
  body: bodyOf({
    invited_email: text(320, 1),
    /** As staff unless told. */
    standing: z.enum(standings).optional(),
    /** Of staff: all that the organisation has but what shows money, unless told. An owner has all. */
    permissions: given.optional(),
  }),
  status: 201,
  reply: staffInvitation,
  errors: ['invalid_email', 'invitation_pending', 'step_up_required'],
  idempotent: true,
  limit: 'invitation',
});

export const listStaffInvitations = endpoint({
  method: 'GET',
  path: '/api/organisation/invitations',
  ...ofOwners,
  summary: "The organisation's invitations of staff, newest first, at most 200",
  reply: z.array(staffInvitation),
});

const id = z.object({ id: uuid });

export const resendStaffInvitation = endpoint({
  method: 'POST',
  path: '/api/organisation/invitations/{id}/resend',
  ...ofOwners,
  summary: 'Sends a new link for 7 days; the older ones end',
  params: id,
  reply: staffInvitation,
  errors: ['invitation_closed', 'step_up_required'],
  idempotent: true,
  limit: 'invitation',
});

export const revokeStaffInvitation = endpoint({
  method: 'POST',
  path: '/api/organisation/invitations/{id}/revoke',
  ...ofOwners,
  summary: 'Ends an invitation that was not accepted',
  params: id,
  reply: staffInvitation,
  errors: ['invitation_closed', 'step_up_required'],
  limit: 'invitation',
});

export const setOrganisationState = endpoint({
  method: 'PATCH',
  path: '/api/organisations/{id}',
  access: ['admin'],
  summary:
    'Suspends an organisation, whose members are then refused, or lets it go on; or says how many codes it may have',
  params: id,
  /** One of the two. What it was when this was decided stands beside it: where it is another by now, nothing is changed. */
  body: bodyOf({
    state: z.enum(organisationStates).optional(),
    replaces: z.enum(organisationStates).optional(),
    qr_codes_limit: z.int(limitFault).min(0, limitFault).max(mostCodesLimit, limitFault).optional(),
    replaces_limit: z.int().optional(),
    reason: line(500, 1),
  }).refine(({ state, qr_codes_limit }) => (state === undefined) !== (qr_codes_limit === undefined), {
    message: 'must be given, or qr_codes_limit in its place',
    path: ['state'],
  }),
  reply: organisation,
  errors: ['changed_meanwhile', 'step_up_required'],
});
