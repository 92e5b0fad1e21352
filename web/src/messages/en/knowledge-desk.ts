import type { Aspect } from '../../../../contract/knowledge-tools.ts';
import { number } from '../format.ts';

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
  sentence: (count: number) => `${number(count)} tools of the platform, and how each is used.`,
  found: (count: number) => `Tools found: ${number(count)}.`,
  search: 'Search names and words',
  tools: 'Tools',
  none: 'No tool is like that',
  noneText: 'Try another word, or fewer letters. Spelling without ʻokina and kahakō works too.',
  detail: 'About this tool',
  aspects,
  /** Told whose it is. */
  roles: (names: string) => `For: ${names}.`,
  open: (tool: string) => `Open ${tool}`,
};
