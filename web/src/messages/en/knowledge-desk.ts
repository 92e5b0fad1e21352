import type { Aspect } from '../../../../contract/knowledge-tools.ts';
import type { Role } from '../../../../contract/roles.ts';
import { counted } from './counted.ts';
import { usersDesk } from './users-desk.ts';

const aspects: Record<Aspect, string> = {
  function: 'Function',
  when: 'When',
  how: 'How',
  why: 'Why',
  where: 'Where',
  who: 'Who',
};

/** Words of the knowledge base. */
export const knowledgeDesk = {
  sentence: (count: number, isFiltered: boolean) =>
    `${counted(count, 'tool', 'tools')} ${isFiltered ? 'found' : 'of the platform, and how each is used'}.`,
  search: 'Search names and words',
  tools: 'Tools',
  none: 'No tool is like that',
  noneText: 'Try another word, or fewer letters. Spelling without ʻokina and kahakō works too.',
  detail: 'About this tool',
  aspects,
  roles: (given: readonly Role[]) => `For: ${given.map((role) => usersDesk.roles[role]).join(', ')}.`,
  open: (tool: string) => `Open ${tool}`,
};
