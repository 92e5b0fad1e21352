import { z } from 'zod';
import { importFields } from '../../../contract/listing-import-forms.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { countListings, findContentsAfter } from './content.store.ts';
import { cellsOf } from './listing-cells.ts';

const rowsPerStatement = 500;

/** All listings that are not deleted, as a file that the import takes. */
export const listingsExport = declareLongWork({
  parameters: z.object({ with_numbers: z.boolean() }),
  file: () => ({ name: 'listings.csv', type: 'text/csv; charset=utf-8' }),
  run: async function* ({ read, parameters: { with_numbers }, report, signal }) {
    const fields = importFields.filter((field) => with_numbers || field !== 'id');
    const { active, inactive } = await read(countListings);
    const total = active + inactive;
    yield csvHeader(fields);
    for (let after = 0, done = 0; ; ) {
      report(Math.min(done, total), total);
      signal.throwIfAborted();
      const rows = await read(async (db) => cellsOf(db, await findContentsAfter(db, after, rowsPerStatement)));
      if (rows.size === 0) break;
      yield [...rows.values()].map((cells) => csvLine(fields.map((field) => cells[field]))).join('');
      after = [...rows.keys()].at(-1)!;
      done += rows.size;
    }
    report(total, total);
  },
});
