import { z } from 'zod';
import { applicationRisks, applicationStates, applicationLengths as most, readWebsite } from './application-form.ts';
import { endpoint } from './endpoint.ts';
import { partnerTypes, stakeholderTypes } from './invitations.ts';
import { listAnswer, listQuery } from './lists.ts';
import { isPhone } from './profile-form.ts';
import { line, lines, reason, text, uuid } from './values.ts';

export const apply = endpoint({
  method: 'POST',
  path: '/api/applications',
  access: 'anyone',
  summary: 'Applies as a partner or an advertiser; the answer tells nothing of whether the address is known',
  body: z.object({
    stakeholder_type: z.enum(stakeholderTypes),
    /** Of partners: `hotel` unless told. */
    partner_type: z.enum(partnerTypes).optional(),
    organization_name: line(most.organization_name, 1),
    contact_name: line(most.contact_name, 1),
    email: text(most.email, 1),
    phone: line(most.phone).refine(isPhone, 'must be a phone number').nullish(),
    website: line(most.website)
      .refine((value) => readWebsite(value) !== null, 'must be the address of a website')
      .nullish(),
    address: line(most.address).nullish(),
    message: lines(most.message).nullish(),
    /** A field that people do not see: who fills it in is told apart, and refused nothing. */
    fax: text(200).optional(),
  }),
  status: 202,
  reply: z.object({ received: z.literal(true) }),
  errors: ['invalid_email'],
  idempotent: true,
  limit: 'application',
  stores: ['application-bytes'],
});

const application = z.object({
  id: uuid,
  stakeholder_type: z.enum(stakeholderTypes),
  partner_type: z.enum(partnerTypes).nullable(),
  organization_name: z.string(),
  contact_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: z.string().nullable(),
  message: z.string().nullable(),
  state: z.enum(applicationStates),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
  decision_reason: z.string().nullable(),
  /** Each with how many there are, or with the domain that it is about. */
  risks: z.array(
    z.object({ risk: z.enum(applicationRisks), count: z.int().nullable(), domain: z.string().nullable() }),
  ),
});
export type Application = z.output<typeof application>;

const id = z.object({ id: uuid });

export const listApplications = endpoint({
  method: 'GET',
  path: '/api/admin/applications',
  access: ['admin'],
  summary:
    'Applications by when they came, then by id, with what speaks for a second look; found by a part of the organization, the contact, the address or the website',
  query: listQuery(['-applied', 'applied'], {
    state: z.enum(applicationStates).optional(),
    stakeholder_type: z.enum(stakeholderTypes).optional(),
    id: uuid.optional(),
  }),
  reply: listAnswer(application).extend({ waiting: z.int() }),
});

export const inviteApplicant = endpoint({
  method: 'POST',
  path: '/api/admin/applications/{id}/invite',
  access: ['admin'],
  summary: 'Invites whoever applied, as what they applied for; the invitation goes out by mail, for 7 days',
  params: id,
  reply: application,
  errors: ['application_decided', 'invitation_pending', 'invitation_conflict', 'step_up_required'],
  idempotent: true,
  limit: 'invitation',
});

export const declineApplication = endpoint({
  method: 'POST',
  path: '/api/admin/applications/{id}/decline',
  access: ['admin'],
  summary: 'Declines an application; whoever applied is told the reason by mail where that is wanted',
  params: id,
  body: z.strictObject({ reason, tell: z.boolean().default(false) }),
  reply: application,
  errors: ['application_decided'],
  idempotent: true,
});
