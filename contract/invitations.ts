import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { permissions, standings } from './permissions.ts';
import { line, lines, text, uuid } from './values.ts';

export const stakeholderTypes = ['partner', 'advertiser'] as const;
export type StakeholderType = (typeof stakeholderTypes)[number];

export const partnerTypes = ['hotel', 'vacation_rental', 'cafe', 'visitor_center', 'affiliate'] as const;
export const defaultPartnerType = 'hotel';

export const invitationStatuses = ['pending', 'accepted', 'expired', 'revoked'] as const;

/** An invitation as administrators see it. Its token is in the mail only. */
export const invitation = z.object({
  id: uuid,
  invited_email: z.string(),
  stakeholder_type: z.enum(stakeholderTypes),
  organization_name: z.string(),
  partner_type: z.enum(partnerTypes).nullable(),
  notes: z.string().nullable(),
  permissions: z.array(z.enum(permissions)),
  status: z.enum(invitationStatuses),
  created_at: z.string(),
  /** When the newest mail was asked for, and how many there were. */
  sent_at: z.string(),
  sent_count: z.int(),
  expires_at: z.string(),
  accepted_at: z.string().nullable(),
});
export type Invitation = z.output<typeof invitation>;

const token = z.object({ token: text(200, 1) });
const id = z.object({ id: uuid });

export const invite = endpoint({
  method: 'POST',
  path: '/api/stakeholder/invite',
  access: ['admin'],
  summary: 'Invites a partner or an advertiser by mail, for 7 days',
  body: z.object({
    invited_email: text(320, 1),
    stakeholder_type: z.enum(stakeholderTypes),
    organization_name: line(200, 1),
    notes: lines(2000).nullish(),
    /** Of those of the stakeholder type; all of them unless told. */
    permissions: z.array(z.enum(permissions)).max(permissions.length).optional(),
    /** Of partners: `hotel` unless told. */
    partner_type: z.enum(partnerTypes).optional(),
  }),
  status: 201,
  reply: invitation,
  errors: ['invalid_email', 'invitation_pending', 'invitation_conflict', 'step_up_required'],
  idempotent: true,
  limit: 'invitation',
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/stakeholder/invitations',
  access: ['admin'],
  summary: 'The invitations, by when they were made; found by a part of the address or of the organization',
  query: listQuery(['-invited', 'invited'], { status: z.enum(invitationStatuses).optional() }),
  reply: listAnswer(invitation),
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/stakeholder/invitations/{id}/resend',
  access: ['admin'],
  summary: 'Sends a new link for 7 days; the older ones end',
  params: id,
  reply: invitation,
  errors: ['invitation_closed', 'invitation_conflict', 'step_up_required'],
  idempotent: true,
  limit: 'invitation',
});

export const revokeInvitation = endpoint({
  method: 'POST',
  path: '/api/stakeholder/invitations/{id}/revoke',
  access: ['admin'],
  summary: 'Ends an invitation that was not accepted',
  params: id,
  reply: invitation,
  errors: ['invitation_closed', 'step_up_required'],
});

export const validateInvitation = endpoint({
  method: 'GET',
  path: '/api/stakeholder/validate/{token}',
  access: 'anyone',
  summary: 'What an invitation offers; uses nothing up',
  params: token,
  reply: z.object({
    stakeholder_type: z.enum(stakeholderTypes),
    organization_name: z.string(),
    expires_at: z.string(),
    partner_type: z.enum(partnerTypes).nullable(),
    /** Whether it makes an owner, or one of the staff. */
    standing: z.enum(standings),
    /** Whether it leads into the team of an organisation that there is. */
    joins: z.boolean(),
    permissions: z.array(z.enum(permissions)),
    /** The invited address, masked: `l•••@example.com`. */
    invited_email_hint: z.string(),
    /** Whether the caller has accepted it, and is what it made them. To all others one that is accepted is invalid. */
    accepted: z.boolean(),
  }),
  errors: ['invitation_expired', 'invitation_invalid'],
  limit: 'invitation',
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/stakeholder/accept/{token}',
  access: 'signed-in',
  summary:
    'Accepts an invitation, once, as the invited address; the session is renewed with the new role. Whoever has accepted it hears so again',
  params: token,
  /** The session says who accepts; another `user_id` is refused. */
  body: z.object({ user_id: text(64).nullish() }),
  reply: z.object({
    stakeholder_type: z.enum(stakeholderTypes),
    assigned_role: z.enum(stakeholderTypes),
    partner_type: z.enum(partnerTypes).nullable(),
  }),
  errors: ['invitation_expired', 'invitation_invalid', 'invitation_not_yours', 'invitation_conflict'],
  limit: 'invitation',
});

export const sendInvitationLink = endpoint({
  method: 'POST',
  path: '/api/stakeholder/magic-link/{token}',
  access: 'anyone',
  summary: 'Sends a sign-in link to the invited address, which leads back to the invitation',
  params: token,
  status: 202,
  reply: z.object({ message: z.string(), invited_email_hint: z.string() }),
  errors: ['invitation_expired', 'invitation_invalid', 'link_limited'],
  idempotent: true,
  limit: 'invitation',
});
