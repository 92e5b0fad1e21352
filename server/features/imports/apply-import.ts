import { z } from 'zod';
import { recordAudit } from '../../platform/audit/audit.ts';
import { csvHeader } from '../../platform/csv.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { type NewsKeys, newsKeysOf } from '../platforms/platforms.ts';
import { fileOf, linesOf, rowsHeader } from './import-file.ts';
import { findLastNumber, forgetCells, type RawRow } from './import-rows.store.ts';
import { lockImport, type OpenImport, updateImport } from './imports.store.ts';
import { openImport } from './open-import.ts';
import { findUnappliedRows, lockUnapplied, updateApplied, updateOutcomes } from './outcomes.store.ts';
import { faultOf, takeRow } from './take-row.ts';

const perPage = 200;
const forgottenAtOnce = 5_000;

/**
 * Does what the rows of a statement tell, each in a transaction of its own and once: run again, after whatever ended it, it does the
 * rest. Then what no map names is forgotten of all rows.
 */
export const statementApplication = declareLongWork({
  parameters: z.object({
    statement: z.int(),
    actor: z.object({ userId: z.string(), requestId: z.string() }),
  }),
  file: fileOf('applied'),
  run: async function* ({ db, settings, parameters: { statement: id, actor }, report, signal, now }) {
    const given = await openImport(db, id);
    if (!given) return;
    const keys = newsKeysOf(settings);
    report(0, given.row_count);
    for (let after = 0; ; ) {
      const rows = await findUnappliedRows(db, id, after, perPage);
      if (rows.length === 0) break;
      for (const row of rows) {
        signal.throwIfAborted();
        await applyRow(db, now(), given, row, keys);
        report(row.number - 1, given.row_count);
      }
      after = rows.at(-1)!.number;
    }
    await forgetOthers(db, given);
    await withTransaction(db, async (tx) => {
      if ((await lockImport(tx, id))?.state !== 'applying') return;
      await updateImport(tx, id, { state: 'applied', applied_at: now() });
      const subject = { kind: 'statement_import', id };
      await recordAudit(tx, now(), {
        action: 'statement_applied',
        actorId: actor.userId,
        subject,
        before: { state: 'applying' },
        after: { state: 'applied', rows: given.row_count },
        requestId: actor.requestId,
      });
    });
    report(given.row_count, given.row_count);
    yield csvHeader(rowsHeader);
    yield* linesOf(db, id);
  },
});

async function applyRow(db: Db, now: Date, given: OpenImport, raw: RawRow, keys: NewsKeys): Promise<void> {
  const { id } = given;
  try {
    await withTransaction(db, async (tx) => {
      const row = await lockUnapplied(tx, id, raw.number);
      if (!row) return;
      const taken = row.is_repeated ? undefined : await takeRow(tx, now, given, raw, keys);
      await updateApplied(tx, id, raw.number, {
        outcome: taken?.outcome ?? 'already_known',
        is_repeated: row.is_repeated,
        platform_booking_id: taken?.platformBookingId ?? null,
        booking_id: taken?.bookingId ?? null,
        applied_at: now,
      });
    });
  } catch (error) {
    const fault = faultOf(given, error);
    if (!fault) throw error;
    await updateOutcomes(db, id, [{ number: raw.number, outcome: 'unreadable', ...fault }]);
  }
}

/** Names of travelers and whatever else a statement has are kept no longer than they are needed. */
async function forgetOthers(db: Db, { id, header, map }: OpenImport): Promise<void> {
  const mapped = new Set(Object.values(map.columns));
  const kept = header.flatMap((name, at) => (mapped.has(name) ? [at + 1] : []));
  const last = await findLastNumber(db, id);
  for (let after = 0; after < last; after += forgottenAtOnce)
    await forgetCells(db, id, { after, until: after + forgottenAtOnce, kept });
}
