import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { severities } from './faults.ts';
import { instant, text } from './values.ts';
import { toWellFormed } from './well-formed.ts';

/** Made by the page that failed, and shown to its reader: letters, digits, - and _. */
const errorId = z.string().regex(/^[A-Za-z0-9_-]{4,64}$/, 'must be 4 to 64 letters, digits, - or _');

/** Cut to its length rather than refused: a report that is too long is still a report. */
const cut = (max: number) => text(64_000).transform((value) => toWellFormed(value.slice(0, max)));

export const trackError = endpoint({
  method: 'POST',
  path: '/api/errors/track',
  access: 'anyone',
  summary: 'Keeps a report of an error in a page; tokens in addresses are taken out, the same error_id is kept once',
  body: z.object({
    error_id: errorId,
    message: cut(1_000),
    stack: cut(8_000).nullish(),
    component_stack: cut(8_000).nullish(),
    url: cut(2_048).nullish(),
    user_agent: cut(512).nullish(),
    /** The page's own clock; kept as a note, the server's counts. */
    timestamp: instant.nullish(),
    error_type: text(60).nullish(),
    severity: z.enum(severities).nullish(),
  }),
  limit: 'report',
  stores: ['report-bytes'],
  status: 202,
  reply: z.object({ error_id: z.string() }),
});

export const reportError = endpoint({
  method: 'POST',
  path: '/api/errors/report',
  access: 'anyone',
  summary: 'Keeps what a person says about an error they saw',
  body: z.object({
    error_id: errorId,
    user_report: z.boolean().optional(),
    additional_context: cut(2_000).nullish(),
  }),
  limit: 'report',
  stores: ['report-bytes'],
  status: 202,
  reply: z.object({ error_id: z.string() }),
  idempotent: true,
});
