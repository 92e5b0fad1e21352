import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'anyone',
  summary: 'Whether the process answers',
  reply: z.object({ status: z.literal('ok') }),
});

export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'anyone',
  summary:
    'Whether it can serve: database written and read, migrations applied, disk; 503 while draining. Found out once a second',
  reply: z.object({
    status: z.enum(['ready', 'not ready']),
    checks: z.record(z.string(), z.boolean()),
  }),
});

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  access: 'anyone',
  shows: 'the bearer token of METRICS_TOKEN, or from this machine where there is none',
  summary:
    'What Prometheus reads: requests, memory, connections, jobs, backups. With the bearer token of METRICS_TOKEN; without one, for this machine alone and through no proxy',
  reply: z.string(),
  replyKind: 'text',
});

export const openapi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'anyone',
  summary: 'This contract as OpenAPI 3.1',
  reply: z.record(z.string(), z.unknown()),
});

export const apiDocs = endpoint({
  method: 'GET',
  path: '/api/docs',
  access: 'anyone',
  summary: 'This contract as a readable page',
  reply: z.string(),
  replyKind: 'html',
});

export const licences = endpoint({
  method: 'GET',
  path: '/licenses',
  access: 'anyone',
  summary: 'The licences of what others have made and this runs on, as a readable page',
  reply: z.string(),
  replyKind: 'html',
});
