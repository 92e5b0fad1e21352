import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type dateForms,
  type decimalForms,
  type StatementField,
  statementFields,
} from '../../../../contract/statement-forms.ts';
import type { ColumnMap, StatementImportDetail } from '../../../../contract/statement-imports.ts';
import { ColumnSelects, columnsFault, columnsIn } from '../../desk/column-selects.tsx';
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
function options(of: Readonly<Record<string, string>>) {
  return Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** Says which columns of a statement are what, for it and all with the same ones, and has it read. */
export function ColumnMapForm({ statement }: { statement: StatementImportDetail }) {
  const { id, map, asks, own_numbers } = statement;
  const [platform, choosePlatform] = useState<string>(map.platform ?? 'operator');
  const [supplierColumn, chooseSupplierColumn] = useState(map.columns?.supplier ?? '');
  // Where no column says whose the bookings are, and not all of the platform's are its own.
  const isSupplierAsked = supplierColumn === '' && !own_numbers.some((one) => one === platform);
  const address = useTableAddress();
  const navigate = useNavigate();
  const late = useLate();
  const saving = useSubmit({
    check: (given: Filled) => columnsFault(columnsIn(statementFields, given)),
    send: (given, api) =>
      api('PUT /api/admin/statement-imports/{id}/map', {
        params: { id: String(id) },
        body: {
          platform: given.text('platform') as ColumnMap['platform'],
          columns: columnsIn(statementFields, given) as ColumnMap['columns'],
          supplier: given.text('supplier') || null,
          currency: given.text('currency').toUpperCase() || null,
          dates: given.text('dates') as (typeof dateForms)[number],
          decimals: given.text('decimals') as (typeof decimalForms)[number],
        },
      }),
    done: (work) => navigate(address.to({ [followedName]: work.id, new: null }), { replace: true }),
    late: () => late(desk.begunLate(longWork.kindOf('statement-preview'))),
  });
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
        <ColumnSelects
          of={saving}
          fields={statementFields}
          labels={words.fields}
          needed={needed}
          columns={map.columns ?? {}}
          file={statement}
          onChoose={(field, column) => field === 'supplier' && chooseSupplierColumn(column)}
        />
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
