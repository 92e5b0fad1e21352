import { useState } from 'react';
import type { ListedListing } from '../../../../contract/content.ts';
import type { Category } from '../../../../contract/values.ts';
import { contentDesk } from '../../messages/en/content-desk.ts';
import { orderedRows } from '../../messages/en/ordered-rows.ts';
import { placeListsDesk as words } from '../../messages/en/place-lists-desk.ts';
import { type Filled, SubmitForm } from '../../submit-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import list from '../../ui/list.module.css';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './lists.module.css';

interface AddListingsProps {
  /** What is in the list. */
  ids: ReadonlySet<number>;
  /** Why none can be added, where none can. */
  full: string | undefined;
  onAdd: (listing: Pick<ListedListing, 'id' | 'name' | 'category'>) => void;
}

/** So many are found at once. */
const mostFound = '20';

/** Finds listings of the guide by name and category, to be put into a list. */
export function AddListings({ ids, full, onAdd }: AddListingsProps) {
  const [found, setFound] = useState<{ rows: readonly ListedListing[]; total: number }>();
  const finding = useSubmit({
    send: ({ text }: Filled, api) => {
      const [search, category] = [text('search'), text('category')];
      const asked = { ...(search && { search }), ...(category && { category: category as Category }) };
      return api('GET /api/admin/listings', { query: { ...asked, status: 'active', limit: mostFound } });
    },
    done: setFound,
  });
  return (
    <section className={styles.part} aria-labelledby="add-listings">
      <h3 id="add-listings">{words.add}</h3>
      <SubmitForm of={finding} label={words.find} busyLabel={words.finding}>
        <div className={styles.pair}>
          <Field label={words.addSearch} name="search" type="search" maxLength={100} autoComplete="off" />
          <Select label={words.addCategory} name="category">
            <option value="">{words.anyCategory}</option>
            {Object.entries(contentDesk.categories).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      </SubmitForm>
      <Status>
        {found && <p>{found.total === 0 ? words.noneFound : words.someFound(found.rows.length, found.total)}</p>}
        {full && <p>{full}</p>}
      </Status>
      {found && found.rows.length > 0 && (
        <ul role="list" className={list.rows}>
          {found.rows.map((one) => (
            <li key={one.id} className={list.row}>
              <div className={list.words}>
                <p className={list.name}>{one.name}</p>
                <p className={list.note}>{one.category}</p>
              </div>
              <Button
                look="plain"
                aria-label={orderedRows.named(ids.has(one.id) ? words.isIn : words.addOne, one.name)}
                busy={ids.has(one.id) || full !== undefined}
                onClick={() => !ids.has(one.id) && full === undefined && onAdd(one)}
              >
                {ids.has(one.id) ? words.isIn : words.addOne}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
