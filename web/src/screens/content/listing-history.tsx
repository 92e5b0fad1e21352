import type { ListingWithHistory } from '../../../../contract/content.ts';
import { ChangeHistory } from '../../desk/change-history.tsx';
import { contentDesk as words } from '../../messages/en/content-desk.ts';

/** Who changed what of a listing, newest first. */
export const ListingHistory = ({ history }: Pick<ListingWithHistory, 'history'>) => (
  <ChangeHistory
    title={words.history}
    entries={history}
    wordsOf={words.actionOf}
    changesOf={({ action, changes }) =>
      action === 'listing_changed' ? changes.map((one) => ({ field: one.field, words: words.changeOf(one) })) : []
    }
  />
);
