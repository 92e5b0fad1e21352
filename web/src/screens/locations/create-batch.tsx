import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { checkLocationBatch } from '../../../../contract/location-batches.ts';
import { type BatchColumn, mostTypedRows } from '../../../../contract/location-form.ts';
import { errorCode } from '../../api.ts';
import { useLate } from '../../desk/late-results.tsx';
import { LongForm, useLongField, useLongValue } from '../../desk/long-form.tsx';
import { LongFormRows } from '../../desk/long-form-rows.tsx';
import type { SentFile } from '../../desk/send-upload.ts';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { UploadField } from '../../desk/upload-field.tsx';
import { batchDesk as words } from '../../messages/en/batch-desk.ts';
import { Switch } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useSubmit } from '../../use-submit.ts';
import { BatchOutcome, isRaisable, raisesOf } from './batch-outcome.tsx';
import styles from './locations.module.css';

/** What `new` in the address names: how the rows come. */
export const typedRows = 'rows';
const sentFile = 'file';

interface Style {
  format: keyof typeof words.formats;
  paper: keyof typeof words.papers;
  language: keyof typeof words.languages;
}
interface Values extends Style {
  rows: Record<BatchColumn, string>[];
  upload: SentFile | null;
}

type Checked = Answer<typeof checkLocationBatch>;
type Done = { checked: Checked } | { id: number; work_id: string | null };

const freshRow = { name: '', address: '', description: '', latitude: '', longitude: '', partner: '' };
const file = { accept: ['.csv', '.tsv', '.txt', 'text/csv'], mostBytes: 10_000_000 };

/** Rows for a batch, checked first; what was checked and is without fault can then be made. */
export function CreateBatch({ way }: { way: string }) {
  const isFile = way === sentFile;
  const address = useTableAddress();
  const navigate = useNavigate();
  const late = useLate();
  const say = useLate({ intoView: true });
  const [checked, setChecked] = useState<{ of: string; answer: Checked; raises: boolean } | null>(null);
  const sourceOf = ({ rows, upload }: Values) => (isFile ? { upload_id: upload?.id ?? '' } : { rows });
  const mayRaise = checked !== null && isRaisable(checked.answer);
  const isReady = checked?.answer.fault_count === 0 || (mayRaise && checked.raises);
  const sending = useSubmit({
    send: async (values: Values, api): Promise<Done> => {
      const source = sourceOf(values);
      if (!isReady || checked.of !== JSON.stringify(source))
        return { checked: await api('POST /api/admin/location-batches/check', { body: source }) };
      const { format, paper, language } = values;
      const raise_limits = checked.raises ? raisesOf(checked.answer) : [];
      return await api('POST /api/admin/location-batches', {
        body: { ...source, raise_limits, format, paper, language },
      });
    },
    done: async (answer, values) => {
      if ('checked' in answer) {
        setChecked({ of: JSON.stringify(sourceOf(values)), answer: answer.checked, raises: false });
        const faults = answer.checked.faults.map(({ row, column, problem }) => [`rows.${row - 1}.${column}`, problem]);
        if (!isFile && faults.length > 0 && !isRaisable(answer.checked))
          sending.refuse({ faults: Object.fromEntries(faults) });
        return;
      }
      await navigate(address.to({ new: null, open: null, [followedName]: answer.work_id }), { replace: true });
      say(words.begun(answer.id));
    },
    refused: (failure) => {
      // What the check said of them holds no more.
      if (errorCode(failure) === 'batch_faults') setChecked(null);
      return undefined;
    },
    late: (answer) => 'id' in answer && late(words.begun(answer.id)),
  });
  const initial: Values = {
    ...{ rows: [freshRow], upload: null },
    ...{ format: 'counter-card', paper: 'a4', language: 'en' },
  };
  return (
    <section className={page.section} aria-labelledby="create-batch">
      <h2 id="create-batch" tabIndex={-1}>
        {words.create}
      </h2>
      <FilterLinks
        label={words.ways}
        options={[
          { to: address.to({ new: typedRows }), label: words.typed, current: !isFile },
          { to: address.to({ new: sentFile }), label: words.file, current: isFile },
        ]}
      />
      <p>{words.intro}</p>
      {/* What is typed anew has not been checked. */}
      <div onInput={() => setChecked(null)}>
        <LongForm
          of={sending}
          initial={initial}
          draft={`location batch ${way}`}
          shownBy="new"
          label={isReady ? words.create : words.check}
          busyLabel={isReady ? words.creating : words.checking}
        >
          {isFile ? (
            <FileOfRows />
          ) : (
            <LongFormRows
              label={words.rows}
              name="rows"
              rowLabel={words.row}
              addLabel={words.addRow}
              fresh={freshRow}
              most={mostTypedRows}
              onCount={() => setChecked(null)}
            >
              {(path) => <RowFields path={path} />}
            </LongFormRows>
          )}
          <FieldGroup label={words.print}>
            <div className={styles.pair}>
              <Choice path="format" label={words.format} options={words.formats} />
              <Choice path="paper" label={words.paper} options={words.papers} />
              <Choice path="language" label={words.language} options={words.languages} />
            </div>
          </FieldGroup>
          <Status>{checked && <BatchOutcome of={checked.answer} />}</Status>
          {mayRaise && (
            // The rows that were checked are not changed by it.
            <div onInput={(event) => event.stopPropagation()}>
              <Switch
                label={words.raise(checked.answer.short_of_room)}
                hint={words.raiseHint}
                checked={checked.raises}
                onChange={(raises) => setChecked({ ...checked, raises })}
              />
            </div>
          )}
        </LongForm>
      </div>
    </section>
  );
}

function RowFields({ path }: { path: string }) {
  const of = (column: BatchColumn, maxLength: number) => ({
    label: words.fields[column],
    // biome-ignore lint/correctness/useHookAtTopLevel: the same fields in the same order each time
    ...useLongField(`${path}.${column}`),
    maxLength,
  });
  return (
    <>
      <Field {...of('name', 120)} required />
      <Field {...of('address', 200)} />
      <TextArea {...of('description', 2_000)} rows={2} />
      <div className={styles.pair}>
        <Field {...of('latitude', 20)} />
        <Field {...of('longitude', 20)} />
      </div>
      <Field {...of('partner', 320)} hint={words.partnerHint} />
    </>
  );
}

function FileOfRows() {
  const { given, take } = useLongValue<SentFile | null>('upload');
  return (
    <UploadField
      label={words.fileLabel}
      hint={words.fileHint}
      {...given}
      onUpload={take}
      purpose="locations"
      {...file}
      required
    />
  );
}

interface ChoiceProps {
  path: string;
  label: string;
  options: Readonly<Record<string, string>>;
}

const Choice = ({ path, label, options }: ChoiceProps) => (
  <Select label={label} {...useLongField(path)}>
    {Object.entries(options).map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </Select>
);
