import { useLoaderData, useRevalidator } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { LocationBatch, listLocationBatches } from '../../../../contract/location-batches.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { Detail } from '../../desk/detail.tsx';
import { FollowedWork } from '../../desk/followed-work.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { TableSearch } from '../../desk/table-filters.tsx';
import { batchDesk as words } from '../../messages/en/batch-desk.ts';
import { longWork } from '../../messages/en/long-work.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import page from '../../ui/page.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CreateBatch, typedRows } from './create-batch.tsx';
import styles from './locations.module.css';
import { locationsTabs } from './locations-tabs.ts';

type BatchRow = Omit<LocationBatch, 'id'> & { id: string };

interface BatchData {
  list: Omit<Answer<typeof listLocationBatches>, 'rows'> & { rows: readonly BatchRow[] };
  open: LocationBatch | null;
  /** The long work that the address follows. */
  work: LongWork | null;
}

type Query = NonNullable<Request<typeof listLocationBatches>['query']>;

export const loadBatch = deskLoader(async (api, { request }): Promise<BatchData> => {
  const { searchParams: query } = new URL(request.url);
  const [list, open, work] = await Promise.all([
    api('GET /api/admin/location-batches', { query: asked(query, ['search', 'sort', 'after']) as Query }),
    opened(query.get('open'), (id) => api('GET /api/admin/location-batches/{id}', { params: { id } })),
    opened(query.get(followedName), (id) => api('GET /api/long-work/{id}', { params: { id } })),
  ]);
  return { list: { ...list, rows: list.rows.map((row) => ({ ...row, id: String(row.id) })) }, open, work };
});

const looks = { waiting: 'waits', running: 'waits', done: 'ok', failed: 'bad', cancelled: 'stopped' } as const;

const WorkStatus = ({ state }: Pick<LocationBatch, 'state'>) =>
  state === null ? (
    <StatusBadge look="over">{words.noWork}</StatusBadge>
  ) : (
    <StatusBadge look={looks[state]}>{longWork.states[state]}</StatusBadge>
  );

const { columns } = words;

const batchColumns: readonly Column<BatchRow>[] = [
  { key: 'id', label: columns.id, cell: ({ id }) => words.batch(id), isTitle: true, isFixed: true },
  { key: 'state', label: columns.state, cell: (batch) => <WorkStatus {...batch} />, isBrief: true },
  { key: 'made', label: columns.made, cell: words.made, numeric: true },
  { key: 'format', label: columns.format, cell: words.printed },
  { key: 'by', label: columns.by, cell: ({ created_by }) => created_by, isEndless: true, isExtra: true },
  {
    key: 'created',
    label: columns.created,
    cell: ({ created_at }) => words.moment(created_at),
    sort: 'created',
    isMoment: true,
  },
];

/** Batches of places: rows that became places, codes and one print file, and the form for the next. */
export function BatchScreen() {
  const { list, open, work } = useLoaderData<BatchData>();
  const address = useTableAddress();
  const { revalidate } = useRevalidator();
  const isFiltered = address.get('search') !== null;
  const form = address.get('new');
  return (
    <Loaded>
      <DeskFrame
        title={titles.qrBatch}
        tabs={locationsTabs('batch')}
        sentence={words.sentence(list.total)}
        detail={form ? <CreateBatch key={form} way={form} /> : open && <BatchDetail batch={open} />}
      >
        {work && <FollowedWork key={work.id} work={work} onOver={() => void revalidate()} />}
        <div className={styles.alone}>
          <ButtonLink look="plain" to={address.to({ new: typedRows, open: null })} preventScrollReset>
            {words.create}
          </ButtonLink>
        </div>
        <DataTable
          name="location-batches"
          caption={words.caption}
          columns={batchColumns}
          list={list}
          titleOf={({ id }) => words.batch(id)}
          usualSort="-created"
          opens
          empty={
            <EmptyState title={isFiltered ? words.none : words.nothing}>
              {isFiltered ? words.noneText : words.nothingText}
            </EmptyState>
          }
        >
          <TableSearch label={words.search} />
        </DataTable>
      </DeskFrame>
    </Loaded>
  );
}

function BatchDetail({ batch }: { batch: LocationBatch }) {
  const address = useTableAddress();
  return (
    <Detail
      label={words.detail}
      title={words.batch(batch.id)}
      facts={[
        [columns.state, <WorkStatus key="state" {...batch} />],
        [columns.made, words.made(batch)],
        [columns.format, words.printed(batch)],
        [words.fileUntil, batch.file_until ? words.moment(batch.file_until) : words.fileGone],
        [columns.by, batch.created_by],
        [columns.created, words.moment(batch.created_at)],
      ]}
    >
      {batch.work_id && (
        <div className={page.actions}>
          {/* On a phone it stands in the list's place, which what is open covers. */}
          <ButtonLink look="plain" to={address.to({ [followedName]: batch.work_id, open: null })}>
            {words.follow}
          </ButtonLink>
        </div>
      )}
    </Detail>
  );
}
