import { useLoaderData, useRevalidator } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { ImportRow, ListingImport, listImportRows } from '../../../../contract/listing-imports.ts';
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
import { ImportColumnsForm } from './import-columns-form.tsx';
import { ImportRows } from './import-rows.tsx';
import { UploadListings } from './upload-listings.tsx';

type List = Answer<typeof listImportRows>;
export type ImportLine = Omit<ImportRow, 'id'> & { id: string };

interface ImportData {
  /** The file that the address names. */
  file: ListingImport | null;
  rows: (Omit<List, 'rows'> & { rows: readonly ImportLine[] }) | null;
  work: LongWork | null;
}

/** What `new` in the address names. */
export const changedColumns = 'columns';

type Query = NonNullable<Request<typeof listImportRows>['query']>;

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
  if (!file) return { file, rows: null, work: named };
  // What runs for it is found again where the address says nothing of it; what is over was put away.
  const last = named ?? (followed ? null : await workOf(file.work_id));
  const work = named || (last && !isOver(last)) ? last : null;
  const list = await api('GET /api/admin/listing-imports/{id}/rows', {
    params: { id: String(file.id) },
    query: asked(query, ['search', 'sort', 'outcome', 'after']) as Query,
  });
  return { file, rows: { ...list, rows: list.rows.map((row) => ({ ...row, id: String(row.id) })) }, work };
});

/** Listings from a file: sent, checked row by row, looked at, imported. */
export function ListingImportScreen() {
  const { file, rows, work } = useLoaderData<ImportData>();
  const address = useTableAddress();
  const { revalidate } = useRevalidator();
  const change = useChange<never>();
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
            onEnded={() => change.takeBack(words.begun)}
          />
        )}
        {file && rows ? (
          <ImportRows
            file={file}
            rows={rows}
            work={work}
            onBegun={(id) => {
              change.say(words.begun);
              address.change({ [followedName]: id });
            }}
          />
        ) : (
          <UploadListings />
        )}
      </DeskFrame>
    </Loaded>
  );
}
