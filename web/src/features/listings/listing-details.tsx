import { useCallback, useEffect, useState } from 'react';
import type { ListingFacts as Facts } from '../../../../contract/listing-facts-form.ts';
import type { ListingDetails as Told } from '../../../../contract/own-pictures.ts';
import { browserApi } from '../../api.ts';
import { listingDetails as words } from '../../messages/en/listing-details.ts';
import { contentLanguage } from '../../messages/languages.ts';
import { Picture } from '../../ui/picture.tsx';
import { DetailsOrNot } from './card-description.tsx';
import styles from './listing-details.module.css';
import { ListingFacts } from './listing-facts.tsx';

interface ListingDetailsProps {
  listingId: number;
  /** What is known of it already, as where a device has kept it: shown until there is more, or where no more can be had. */
  known?: Facts | undefined;
}

/** What helps to decide about a listing beside its words: when it is open, what it asks of who comes, where one meets, its other pictures. */
export function ListingDetails({ listingId, known }: ListingDetailsProps) {
  const [told, setTold] = useState<Told | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      setTold(await browserApi('GET /api/business-listings/{id}/details', { params: { id: String(listingId) } }));
    } catch {
      setFailed(true);
    }
  }, [listingId]);
  useEffect(() => void load(), [load]);
  const facts = told ?? known;
  if (!facts) return <DetailsOrNot hasFailed={hasFailed} onAgain={() => void load()} />;
  const pictures = told?.pictures ?? [];
  return (
    <section className={styles.details} aria-label={words.label}>
      <ListingFacts told={facts} />
      {pictures.length > 1 && (
        <ul role="list" className={styles.pictures} aria-label={words.pictures}>
          {pictures.slice(1).map((one, at) => (
            <li key={one.url}>
              <Picture
                {...{ src: one.url, widths: one.widths, color: one.color }}
                alt={one.words ?? words.picture(at + 2)}
                lang={one.words ? contentLanguage : undefined}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
