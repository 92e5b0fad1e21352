import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Whose news can be taken in. */
export const newsSources = ['demo'] as const;
export type NewsSource = (typeof newsSources)[number];

export const newsStates = ['new', 'taken', 'done', 'unreadable'] as const;
export type NewsState = (typeof newsStates)[number];

const newsId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number')
  .transform(Number);

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

export const listNews = endpoint({
  method: 'GET',
  path: '/api/admin/news',
  access: ['admin'],
  summary: "What partners' servers have sent, newest first, 100 at a time, without what it says",
  query: z.object({ state: z.enum(newsStates).optional(), before: newsId.optional() }),
  reply: z.object({ news: z.array(pieceOfNews), next: z.int().nullable() }),
});

export const readNews = endpoint({
  method: 'GET',
  path: '/api/admin/news/{id}',
  access: ['admin'],
  summary: 'The first 64 kB of what a piece of news says, as text; noted in the audit log',
  params: z.object({ id: newsId }),
  reply: z.object({ text: z.string() }),
});

export const retryNews = endpoint({
  method: 'POST',
  path: '/api/admin/news/{id}/retry',
  access: ['admin'],
  summary: 'Has a piece of news that could not be read taken up again',
  params: z.object({ id: newsId }),
  reply: z.object({ ok: z.literal(true) }),
});
