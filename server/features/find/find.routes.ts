import { findByName } from '../../../contract/find.ts';
import { type Answered, answer } from '../../platform/http/http.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { findAnything } from './find.ts';

/** What an administrator looks for by its name, whatever it is. */
export const findRoutes = ({ knowledge }: { knowledge: Knowledge }): Answered[] => [
  answer(findByName, async ({ query }, ctx) => ({
    found: await findAnything(ctx.db, ctx.clock.now(), knowledge, query.search),
  })),
];
