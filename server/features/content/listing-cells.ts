import { type ImportField, importFields } from '../../../contract/listing-import-forms.ts';
import { type CsvValue, cellText } from '../../platform/csv.ts';
import type { Db } from '../../platform/database/database.ts';
import { findAdvertisers } from './advertisers.store.ts';
import type { Content } from './content.store.ts';

/** What a file has of a listing, by the columns of the import. */
export type ListingCells = Readonly<Record<ImportField, CsvValue>>;

const yesNo = (value: boolean) => (value ? 'yes' : 'no');

/** What a file has of these listings, by id. Their advertisers are called by name, as lists show them: a file is seen by many. */
export async function cellsOf(db: Db, contents: ReadonlyMap<number, Content>): Promise<Map<number, ListingCells>> {
  const ids = new Set([...contents.values()].flatMap(({ advertiser_id }) => advertiser_id ?? []));
  const names = new Map((await findAdvertisers(db, [...ids])).map(({ id, name }) => [id, name]));
  return new Map(
    [...contents].map(([id, content]) => {
      const { advertiser_id, commission_rate, is_active, is_featured, ...rest } = content;
      const cells = {
        ...{ ...rest, id, is_active: yesNo(is_active), is_featured: yesNo(is_featured) },
        commission_rate: `${Number((commission_rate * 100).toFixed(6))}%`,
        advertiser: advertiser_id === null ? null : (names.get(advertiser_id) ?? null),
      };
      return [id, cells];
    }),
  );
}

/** A cell as it is read: however its lines end, and without blanks around it. */
export const asRead = (cell: string): string => cell.replaceAll('\r\n', '\n').trim();

/** The columns in which a file says of a listing just what an export would. */
export const repeated = (cells: ListingCells, cellOf: (field: ImportField) => string | undefined): ImportField[] =>
  importFields.filter((field) => {
    const cell = cellOf(field);
    return cell !== undefined && asRead(cell) === asRead(cellText(cells[field]));
  });
