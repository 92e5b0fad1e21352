import type { Experience } from '../../../contract/discovery.ts';
import { findKeptList } from './kept-lists.ts';

/** Letters as a search compares them: without accents, ʻokina and case. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u02bb\u2018\u2019']/g, '')
    .toLowerCase();

/** What this device has of the list for a search and a category: every word must be somewhere in the entry. */
export async function searchKept(search: string, category: string) {
  const kept = await findKeptList();
  if (!kept) return undefined;
  const words = plain(search).split(/\s+/).filter(Boolean);
  const holds = (one: Experience) => {
    const text = plain(`${one.name} ${one.description} ${one.subcategory ?? ''} ${one.category} ${one.address ?? ''}`);
    return (!category || one.category === category) && words.every((word) => text.includes(word));
  };
  return { experiences: kept.experiences.filter(holds), keptAt: kept.keptAt };
}
