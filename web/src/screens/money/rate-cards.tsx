import { useLoaderData } from 'react-router';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { getRateCard, listRateCards } from '../../../../contract/rate-cards.ts';
import type { listRateChanges } from '../../../../contract/rate-changes.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { opened } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { useChange } from '../../desk/use-change.tsx';
import { rateCardsDesk as words } from '../../messages/en/rate-cards-desk.ts';
import { rateChangesDesk as changeWords } from '../../messages/en/rate-changes-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { MakeRateCard, newRateCard } from './make-rate-card.tsx';
import { moneyTabs } from './money-tabs.ts';
import { linesOf, rateCardColumns } from './rate-card-columns.tsx';
import { RateCardDetail } from './rate-card-detail.tsx';
import { WaitingChanges } from './waiting-changes.tsx';

interface RateCardsData {
  cards: Answer<typeof listRateCards>;
  waiting: Answer<typeof listRateChanges>;
  /** The card that is open in the list. */
  open: Answer<typeof getRateCard> | null;
}

export const loadRateCards = deskLoader(async (api, { request }): Promise<RateCardsData> => {
  const id = new URL(request.url).searchParams.get('open');
  const [cards, waiting, open] = await Promise.all([
    api('GET /api/admin/rate-cards'),
    api('GET /api/admin/rate-changes'),
    opened(id, (card) => api('GET /api/admin/rate-cards/{id}', { params: { id: card } })),
  ]);
  return { cards, waiting, open };
});

/** What share of bookings partners earn, by tier and day: the cards there are, newest first, what waits to be confirmed, and a form that proposes one. */
export function RateCardsScreen() {
  const { cards, waiting, open } = useLoaderData<RateCardsData>();
  const address = useTableAddress();
  const change = useChange<never>();
  const rows = linesOf(cards);
  const inForce = rows.filter(({ in_force }) => in_force).sort((a, b) => (a.tier < b.tier ? -1 : 1));
  const missing = inForce.filter(({ listings_below }) => listings_below > 0);
  return (
    <Loaded>
      <DeskFrame
        title={titles.rateCards}
        tabs={moneyTabs('rateCards')}
        sentence={[
          words.sentence(
            inForce.map(({ tier, partner_share }) => words.tierEarns(tier, words.share(partner_share))).join(', '),
          ),
          waiting.total > 0 && changeWords.waiting(waiting.total),
        ]
          .filter(Boolean)
          .join(' ')}
        detail={
          address.get('new') === newRateCard ? (
            <MakeRateCard onDone={change.tell} />
          ) : (
            open && <RateCardDetail card={open} />
          )
        }
      >
        {change.notice}
        {missing.length > 0 && (
          <Notice tone="warn">
            {words.warning(missing.map((card) => words.tierMisses(card.tier, card.listings_below)).join(', '))}
          </Notice>
        )}
        <div>
          <ButtonLink look="plain" to={address.to({ new: newRateCard })} preventScrollReset>
            {words.make}
          </ButtonLink>
        </div>
        <section className={page.section} aria-labelledby="waiting">
          <h2 id="waiting">{changeWords.title}</h2>
          {waiting.total === 0 && <p>{changeWords.none}</p>}
          <WaitingChanges changes={waiting.rows} total={waiting.total} onDone={change.tell} />
        </section>
        <DataTable
          name="rate-cards"
          caption={words.caption}
          columns={rateCardColumns}
          list={{ rows, total: rows.length, next: null }}
          titleOf={({ tier }) => tier}
          opens
          // There has been one from the beginning.
          empty={null}
        />
      </DeskFrame>
    </Loaded>
  );
}
