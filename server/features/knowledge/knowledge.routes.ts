import { getTool, listTools } from '../../../contract/knowledge.ts';
import { type Answered, answer } from '../../platform/http/http.ts';
import type { Settings } from '../../platform/settings.ts';
import { Knowledge } from './knowledge.ts';

/** The knowledge base. A page that cannot be read keeps the server from starting. */
export function knowledgeRoutes(settings: Settings): Answered[] {
  const knowledge = new Knowledge(settings);
  return [
    answer(listTools, ({ query }) => ({ tools: knowledge.list(query.search) })),
    answer(getTool, ({ params }) => knowledge.get(params.slug)),
  ];
}
