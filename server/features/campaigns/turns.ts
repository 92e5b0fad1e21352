import type { Campaign } from '../../../contract/campaigns.ts';
import type { CampaignRow, WholeCampaignRow } from './campaigns.store.ts';

type Listed = Pick<CampaignRow, 'category' | 'categories' | 'languages'> & { places: readonly { id: number }[] };

const isForAll = ({ places, categories }: Listed) => places.length + categories.length === 0;
/** Explore's list of its category; of others it is in none. */
const isInCategory = (one: Listed) => isForAll(one) || one.categories.includes(one.category);
/** Whether one is for a place of the other. */
const isInPlaces = (one: Listed, other: Listed) =>
  isForAll(one)
    ? isForAll(other) || other.places.length > 0
    : one.places.some(({ id }) => other.places.some((place) => place.id === id));

/** Whether two campaigns of one listing are for one list, and for one reader. */
function meet(one: Listed, other: Listed): boolean {
  const isReadByOne =
    one.languages.length === 0 ||
    other.languages.length === 0 ||
    one.languages.some((language) => other.languages.includes(language));
  const isInOneList = (isInCategory(one) && isInCategory(other)) || isInPlaces(one, other) || isInPlaces(other, one);
  return isReadByOne && isInOneList;
}

/** With which of those of its listing that are shown now a campaign takes turns: a list shows one card of a listing. */
export const turnsOf = (row: WholeCampaignRow, shown: readonly WholeCampaignRow[]): Campaign['turns_with'] =>
  shown.filter((other) => meet(row, other)).map(({ id, name, today }) => ({ id, name, today }));
