import { useState } from 'react';
import { DateField, DateRangeField } from '../../desk/date-fields.tsx';
import { DeskForm } from '../../desk/desk-form.tsx';
import { MoneyField } from '../../desk/money-field.tsx';
import { MultiSelect } from '../../desk/multi-select.tsx';
import { UploadField } from '../../desk/upload-field.tsx';
import { UploadProgress } from '../../desk/upload-progress.tsx';
import { design } from '../../messages/en/design.ts';
import { designForms as words } from '../../messages/en/design-forms.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useSubmit } from '../../use-submit.ts';
import { OffersForm } from './offers-form.tsx';

const islands = (Object.entries(words.islandNames) as [string, string][]).map(([value, label]) => ({ value, label }));
const places = words.placeNames.map((label, at) => ({ value: String(at), label }));
const file = { accept: ['.csv', 'text/csv'], mostBytes: 2_000_000 };

/** The form kit of the desks: every field as it begins, in its other states, and in a form with rows. */
export function DeskForms() {
  return (
    <>
      <h3>{words.fields}</h3>
      <EveryField />
      <h3>{words.states}</h3>
      <OtherStates />
      <h3>{words.uploads}</h3>
      <Uploads />
      <h3>{words.long}</h3>
      <OffersForm />
    </>
  );
}

/** Its own checks alone: nothing of it leaves the page but a file. */
function EveryField() {
  const [isSent, setSent] = useState(false);
  const checking = useSubmit({
    send: async (_given: Filled) => setSent(true),
    done: () => {},
  });
  return (
    <>
      <Status>{isSent && <Notice tone="ok">{words.sent}</Notice>}</Status>
      <DeskForm of={checking} draft="design" label={words.send} busyLabel={words.sending} aria-label={words.fields}>
        <Field label={words.name} {...checking.field('name')} required />
        <TextArea label={words.note} {...checking.field('note')} rows={2} />
        <MoneyField label={words.money} {...checking.field('budget')} least={100} most={1_000_000} required />
        <DateField
          label={words.day}
          {...checking.field('day')}
          min="2026-01-01"
          presets={['today', 'tomorrow', 'nextWeek']}
          required
        />
        <DateRangeField
          label={words.days}
          names={{ from: 'from', to: 'to' }}
          errors={checking.faults}
          mostDays={90}
          required
        />
        <MultiSelect label={words.islands} {...checking.field('islands')} options={islands} required />
        <MultiSelect label={words.places} {...checking.field('places')} options={places} />
        <UploadField label={words.file} {...checking.field('file')} purpose="listings" {...file} required />
      </DeskForm>
    </>
  );
}

function OtherStates() {
  return (
    <div className={page.form}>
      <MoneyField label={words.money} name="filled" initial={123_450} />
      <MoneyField label={words.leastMoney} name="wrong" initial={50} error={words.tooDear} />
      <DateField label={words.day} name="past" initial="2026-01-15" error={words.wrongDay} />
      <DateRangeField
        label={words.days}
        names={{ from: 'began', to: 'ended' }}
        initial={{ from: '2026-11-01', to: '2026-11-30' }}
        errors={{ to: words.wrongDay }}
      />
      <MultiSelect label={words.islands} name="some" options={islands} initial={['maui']} error={design.wrong} />
    </div>
  );
}

const [name, bytes] = ['guests-of-november.csv', 1_640_000];

function Uploads() {
  const nothing = () => {};
  const does = { onAgain: nothing, onRemove: nothing };
  return (
    <div className={page.form}>
      <UploadProgress {...does} state={{ step: 'sending', name, bytes, sent: 640_000 }} />
      <Notice tone="bad">{words.failed}</Notice>
      <UploadProgress {...does} state={{ step: 'failed', problem: words.failed, file: new File([], name) }} />
      <UploadProgress {...does} state={{ step: 'done', upload: { id: '1', name, bytes } }} />
    </div>
  );
}
