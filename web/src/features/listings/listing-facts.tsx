import { hawaiiMonth } from '../../../../contract/hawaii-time.ts';
import type { ListingFacts as Told } from '../../../../contract/listing-facts-form.ts';
import { listingDetails as words } from '../../messages/en/listing-details.ts';
import { monthName } from '../../messages/format.ts';
import { contentLanguage } from '../../messages/languages.ts';
import styles from './listing-details.module.css';
import { mapLink } from './map-link.ts';

/** When a listing is open, what it asks of who comes, and where one meets. */
export function ListingFacts({ told }: { told: Told }) {
  return (
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
              <a className={styles.map} {...mapLink([told.meeting_latitude, told.meeting_longitude!])}>
                {words.toMap}
              </a>
            )}
          </dd>
        </div>
      )}
    </dl>
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
