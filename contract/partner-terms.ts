import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dollars, uuid } from './values.ts';

export const getOrganisationTerms = endpoint({
  method: 'GET',
  path: '/api/admin/organisations/{id}/terms',
  access: ['admin'],
  adminViews: 'organisation',
  summary: "A partner's terms, whether or not it was ever paid: its tier, and from how many dollars on it is paid out",
  params: z.object({ id: uuid }),
  reply: z.object({
    organisation: z.object({ id: uuid, name: z.string() }),
    terms: z.object({ tier: z.string(), minimum_payout: dollars }),
  }),
});
