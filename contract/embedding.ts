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
  summary: 'Hosts whose pages may be shown inside the guide; may be kept for a minute',
  reply: z.object({ hosts }),
});

export const setEmbedHosts = endpoint({
  method: 'PUT',
  path: '/api/embed-hosts',
  access: ['admin'],
  summary: 'Replaces the hosts whose pages may be shown inside the guide, exactly these and no subdomains of them',
  body: z.object({ hosts: z.array(text(253)).max(mostEmbedHosts) }),
  reply: z.object({ hosts }),
  errors: ['embed_host_refused', 'step_up_required'],
});
