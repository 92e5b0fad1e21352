import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ImportField, importFields, neededOfNew } from '../../../../contract/listing-import-forms.ts';
import type { ListingImport } from '../../../../contract/listing-imports.ts';
import { ColumnSelects, columnsFault, columnsIn } from '../../desk/column-selects.tsx';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { desk } from '../../messages/en/desk.ts';
import { listingImportDesk as words } from '../../messages/en/listing-import-desk.ts';
import { longWork } from '../../messages/en/long-work.ts';
import type { Filled } from '../../submit-form.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';

/** Says which columns of a file are what, for it and all with the same ones, and has its rows checked. */
export function ImportColumnsForm({ file }: { file: ListingImport }) {
  const { id, columns } = file;
  const [isNumbered, setNumbered] = useState(Boolean(columns.id));
  const address = useTableAddress();
  const navigate = useNavigate();
  const late = useLate();
  const saving = useSubmit({
    check: (given: Filled) => columnsFault(columnsIn(importFields, given)),
    send: (given, api) =>
      api('PUT /api/admin/listing-imports/{id}/columns', {
        params: { id: String(id) },
        body: { columns: columnsIn(importFields, given) },
      }),
    done: (work) => navigate(address.to({ [followedName]: work.id, new: null }), { replace: true }),
    late: () => late(desk.begunLate(longWork.kindOf('listings-check'))),
  });
  const needed: readonly ImportField[] = isNumbered ? [] : neededOfNew;
  return (
    <section className={page.section} aria-labelledby="columns">
      <h2 id="columns" tabIndex={-1}>
        {words.columnsTitle}
      </h2>
      <p>{words.columnsText}</p>
      <DeskForm
        of={saving}
        draft={`columns of listings ${id}`}
        shownBy={['import', 'new']}
        label={words.saveColumns}
        busyLabel={words.checking}
      >
        <ColumnSelects
          of={saving}
          fields={importFields}
          labels={words.fields}
          needed={needed}
          columns={columns}
          file={file}
          onChoose={(field, column) => field === 'id' && setNumbered(column !== '')}
        />
      </DeskForm>
    </section>
  );
}
