import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './values.ts';

/** As many hosts may be allowed; each of them stands in the policy of every page. */
export const mostEmbedHosts = 50;

const hosts = z.array(z.string());

export const listEmbedHosts = endpoint({
  method: 'GET',
  path: '/api/embed-hosts',
  access: 'anyone',
  summary: 'Hosts whose pages may be shown inside the guide',
  reply: z.object({ hosts }),
});

export const setEmbedHosts = endpoint({
  method: 'PUT',
  path: '/api/embed-hosts',
  access: ['admin'],
  summary: 'Replaces the hosts whose pages may be shown inside the guide, exactly these and no subdomains of them',
  body: z.object({
    hosts: z.array(text(253)).max(mostEmbedHosts),
    /** The list that these are to take the place of, as it was read: where it is another by now, nothing is changed. */
    replaces: z.array(text(253)).max(mostEmbedHosts).optional(),
  }),
  reply: z.object({ hosts }),
  errors: ['embed_host_refused', 'embed_hosts_changed', 'step_up_required'],
  idempotent: true,
});
