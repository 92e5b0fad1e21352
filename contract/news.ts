import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { reason } from './values.ts';

/** Whose news can be taken in. */
export const newsSources = ['demo', 'fareharbor', 'viator'] as const;
export type NewsSource = (typeof newsSources)[number];

export const newsStates = ['new', 'taken', 'done', 'unreadable', 'discarded'] as const;
export type NewsState = (typeof newsStates)[number];

/** Which piece of news, in a path. */
export const newsIdText = z.string().regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number');
const params = z.object({ id: newsIdText.transform(Number) });

export const receiveNews = endpoint({
  method: 'POST',
  path: '/api/news/{source}/{secret}',
  access: 'anyone',
  origin: 'external',
  summary:
    "Takes in a message of a partner's server, of any media type, whose address holds the secret of its source: it is kept before anything reads it",
  params: z.object({ source: z.string().max(40), secret: z.string().max(200) }),
  bodyLimitBytes: 1024 * 1024,
  status: 202,
  reply: z.object({ received: z.literal(true) }),
  limit: 'news',
  stores: ['news-bytes'],
});

export const receiveFareharborNews = endpoint({
  method: 'POST',
  path: '/api/webhooks/fareharbor/{secret}',
  access: 'anyone',
  origin: 'external',
  source: 'fareharbor',
  summary: "Takes in a webhook of FareHarbor's, whose address holds the secret: it is kept before anything reads it",
  params: z.object({ secret: z.string().max(200) }),
  bodyLimitBytes: 1024 * 1024,
  reply: z.object({ received: z.literal(true) }),
  limit: 'news',
  stores: ['news-bytes'],
});

const pieceOfNews = z.object({
  id: z.int(),
  source: z.string(),
  received_at: z.string(),
  media_type: z.string().nullable(),
  bytes: z.int(),
  state: z.enum(newsStates),
  /** How often somebody has begun on it. */
  attempts: z.int(),
  /** Why it is not done yet, or cannot be read. */
  problem: z.string().nullable(),
  settled_at: z.string().nullable(),
});
export type PieceOfNews = z.output<typeof pieceOfNews>;

export const listNews = endpoint({
  method: 'GET',
  path: '/api/admin/news',
  access: ['admin'],
  summary:
    "What partners' servers have sent, by when it came, without what it says; found by a part of the source or of why it cannot be read, or by its number",
  query: listQuery(['-received', 'received'], {
    state: z.enum(newsStates).optional(),
    id: newsIdText.transform(Number).optional(),
  }),
  reply: listAnswer(pieceOfNews),
});

export const readNews = endpoint({
  method: 'GET',
  path: '/api/admin/news/{id}',
  access: ['admin'],
  summary: 'The first 64 kB of what a piece of news says, as text; noted in the audit log',
  params,
  reply: z.object({ text: z.string() }),
});

export const retryNews = endpoint({
  method: 'POST',
  path: '/api/admin/news/{id}/retry',
  access: ['admin'],
  summary:
    'Has a piece of news that could not be read, or that has neither a job nor a dead letter left, taken up again, with a reason',
  params,
  body: z.object({ reason }),
  reply: z.object({ ok: z.literal(true) }),
  idempotent: true,
});

export const discardNews = endpoint({
  method: 'POST',
  path: '/api/admin/news/{id}/discard',
  access: ['admin'],
  summary:
    'Puts a piece of news that could not be read, or that has neither a job nor a dead letter left, away, with a reason',
  params,
  body: z.object({ reason }),
  reply: z.object({ ok: z.literal(true) }),
  idempotent: true,
});
