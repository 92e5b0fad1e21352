import { useNavigate } from 'react-router';
import { importFields, listingTemplate, mostImportedMegabytes } from '../../../../contract/listing-import-forms.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import work from '../../desk/long-work.module.css';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { UploadField } from '../../desk/upload-field.tsx';
import { desk } from '../../messages/en/desk.ts';
import { listingImportDesk as words } from '../../messages/en/listing-import-desk.ts';
import { longWork } from '../../messages/en/long-work.ts';
import type { Filled } from '../../submit-form.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';

const file = { accept: ['.csv', '.tsv', '.txt', 'text/csv'], mostBytes: mostImportedMegabytes * 1_000_000 };

const lineOf = (cells: readonly string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()}\r\n`;
/** The template as a file. Excel takes one without the mark before it for one of its own code page. */
const template = `data:text/csv;charset=utf-8,${encodeURIComponent(
  `\ufeff${[importFields, ...listingTemplate.map((row) => importFields.map((field) => row[field]))].map(lineOf).join('')}`,
)}`;

/** Sends a list of experiences and goes on to its rows. */
export function UploadListings() {
  const address = useTableAddress();
  const navigate = useNavigate();
  const late = useLate();
  const taking = useSubmit({
    send: ({ text }: Filled, api) => api('POST /api/admin/listing-imports', { body: { upload_id: text('upload_id') } }),
    done: ({ id, work_id }) => {
      const rest = { search: null, sort: null, outcome: null, after: null, new: null };
      return navigate(address.to({ ...rest, import: String(id), [followedName]: work_id }), { replace: true });
    },
    late: () => late(desk.begunLate(longWork.kindOf('listings-check'))),
  });
  return (
    <section className={page.section} aria-labelledby="import">
      <h2 id="import" tabIndex={-1}>
        {words.title}
      </h2>
      <p>{words.uploadText}</p>
      <p>
        <a className={work.download} href={template} download={words.templateName}>
          {words.template}
        </a>
      </p>
      <DeskForm
        of={taking}
        draft="new list of experiences"
        shownBy="import"
        label={words.check}
        busyLabel={words.checking}
      >
        <UploadField label={words.file} {...taking.field('upload_id')} purpose="listings" {...file} required />
      </DeskForm>
    </section>
  );
}
