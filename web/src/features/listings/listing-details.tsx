import { useCallback, useEffect, useState } from 'react';
import { hawaiiMonth } from '../../../../contract/hawaii-time.ts';
import type { ListingDetails as Told } from '../../../../contract/own-pictures.ts';
import { browserApi } from '../../api.ts';
import { listingDetails as words } from '../../messages/en/listing-details.ts';
import { monthName } from '../../messages/format.ts';
import { contentLanguage } from '../../messages/languages.ts';
import { Picture } from '../../ui/picture.tsx';
import { DetailsOrNot } from './card-description.tsx';
import styles from './listing-details.module.css';

/** What helps to decide about a listing beside its words: when it is open, what it asks of who comes, where one meets, its other pictures. */
export function ListingDetails({ listingId }: { listingId: number }) {
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
  if (!told) return <DetailsOrNot hasFailed={hasFailed} onAgain={() => void load()} />;
  return (
    <section className={styles.details} aria-label={words.label}>
      <dl className={styles.facts}>
        {factsOf(told).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {(told.meeting_point || told.meeting_latitude !== null) && (
          <div>
            <dt>{words.meeting}</dt>
            <dd>
              {/* As its advertiser has written it. */}
              {told.meeting_point && <span lang={contentLanguage}>{told.meeting_point}</span>}
              {told.meeting_latitude !== null && (
                <a
                  className={styles.map}
                  href={`https://www.openstreetmap.org/?mlat=${told.meeting_latitude}&mlon=${told.meeting_longitude}#map=17/${told.meeting_latitude}/${told.meeting_longitude}`}
                  target="_blank"
                  rel="noopener"
                >
                  {words.toMap}
                </a>
              )}
            </dd>
          </div>
        )}
      </dl>
      {told.pictures.length > 1 && (
        <ul role="list" className={styles.pictures} aria-label={words.pictures}>
          {told.pictures.slice(1).map((one, at) => (
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

function factsOf(told: Told): (readonly [label: string, value: string])[] {
  const { open_months: open, steps, transfer, hearing, sensory } = told;
  const isClosed = open !== null && !open.includes(hawaiiMonth(new Date()));
  const months = open && words.months(open.map((month) => monthName(month)));
  const all: readonly (readonly [string, string | null])[] = [
    [words.open, months && (isClosed ? words.closedNow(months) : months)],
    [words.steps, steps && words.stepsAre[steps]],
    [words.transfer, transfer && words.transferIs[transfer]],
    [words.hearing, hearing && words.hearingIs[hearing]],
    [words.sensory, sensory && words.sensoryIs[sensory]],
  ];
  return all.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
