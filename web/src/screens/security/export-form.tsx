import { type ReactNode, useState } from 'react';
import { mostExportDays } from '../../../../contract/export-limits.ts';
import type { LongWork } from '../../../../contract/work.ts';
import type { Api } from '../../api.ts';
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

/** What every export is asked for with. */
interface Asked {
  from: string;
  to: string;
  mail_when_done: boolean;
}

interface ExportFormProps {
  /** What `new` in the address names. */
  name: string;
  title: string;
  text: string;
  send: (body: Asked, filled: Filled, api: Api) => Promise<LongWork>;
  /** What else it is asked for with. */
  children?: ReactNode;
}

/** Asks for what came on some days as a file, and goes on to the work that makes it. */
export function ExportForm({ name, title, text: about, send, children }: ExportFormProps) {
  const address = useTableAddress();
  const late = useLate();
  const [mails, setMails] = useState(false);
  const asking = useSubmit({
    send: (filled: Filled, api) => {
      const { text } = filled;
      return send({ from: text('from'), to: text('to'), mail_when_done: text('mail_when_done') === 'on' }, filled, api);
    },
    done: ({ id }) => address.change({ open: id }, { replace: true }),
    late: () => late(desk.begunLate(title)),
  });
  return (
    <section className={page.section} aria-labelledby={name}>
      <h2 id={name} tabIndex={-1}>
        {title}
      </h2>
      <p>{about}</p>
      <DeskForm of={asking} draft={name} shownBy="new" label={words.exportBegin} busyLabel={words.exportBeginning}>
        {children}
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
