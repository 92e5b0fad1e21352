import { useNavigate } from 'react-router';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { UploadField } from '../../desk/upload-field.tsx';
import { desk } from '../../messages/en/desk.ts';
import { longWork } from '../../messages/en/long-work.ts';
import { reconcileDesk as words } from '../../messages/en/reconcile-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';

/** What `new` in the address names. */
export const newStatement = 'statement';

const file = { accept: ['.csv', '.tsv', '.txt', 'text/csv'], mostBytes: 10_000_000 };

/** Sends a statement and goes on to its rows. */
export function UploadStatement() {
  const address = useTableAddress();
  const navigate = useNavigate();
  const late = useLate();
  const taking = useSubmit({
    send: ({ text }: Filled, api) =>
      api('POST /api/admin/statement-imports', { body: { upload_id: text('upload_id') } }),
    done: ({ id, work_id }) =>
      navigate(address.to({ statement: String(id), [followedName]: work_id, new: null }), { replace: true }),
    late: () => late(desk.begunLate(longWork.kindOf('statement-preview'))),
  });
  return (
    <section className={page.section} aria-labelledby={newStatement}>
      <h2 id={newStatement} tabIndex={-1}>
        {words.uploadTitle}
      </h2>
      <p>{words.uploadText}</p>
      <DeskForm of={taking} draft="new statement" shownBy="new" label={words.take} busyLabel={words.taking}>
        <UploadField label={words.file} {...taking.field('upload_id')} purpose="statement" {...file} required />
      </DeskForm>
    </section>
  );
}
