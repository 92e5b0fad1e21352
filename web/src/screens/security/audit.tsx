import { useLoaderData, useRevalidator } from 'react-router';
import type { AuditCheck } from '../../../../contract/audit-log.ts';
import type { Api } from '../../api.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { DateRangeField } from '../../desk/date-fields.tsx';
import { FollowedWork } from '../../desk/followed-work.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { confirmForFile } from '../../features/passkeys/confirmed.ts';
import { auditDesk as words } from '../../messages/en/audit-desk.ts';
import { desk } from '../../messages/en/desk.ts';
import { longWork } from '../../messages/en/long-work.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { type AuditData, auditFilters, loadAudit } from './load-audit.ts';
import { securityTabs } from './security-tabs.ts';

export { SectionFailed } from './section-failed.tsx';

export { loadAudit };

const exported = {
  path: '/api/admin/audit-log/export',
  ready: async (api: Api) => {
    // Whoever may not see the list any more is told so here.
    await api('GET /api/admin/audit-log', { query: {} });
    // It holds personal data.
    await confirmForFile(api);
  },
};

/** Every change and every look of an administrator's: found, read before and after, verified and exported. */
export function AuditScreen() {
  const { list, names, open, work, found } = useLoaderData<AuditData>();
  const address = useTableAddress();
  const { revalidate } = useRevalidator();
  const isFiltered = auditFilters.some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame
        title={titles.security}
        sentence={words.sentence(list.total, isFiltered)}
        tabs={securityTabs('audit')}
        detail={open && <AuditDetail entry={open} />}
      >
        <Check />
        {work && <FollowedWork key={work.id} work={work} onOver={() => void revalidate()} />}
        <Status>{found && <Found found={found} />}</Status>
        <DataTable
          name="audit"
          caption={words.caption}
          columns={auditColumns}
          list={list}
          titleOf={({ action }) => words.actionOf(action)}
          usualSort="-recorded"
          opens
          exported={exported}
          empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
        >
          <TableSearch label={words.search} />
          <TableSearch label={words.subject} name="subject_id" />
          <TableFilter
            label={words.action}
            param="action"
            options={words.actionsOf(withAsked(names.actions, address.asked('action')))}
          />
          <TableFilter
            label={words.kind}
            param="subject_kind"
            options={words.kindsOf(withAsked(names.subject_kinds, address.asked('subject_kind')))}
          />
          <DateRangeField
            label={words.days}
            names={{ from: 'from', to: 'to' }}
            initial={{ from: address.get('from') ?? '', to: address.get('to') ?? '' }}
            onRange={({ from, to }) => address.change({ from: from || null, to: to || null }, { replace: true })}
          />
        </DataTable>
      </DeskFrame>
    </Loaded>
  );
}

/** Also what a link asks for of which there is no entry yet: a field without it would say, and ask for, all of them. */
const withAsked = (names: readonly string[], asked: string | null) =>
  asked && !names.includes(asked) ? [...names, asked] : names;

/** Has the whole chain checked, which the address then names. */
function Check() {
  const address = useTableAddress();
  const late = useLate();
  const { busy, submit, problem } = useSubmit({
    send: (_given: undefined, api) => api('POST /api/admin/audit-log/check', { body: {} }),
    done: ({ id }) => address.change({ [followedName]: id }),
    late: () => late(desk.begunLate(longWork.kindOf('audit-check'))),
  });
  return (
    <div className={page.actions}>
      <Button look="plain" busy={busy} onClick={() => void submit(undefined)}>
        {busy ? words.checking : words.check}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}

function Found({ found }: { found: AuditCheck }) {
  return (
    <Notice tone={found.damage ? 'bad' : 'ok'} title={words.foundTitle[found.damage ? 'broken' : 'whole']}>
      <p>{words.found(found)}</p>
    </Notice>
  );
}
