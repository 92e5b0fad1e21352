import { useState } from 'react';
import { mostExportDays } from '../../../../contract/export-limits.ts';
import { DateRangeField } from '../../desk/date-fields.tsx';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { desk } from '../../messages/en/desk.ts';
import { workDesk as words } from '../../messages/en/work-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { Switch } from '../../ui/choice.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';

/** What `new` in the address names. */
export const scansExport = 'scans-export';

/** Asks for the scans of some days as a file, and goes on to the work that makes it. */
export function ExportScans() {
  const address = useTableAddress();
  const late = useLate();
  const [mails, setMails] = useState(false);
  const asking = useSubmit({
    send: ({ text }: Filled, api) =>
      api('POST /api/admin/exports/scans', {
        body: { from: text('from'), to: text('to'), mail_when_done: text('mail_when_done') === 'on' },
      }),
    done: ({ id }) => address.change({ open: id }, { replace: true }),
    late: () => late(desk.begunLate(words.exportTitle)),
  });
  return (
    <section className={page.section} aria-labelledby={scansExport}>
      <h2 id={scansExport} tabIndex={-1}>
        {words.exportTitle}
      </h2>
      <p>{words.exportText}</p>
      <DeskForm
        of={asking}
        draft={scansExport}
        shownBy="new"
        label={words.exportBegin}
        busyLabel={words.exportBeginning}
      >
        <DateRangeField
          label={words.exportDays}
          names={{ from: 'from', to: 'to' }}
          errors={asking.faults}
          mostDays={mostExportDays}
          required
        />
        <Switch
          name="mail_when_done"
          label={words.mailWhenDone}
          hint={words.mailWhenDoneHint}
          checked={mails}
          onChange={setMails}
        />
      </DeskForm>
    </section>
  );
}
