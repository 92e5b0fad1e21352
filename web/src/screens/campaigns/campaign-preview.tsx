import { useEffect, useState } from 'react';
import type { getCampaignEditor } from '../../../../contract/campaigns.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { Experience } from '../../../../contract/listings.ts';
import { browserApi, errorCode } from '../../api.ts';
import { ExperienceCard } from '../../features/listings/experience-card.tsx';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';
import list from '../../ui/list.module.css';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { type CampaignValues, mostCost, placesIn } from './campaign-values.ts';
import styles from './campaigns.module.css';

const { preview } = words;

interface CampaignPreviewProps {
  values: CampaignValues;
  /** Whose card it shows; none where none is chosen. */
  listing: number;
}

/** The sponsored card as guests see it in a list, where and when that is, and what it may cost at most. */
export function CampaignPreview({ values, listing }: CampaignPreviewProps) {
  const shown = useCard(listing);
  const { lacks, never_in } = useLacks(listing, values);
  const { first_day, last_day, time_from, time_until } = values;
  return (
    <section className={page.section} aria-labelledby="preview">
      <h3 id="preview">{preview.title}</h3>
      <Status>
        <p>{mostCost(values)}</p>
      </Status>
      <p className={list.note}>{preview.where}</p>
      <p className={list.note}>
        {[
          words.listsOf(placesIn(values.places), JSON.parse(values.categories || '[]')),
          first_day && first_day <= last_day && words.days(first_day, last_day),
          words.times(time_from || null, time_until || null),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Status>
        {lacks && <Notice tone="warn">{words.lacks[lacks]}</Notice>}
        {!lacks && never_in.length > 0 && <Notice tone="warn">{words.neverIn(never_in)}</Notice>}
      </Status>
      {!listing && <p>{preview.none}</p>}
      {listing > 0 && shown === undefined && <Loading words={preview.loading} />}
      {shown === null && <Notice tone="warn">{preview.notShown}</Notice>}
      {shown === 'failed' && <Notice tone="warn">{preview.failed}</Notice>}
      {shown && shown !== 'failed' && (
        // Nothing of it can be pressed.
        <div inert className={styles.card}>
          <ExperienceCard experience={shown} access="sign-in" campaign="preview" />
        </div>
      )}
    </section>
  );
}

type Lacks = Pick<Answer<typeof getCampaignEditor>, 'lacks' | 'never_in'>;
const lacksNothing: Lacks = { lacks: null, never_in: [] };

/** Which of the lists that are chosen cannot show a listing; none as long as that is not known. */
function useLacks(listing: number, { places, categories }: CampaignValues): Lacks {
  const [found, setFound] = useState<Lacks & { of: string }>();
  const ids = placesIn(places).map(({ id }) => id);
  const named: string[] = JSON.parse(categories || '[]');
  const query = {
    listing: String(listing),
    ...(ids.length > 0 && { places: ids.join(',') }),
    ...(named.length > 0 && { categories: named.join(',') }),
  };
  const of = JSON.stringify(query);
  useEffect(() => {
    if (!listing) return;
    let isGone = false;
    const take = (lacks: Lacks) => !isGone && setFound({ of, ...lacks });
    // It is a hint: the campaign itself says so as well.
    browserApi('GET /api/campaign-editor', { query: JSON.parse(of) }).then(take, () => take(lacksNothing));
    return () => {
      isGone = true;
    };
  }, [listing, of]);
  return listing > 0 && found?.of === of ? found : lacksNothing;
}

/** A listing as guests find it, or null where they do not; undefined as long as it is on its way. */
function useCard(listing: number): Experience | null | 'failed' | undefined {
  const [found, setFound] = useState<{ of: number; card: Experience | null | 'failed' }>();
  useEffect(() => {
    if (!listing) return;
    let isGone = false;
    const take = (card: Experience | null | 'failed') => !isGone && setFound({ of: listing, card });
    browserApi('GET /api/business-listings/{id}', { params: { id: String(listing) } }).then(take, (failure) =>
      take(errorCode(failure) === 'not_found' ? null : 'failed'),
    );
    return () => {
      isGone = true;
    };
  }, [listing]);
  return found?.of === listing ? found.card : undefined;
}
