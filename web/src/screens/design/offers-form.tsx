import { useState } from 'react';
import { ApiError } from '../../api.ts';
import { LongForm, useLongField, useLongValue } from '../../desk/long-form.tsx';
import { LongFormRows } from '../../desk/long-form-rows.tsx';
import { MoneyField } from '../../desk/money-field.tsx';
import { designForms as words } from '../../messages/en/design-forms.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';

interface Offers {
  name: string;
  budget: number | null;
  rows: { name: string; price: number | null }[];
}

const initial: Offers = { name: '', budget: null, rows: [{ name: '', price: null }] };

/** A long form with rows. It refuses as a server does, by the paths of the fields: a title that is there twice, too dear an offer. */
export function OffersForm() {
  const [isSent, setSent] = useState(false);
  const offering = useSubmit({
    send: async ({ budget, rows }: Offers) => {
      const wrong = rows.flatMap(({ name, price }, at) => [
        ...(rows.findIndex((one) => one.name === name) < at ? [`rows.${at}.name`] : []),
        ...(budget !== null && price !== null && price > budget ? [`rows.${at}.price`] : []),
      ]);
      const fields = wrong.map((path) => ({ path: `body.${path}`, code: 'custom', message: '' }));
      if (fields.length > 0) throw new ApiError('invalid_request', 400, '', { fields });
    },
    done: () => setSent(true),
  });
  return (
    <>
      <Status>{isSent && <Notice tone="ok">{words.sent}</Notice>}</Status>
      <LongForm
        of={offering}
        initial={initial}
        draft="design-offers"
        label={words.send}
        busyLabel={words.sending}
        aria-label={words.long}
      >
        <Title label={words.name} path="name" />
        <Amount label={words.money} path="budget" />
        <LongFormRows
          label={words.rows}
          hint={words.rowsHint}
          name="rows"
          rowLabel={words.row}
          addLabel={words.addRow}
          fresh={{ name: '', price: null }}
          most={5}
        >
          {(path) => (
            <>
              <Title label={words.rowName} path={`${path}.name`} />
              <Amount label={words.rowPrice} path={`${path}.price`} />
            </>
          )}
        </LongFormRows>
      </LongForm>
    </>
  );
}

interface AtPath {
  label: string;
  path: string;
}

const Title = ({ label, path }: AtPath) => <Field label={label} {...useLongField(path)} required />;

function Amount({ label, path }: AtPath) {
  const { given, take } = useLongValue<number | null>(path);
  return <MoneyField label={label} {...given} onCents={take} />;
}
