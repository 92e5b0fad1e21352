import { type ChangeEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type dateForms,
  type decimalForms,
  type StatementField,
  statementFields,
} from '../../../../contract/statement-forms.ts';
import type { ColumnMap, StatementImportDetail } from '../../../../contract/statement-imports.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { desk } from '../../messages/en/desk.ts';
import { longWork } from '../../messages/en/long-work.ts';
import { reconcileDesk as words } from '../../messages/en/reconcile-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field, Select } from '../../ui/field.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';

const needed: readonly StatementField[] = ['reference', 'status'];
const nameOf = (field: StatementField) => `columns.${field}`;

const columnsOf = ({ text }: Filled) =>
  Object.fromEntries(
    statementFields.flatMap((field) => (text(nameOf(field)) ? [[field, text(nameOf(field))]] : [])),
  ) as ColumnMap['columns'];

function options(of: Readonly<Record<string, string>>) {
  return Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** Says which columns of a statement are what, for it and all with the same ones, and has it read. */
export function ColumnMapForm({ statement }: { statement: StatementImportDetail }) {
  const { id, header, sample, map, asks, own_numbers } = statement;
  const [platform, choosePlatform] = useState<string>(map.platform ?? 'operator');
  const [supplierColumn, chooseSupplierColumn] = useState(map.columns?.supplier ?? '');
  // Where no column says whose the bookings are, and not all of the platform's are its own.
  const isSupplierAsked = supplierColumn === '' && !own_numbers.some((one) => one === platform);
  const address = useTableAddress();
  const navigate = useNavigate();
  const late = useLate();
  const saving = useSubmit({
    check: (given: Filled) => {
      const columns = Object.values(columnsOf(given));
      return new Set(columns).size < columns.length ? words.twice : null;
    },
    send: (given, api) =>
      api('PUT /api/admin/statement-imports/{id}/map', {
        params: { id: String(id) },
        body: {
          platform: given.text('platform') as ColumnMap['platform'],
          columns: columnsOf(given),
          supplier: given.text('supplier') || null,
          currency: given.text('currency').toUpperCase() || null,
          dates: given.text('dates') as (typeof dateForms)[number],
          decimals: given.text('decimals') as (typeof decimalForms)[number],
        },
      }),
    done: (work) => navigate(address.to({ [followedName]: work.id, new: null }), { replace: true }),
    late: () => late(desk.begunLate(longWork.kindOf('statement-preview'))),
  });
  const cells = Object.fromEntries(
    header.map((name, at) => [name, words.sample(name, (sample[0]?.[at] ?? '').slice(0, 30))]),
  );
  return (
    <section className={page.section} aria-labelledby="columns">
      <h2 id="columns" tabIndex={-1}>
        {words.mapTitle}
      </h2>
      {asks === 'supplier' && <p>{words.mapKnown}</p>}
      <p>{words.mapText}</p>
      <DeskForm
        of={saving}
        draft={`columns of ${id}`}
        // One whose columns are asked for shows it without a name of its own in the address.
        shownBy={['statement', 'new']}
        label={words.saveMap}
        busyLabel={words.savingMap}
      >
        <Select
          label={words.platform}
          {...saving.field('platform')}
          defaultValue={map.platform ?? 'operator'}
          onChange={({ target }) => choosePlatform(target.value)}
          required
        >
          {options(words.platforms)}
        </Select>
        {statementFields.map((field) => (
          <Select
            key={field}
            label={words.fields[field]}
            {...saving.field(nameOf(field))}
            defaultValue={map.columns?.[field] ?? ''}
            {...(field === 'supplier' && {
              onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => chooseSupplierColumn(target.value),
            })}
            required={needed.includes(field)}
          >
            <option value="">{words.noColumn}</option>
            {options(cells)}
          </Select>
        ))}
        <Field
          label={words.fixedSupplier}
          hint={words.fixedSupplierHint}
          {...saving.field('supplier')}
          defaultValue={map.supplier ?? ''}
          maxLength={100}
          required={isSupplierAsked}
        />
        <Field
          label={words.fixedCurrency}
          hint={words.fixedCurrencyHint}
          {...saving.field('currency')}
          defaultValue={map.currency ?? ''}
          maxLength={3}
        />
        <Select label={words.dates} {...saving.field('dates')} defaultValue={map.dates}>
          {options(words.dateForms)}
        </Select>
        <Select label={words.decimals} {...saving.field('decimals')} defaultValue={map.decimals}>
          {options(words.decimalForms)}
        </Select>
      </DeskForm>
    </section>
  );
}
