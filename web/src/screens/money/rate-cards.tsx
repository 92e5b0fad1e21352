import { useLoaderData } from 'react-router';
import type { listRateCards } from '../../../../contract/commission.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { useChange } from '../../desk/use-change.tsx';
import { rateCardsDesk as words } from '../../messages/en/rate-cards-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { MakeRateCard, newRateCard } from './make-rate-card.tsx';
import { linesOf, rateCardColumns } from './rate-card-columns.tsx';

interface RateCardsData {
  cards: Answer<typeof listRateCards>;
}

export const loadRateCards = deskLoader(
  async (api): Promise<RateCardsData> => ({ cards: await api('GET /api/admin/rate-cards') }),
);

/** What share of bookings partners earn, by tier and day: the cards there are, newest first, and a form that makes one. */
export function RateCardsScreen() {
  const { cards } = useLoaderData<RateCardsData>();
  const address = useTableAddress();
  const change = useChange<never>();
  const rows = linesOf(cards);
  const inForce = rows.filter(({ in_force }) => in_force).sort((a, b) => (a.tier < b.tier ? -1 : 1));
  return (
    <Loaded>
      <DeskFrame
        title={titles.rateCards}
        sentence={words.sentence(
          inForce.map(({ tier, partner_share }) => words.tierEarns(tier, words.share(partner_share))).join(', '),
        )}
        detail={address.get('new') === newRateCard && <MakeRateCard onDone={change.tell} />}
      >
        {change.notice}
        <div>
          <ButtonLink look="plain" to={address.to({ new: newRateCard })} preventScrollReset>
            {words.make}
          </ButtonLink>
        </div>
        <DataTable
          name="rate-cards"
          caption={words.caption}
          columns={rateCardColumns}
          list={{ rows, total: rows.length, next: null }}
          titleOf={({ tier }) => tier}
          // There has been one from the beginning.
          empty={null}
        />
      </DeskFrame>
    </Loaded>
  );
}
