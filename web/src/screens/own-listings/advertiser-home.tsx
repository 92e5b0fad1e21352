import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { DataTable } from '../../desk/data-table.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { useSession } from '../../features/session/use-session.ts';
import { dashboard } from '../../messages/en/dashboard.ts';
import { ownListingsDesk as words } from '../../messages/en/own-listings-desk.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import page from '../../ui/page.module.css';
import type { Home } from '../dashboard/load-dashboard.ts';
import type { OwnListings } from './load-own.ts';
import { toOwnEditor } from './own-listing-address.ts';
import { ownListingColumns } from './own-listing-columns.tsx';
import { doIt, draftOf, type OwnDeed, ownDeeds } from './own-listing-deeds.ts';
import { OwnListingDetail } from './own-listing-detail.tsx';
import { ownTabs } from './own-tabs.ts';

/** An advertiser's home: its listings, by state, and the one that is open. */
export function AdvertiserHome({ home: { profile, isOld }, own: { list, open } }: { home: Home; own: OwnListings }) {
  const { user } = useSession();
  const address = useTableAddress();
  const change = useChange<OwnDeed>();
  const { action } = change;
  useReopened((draft) => {
    const does = open && ownDeeds.find((one) => draft === draftOf({ does: one, listing: open }));
    return does && open ? { does, listing: open } : null;
  }, change.begin);
  const isFiltered = ['search', 'state'].some((name) => address.get(name));
  const hasSome = Object.values(list.counts).some((count) => count > 0);
  const sentence = hasSome ? words.sentence(list.counts) : dashboard.areas.advertiser;
  const name = profile.display_name || user?.google_user_data?.given_name;
  return (
    <Loaded kept={isOld && { isComing: false }}>
      <DeskFrame
        title={dashboard.greeting(name)}
        sentence={[sentence, isFiltered && words.found(list.total)].filter(Boolean).join(' ')}
        tabs={ownTabs('/dashboard', profile.permissions)}
        detail={
          open && (
            <>
              {change.notice}
              <OwnListingDetail
                key={open.id}
                listing={open}
                editor={toOwnEditor(address.query, open.id)}
                mayAdvertise={profile.permissions.includes('campaign_management')}
                onAct={(does) => change.begin({ does, listing: open })}
              />
            </>
          )
        }
      >
        {!open && change.notice}
        <div className={page.actions}>
          <ButtonLink look="plain" to={toOwnEditor(address.query, null)}>
            {words.add}
          </ButtonLink>
        </div>
        <DataTable
          name="own-listings"
          caption={words.caption}
          columns={ownListingColumns}
          list={list}
          titleOf={({ name }) => name}
          usualSort="-updated"
          opens
          empty={
            <EmptyState title={isFiltered ? words.none : words.nothing}>
              {isFiltered ? words.noneText : words.nothingText}
            </EmptyState>
          }
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.state} param="state" options={words.states} />
        </DataTable>
      </DeskFrame>
      {action && (
        <ConfirmSheet
          draft={draftOf(action)}
          title={words.deeds[action.does]}
          label={action.does === 'remove' ? words.deeds.remove : undefined}
          text={words.asks[action.does](action.listing)}
          onClose={change.leave}
          onDone={action.does === 'remove' ? change.tellGone : change.tell}
          send={(api) => doIt(api, action)}
        />
      )}
    </Loaded>
  );
}
