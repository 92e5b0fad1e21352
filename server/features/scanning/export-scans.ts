import { z } from 'zod';
import { hawaiiOffsetMs } from '../../../contract/hawaii-time.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { findScansBetween } from './export-scans.store.ts';

const hourMs = 3_600_000;
const rowsPerStatement = 2_000;
const columns = ['scanned_at_hawaii', 'code', 'place_id', 'place', 'source', 'counted', 'device'];

/** All scans of some days of Hawaiʻi, both included, as CSV. An hour at a time, so that it takes the same memory however many. */
export const scansExport = declareLongWork({
  parameters: z.object({ from: z.iso.date(), to: z.iso.date() }),
  file: ({ from, to }) => ({ name: `scans-${from}-${to}.csv`, type: 'text/csv; charset=utf-8' }),
  run: async function* ({ read, parameters: { from, to }, report, signal }) {
    const begin = Date.parse(from) + hawaiiOffsetMs;
    const hours = (Date.parse(to) + hawaiiOffsetMs - begin) / hourMs + 24;
    yield csvHeader(columns);
    for (let hour = 0; hour < hours; hour++) {
      report(hour, hours);
      const span = { from: new Date(begin + hour * hourMs), until: new Date(begin + (hour + 1) * hourMs) };
      for (let after = 0; ; ) {
        signal.throwIfAborted();
        const scans = await read((db) => findScansBetween(db, { ...span, after, limit: rowsPerStatement }));
        const lines = scans.map((scan) =>
          csvLine([
            ...[scan.scanned_at, scan.code, scan.location_id, scan.location],
            ...[scan.source, scan.counted, scan.device],
          ]),
        );
        if (lines.length) yield lines.join('');
        if (scans.length < rowsPerStatement) break;
        after = scans.at(-1)!.id;
      }
    }
    report(hours, hours);
  },
});
