import { deskForms as words } from '../messages/en/desk-forms.ts';
import type { Filled } from '../submit-form.tsx';
import { Select } from '../ui/field.tsx';
import type { Submission } from '../use-submit.ts';

/** Which column of a file each field is read from. */
export type Columns<Field extends string> = Partial<Record<Field, string>>;

const nameOf = (field: string) => `columns.${field}`;
const longestSample = 30;

/** The columns that a form says, by field. */
export function columnsIn<Field extends string>(fields: readonly Field[], { text }: Filled): Columns<Field> {
  const named = fields.flatMap((field) => (text(nameOf(field)) ? [[field, text(nameOf(field))]] : []));
  return Object.fromEntries(named) as Columns<Field>;
}

/** What is wrong with them before they are sent. */
export const columnsFault = (columns: Columns<string>): string | null =>
  new Set(Object.values(columns)).size < Object.keys(columns).length ? words.columnTwice : null;

interface ColumnSelectsProps<Field extends string> {
  of: Pick<Submission<Filled>, 'field'>;
  fields: readonly Field[];
  labels: Readonly<Record<Field, string>>;
  needed: readonly Field[];
  columns: Columns<Field>;
  /** The file's columns by name, with the cells of its first rows. */
  file: { header: readonly string[]; sample: readonly (readonly string[])[] };
  onChoose?: (field: Field, column: string) => void;
}

/** For each field a choice of the columns of a file, each with what stands in its first row. */
export function ColumnSelects<Field extends string>(props: ColumnSelectsProps<Field>) {
  const { of, fields, labels, needed, columns, file, onChoose } = props;
  return fields.map((field) => (
    <Select
      key={field}
      label={labels[field]}
      {...of.field(nameOf(field))}
      defaultValue={columns[field] ?? ''}
      onChange={({ target }) => onChoose?.(field, target.value)}
      required={needed.includes(field)}
    >
      <option value="">{words.noColumn}</option>
      {file.header.map((name, at) => (
        <option key={name} value={name}>
          {words.columnSample(name, (file.sample[0]?.[at] ?? '').slice(0, longestSample))}
        </option>
      ))}
    </Select>
  ));
}
