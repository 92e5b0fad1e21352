import { useLoaderData, useRevalidator } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type {
  ImportRow,
  ListedImport,
  ListingImport,
  listImportRows,
  listListingImports,
} from '../../../../contract/listing-imports.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { deskLoader } from '../../desk/desk-loader.ts';
import { FollowedWork } from '../../desk/followed-work.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { isOver } from '../../desk/long-work-parts.tsx';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { useChange } from '../../desk/use-change.tsx';
import { listingImportDesk as words } from '../../messages/en/listing-import-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { contentTabs, listBefore } from './content-tabs.ts';
import { ExportListings } from './export-listings.tsx';
import { ImportColumnsForm } from './import-columns-form.tsx';
import { ImportRows } from './import-rows.tsx';
import { LastImports } from './last-imports.tsx';
import { UploadListings } from './upload-listings.tsx';

type List = Answer<typeof listImportRows>;
export type ImportLine = Omit<ImportRow, 'id'> & { id: string };

export type LastImport = Omit<ListedImport, 'id'> & { id: string };

interface ImportData {
  /** The file that the address names. */
  file: ListingImport | null;
  rows: (Omit<List, 'rows'> & { rows: readonly ImportLine[] }) | null;
  /** The files before, where the address names none. */
  last: (Omit<Answer<typeof listListingImports>, 'rows'> & { rows: readonly LastImport[] }) | null;
  work: LongWork | null;
}

/** What `new` in the address names. */
export const changedColumns = 'columns';

type LastQuery = NonNullable<Request<typeof listListingImports>['query']>;
type Query = NonNullable<Request<typeof listImportRows>['query']>;

const withTextId = <Row extends { id: number }>(row: Row) => ({ ...row, id: String(row.id) });

export const loadImport = deskLoader(async (api, { request }): Promise<ImportData> => {
  const { searchParams: query } = new URL(request.url);
  const id = query.get('import');
  const workOf = (work: string | null) =>
    opened(work, (one) => api('GET /api/long-work/{id}', { params: { id: one } }));
  const followed = query.get(followedName);
  const [file, named] = await Promise.all([
    opened(id && /^[1-9]\d{0,8}$/.test(id) ? id : null, (one) =>
      api('GET /api/admin/listing-imports/{id}', { params: { id: one } }),
    ),
    workOf(followed),
  ]);
  if (!file) {
    const last = await api('GET /api/admin/listing-imports', {
      query: { ...asked(query, ['search', 'sort', 'after']), limit: '5' } as LastQuery,
    });
    return { file, rows: null, last: { ...last, rows: last.rows.map(withTextId) }, work: named };
  }
  // What runs for it is found again where the address says nothing of it; what is over was put away.
  const newest = named ?? (followed ? null : await workOf(file.work_id));
  const work = named || (newest && !isOver(newest)) ? newest : null;
  const list = await api('GET /api/admin/listing-imports/{id}/rows', {
    params: { id: String(file.id) },
    query: asked(query, ['search', 'sort', 'outcome', 'after']) as Query,
  });
  return { file, rows: { ...list, rows: list.rows.map(withTextId) }, last: null, work };
});

/** Listings from a file: sent, checked row by row, looked at, imported. */
export function ListingImportScreen() {
  const { file, rows, last, work } = useLoaderData<ImportData>();
  const address = useTableAddress();
  const { revalidate } = useRevalidator();
  const change = useChange<never>();
  const followed = (said: string, id: string) => {
    change.say(said);
    address.change({ [followedName]: id });
  };
  const isOpen = file?.state === 'unmapped' || file?.state === 'checking' || file?.state === 'checked';
  const areColumnsAsked = file?.state === 'unmapped' || (isOpen && address.get('new') === changedColumns);
  return (
    <Loaded>
      <DeskFrame
        title={titles.content}
        administration={adminTabs('content')}
        tabs={contentTabs(null, listBefore(address.query))}
        sentence={file ? words.stateOf(file) : words.sentence}
        detail={file && areColumnsAsked && <ImportColumnsForm key={file.id} file={file} />}
        {...(file?.state === 'unmapped' && { closing: { import: null } })}
      >
        {change.notice}
        {work && (
          <FollowedWork
            key={work.id}
            work={work}
            onOver={() => void revalidate()}
            onEnded={() => {
              change.takeBack(words.begun);
              change.takeBack(words.exporting.begun);
            }}
          />
        )}
        {file && rows ? (
          <ImportRows file={file} rows={rows} work={work} onBegun={(id) => followed(words.begun, id)} />
        ) : (
          <>
            <UploadListings />
            <ExportListings onBegun={(id) => followed(words.exporting.begun, id)} />
            {last && <LastImports list={last} />}
          </>
        )}
      </DeskFrame>
    </Loaded>
  );
}
