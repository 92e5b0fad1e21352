import { useLoaderData } from 'react-router';
import { DataTable } from '../../desk/data-table.tsx';
import type { DeskLoaded } from '../../desk/desk-loader.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { portalDesk, portalCodes as words } from '../../messages/en/portal-desk.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { CodeAlerts } from './code-alerts.tsx';
import { codeColumns, requestColumns } from './code-columns.tsx';
import { CodeDetail } from './code-detail.tsx';
import { type CodeAction, CodeSheet } from './code-sheet.tsx';
import { type CodesData, loadCodes } from './load-codes.ts';
import { usePartnerView } from './partner-view.ts';
import { PortalFrame } from './portal-frame.tsx';
import { RequestCode } from './request-code.tsx';

export { loadCodes };

const kinds = ['pause', 'resume', 'change'] as const;

/** A partner's codes, what can be done with each, and what was asked for. */
export function QrManagerScreen() {
  const data = useLoaderData<CodesData & DeskLoaded>();
  const isSample = data.standIn?.kind === 'sample';
  const { codes, requests, limit, places } = data;
  const address = useTableAddress();
  const change = useChange<CodeAction>();
  const open = codes.find(({ id }) => id === address.get('open'));
  const isReadOnly = usePartnerView() !== null || isSample;
  const isNew = address.get('view') === 'new' && !isReadOnly;
  useReopened((draft): CodeAction | null => {
    const kind = kinds.find((one) => open && draft === `${one} code ${open.id}`);
    return kind && open ? { kind, code: open } : null;
  }, change.begin);
  const waiting = (requests ?? []).filter(({ status }) => status === 'pending').length;
  const made = codes.filter(({ status }) => status !== 'replaced').length;
  return (
    <Loaded>
      <PortalFrame
        section="codes"
        permissions={data.permissions}
        sentence={words.sentence(made, limit, waiting)}
        detail={
          open && (
            <>
              {change.notice}
              <CodeDetail code={open} shown={places.find(({ id }) => id === open.location_id)?.shown} change={change} />
            </>
          )
        }
      >
        {!open && change.notice}
        {!isReadOnly && (
          <FilterLinks
            label={portalDesk.tabs.codes}
            options={[
              { to: address.to({ view: null, open: null }), label: words.views.codes, current: !isNew },
              { to: address.to({ view: 'new', open: null }), label: words.views.new, current: isNew },
            ]}
          />
        )}
        {isNew ? (
          <RequestCode data={data} onDone={change.tell} />
        ) : (
          <>
            <CodeAlerts codes={codes} />
            {/* What waits stands above a long list of codes: whoever has just asked finds it. */}
            {waiting > 0 && <Requests requests={requests} />}
            <DataTable
              name="qr-codes"
              caption={words.caption}
              columns={codeColumns}
              list={{ rows: codes, total: codes.length, next: null }}
              titleOf={({ location_name, label }) => [location_name, label].filter(Boolean).join(', ')}
              opens={!isSample}
              empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
            />
            {waiting === 0 && <Requests requests={requests} />}
          </>
        )}
      </PortalFrame>
      {/* Beside the frame: on a phone the list is hidden while a code is open, and all that is in it. */}
      {change.action && (
        <CodeSheet action={change.action} places={places} onClose={change.leave} onDone={change.tell} />
      )}
    </Loaded>
  );
}

function Requests({ requests }: Pick<CodesData, 'requests'>) {
  return (
    <>
      <h2>{words.requests}</h2>
      <DataTable
        name="qr-requests"
        caption={words.requestsCaption}
        columns={requestColumns}
        list={{ rows: requests ?? [], total: requests?.length ?? 0, next: null }}
        titleOf={({ location_name }) => location_name}
        empty={
          requests ? (
            <EmptyState title={words.noRequests}>{words.emptyText}</EmptyState>
          ) : (
            <EmptyState title={words.requestsAway}>{words.requestsAwayText}</EmptyState>
          )
        }
      />
    </>
  );
}
