import { useLoaderData } from 'react-router';
import { mostOf, ShareBar } from '../../desk/share-bar.tsx';
import { portalFigures, portalOverview as words } from '../../messages/en/portal-desk.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { Tiles } from '../../ui/tiles.tsx';
import { Balances } from './balances.tsx';
import { besideBefore, besideRate } from './beside-before.ts';
import { FirstSteps } from './first-steps.tsx';
import { Funnel } from './funnel.tsx';
import { loadOverview, type OverviewData } from './load-overview.ts';
import { usePartnerView } from './partner-view.ts';
import { PortalFrame } from './portal-frame.tsx';
import { QuickActions } from './quick-actions.tsx';

export { loadOverview };

/** Where a partner arrives: did people scan, did they book, what is owed and when; then the ways to what is done most. */
export function OverviewScreen() {
  const { figures, earnings, firstSteps, permissions } = useLoaderData<OverviewData>();
  return (
    <Loaded>
      <PortalFrame section="overview" permissions={permissions} sentence={sentenceOf(figures, earnings)}>
        {firstSteps && !firstSteps.over && <FirstSteps steps={firstSteps} />}
        {figures && <Month figures={figures} />}
        {earnings && <Earnings earnings={earnings} />}
        {figures && <Places figures={figures} />}
        <QuickActions permissions={permissions} />
      </PortalFrame>
    </Loaded>
  );
}

type Figures = NonNullable<OverviewData['figures']>;
type OwnEarnings = NonNullable<OverviewData['earnings']>;

function sentenceOf(figures: Figures | null, earnings: OwnEarnings | null): string {
  if (!figures && !earnings) return words.nothing;
  return words.sentence({
    figures: figures && {
      scans: figures.total_scans,
      before: figures.before?.total_scans ?? 0,
      bookings: figures.total_bookings,
    },
    money: earnings,
  });
}

function Month({ figures }: { figures: Figures }) {
  const { tiles, money } = portalFigures;
  const beside = besideBefore(figures);
  return (
    <section className={page.section} aria-labelledby="month">
      <h2 id="month">{words.month}</h2>
      <Tiles
        tiles={[
          [tiles.scans, portalFigures.number(figures.total_scans), beside('total_scans')],
          [tiles.conversion, portalFigures.percent(figures.conversion_rate), besideRate(figures)],
          [tiles.bookings, portalFigures.number(figures.total_bookings), beside('total_bookings')],
          ...(figures.total_revenue === null
            ? []
            : ([
                [tiles.average, money(figures.average_booking), beside('average_booking', money)],
                [tiles.commission, money(figures.commission_earned), beside('commission_earned', money)],
                [tiles.revenue, money(figures.total_revenue), beside('total_revenue', money)],
              ] as const)),
        ]}
      />
      {figures.before && <p className={list.note}>{portalFigures.beforeNote(figures.range)}</p>}
      <h3>{portalFigures.funnel}</h3>
      <Funnel of={figures} />
    </section>
  );
}

function Earnings({ earnings }: { earnings: OwnEarnings }) {
  const isView = usePartnerView() !== null;
  return (
    <section className={page.section} aria-labelledby="earnings">
      <h2 id="earnings">{words.earnings}</h2>
      <Balances earnings={earnings} />
      {!isView && (
        <div className={page.actions}>
          <ButtonLink look="plain" to="/partner-portal/earnings">
            {words.commissions}
          </ButtonLink>
          <ButtonLink look="plain" to="/money/statement">
            {words.statement}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function Places({ figures: { top_performing_locations: places } }: { figures: Figures }) {
  const most = mostOf(places.map(({ scans }) => scans));
  return (
    <section className={page.section} aria-labelledby="places">
      <h2 id="places">{portalFigures.places}</h2>
      {places.length === 0 ? (
        <EmptyState title={portalFigures.none}>{portalFigures.noneText}</EmptyState>
      ) : (
        <>
          <ol role="list" className={list.rows}>
            {places.map(({ location_id, location_name, scans, bookings }) => (
              <li key={location_id} className={list.row}>
                <span className={list.words}>
                  <span className={list.name}>{location_name}</span>
                  <br />
                  <span className={list.note}>{words.placeFigures(scans, bookings)}</span>
                  <ShareBar value={scans} most={most} />
                </span>
              </li>
            ))}
          </ol>
          <p className={list.note}>{words.privacy}</p>
        </>
      )}
    </section>
  );
}
