import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { aspects, toolSlugs } from './knowledge-tools.ts';
import { roles } from './roles.ts';
import { searched, text } from './values.ts';

const ofAdmins = { access: ['admin'] } as const;

const listed = z.object({
  slug: z.enum(toolSlugs),
  name: z.string(),
  /** The address of its screen. */
  screen: z.string(),
  /** What it is for, in a sentence. */
  summary: z.string(),
});
export type ListedTool = z.output<typeof listed>;

/** A run of words; `to` is a path of this site or an https address. */
const part = z.object({
  text: z.string(),
  look: z.enum(['plain', 'strong', 'emphasis', 'code']),
  to: z.string().optional(),
});
export type TextPart = z.output<typeof part>;

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), parts: z.array(part) }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(part)) }),
]);
export type TextBlock = z.output<typeof block>;

const tool = listed.extend({
  roles: z.array(z.enum(roles)),
  aspects: z.array(z.object({ aspect: z.enum(aspects), blocks: z.array(block) })),
});
export type Tool = z.output<typeof tool>;

export const listTools = endpoint({
  method: 'GET',
  path: '/api/knowledge',
  ...ofAdmins,
  summary:
    'The tools of the desk by name; those with every word of a search, by where it is: the name first, then the aspects in their order. `search` forgives ʻokina, kahakō and case',
  query: z.object({ search: searched.optional() }),
  reply: z.object({ tools: z.array(listed) }),
});

export const getTool = endpoint({
  method: 'GET',
  path: '/api/knowledge/{slug}',
  ...ofAdmins,
  summary: 'One tool of the desk in six aspects, as blocks of text without any HTML',
  params: z.object({ slug: text(100) }),
  reply: tool,
});
