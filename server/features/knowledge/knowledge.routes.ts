import { getTool, listTools } from '../../../contract/knowledge.ts';
import { type Answered, answer } from '../../platform/http/http.ts';
import type { Knowledge } from './knowledge.ts';

export const knowledgeRoutes = ({ knowledge }: { knowledge: Knowledge }): Answered[] => [
  answer(listTools, ({ query }) => ({ tools: knowledge.list(query.search) })),
  answer(getTool, ({ params }) => knowledge.get(params.slug)),
];
