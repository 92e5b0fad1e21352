import { z } from 'zod';
import { cardFormats, kitLanguages, kitPapers } from '../../../contract/print-kit-forms.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import type { Settings } from '../../platform/settings.ts';
import { makeCode, makePlace } from '../codes/codes.ts';
import { drawReadable } from '../kits/kits.ts';
import { codeKeys, newCode } from '../scanning/scanning.ts';
import { countBatchRows, findMadeCodes, lockUnmadeRows, noteMade, type UnmadeRow } from './batch.store.ts';
import { placeOf } from './locations.ts';

/** Places that are made in one transaction: others who write to the audit log wait for no more. */
const atOnce = 10;

/**
 * Makes the places and codes of a batch, some in a transaction, each row once: run again, after whatever ended it, it makes the rest. Then
 * it draws one print file of them all, every code of which was read again.
 */
export const locationBatch = declareLongWork({
  parameters: z.object({
    batch: z.int(),
    format: z.enum(cardFormats),
    paper: z.enum(kitPapers),
    language: z.enum(kitLanguages),
    actor: z.object({ userId: z.string(), requestId: z.string() }),
  }),
  file: ({ batch }) => ({ name: `location-batch-${batch}.pdf`, type: 'application/pdf' }),
  run: async function* ({ db, settings, parameters: { batch, actor, ...style }, report, signal, now }) {
    const { rows, made: before } = await countBatchRows(db, batch);
    const steps = 3 * rows;
    report(before, steps);
    for (let made = before; ; ) {
      signal.throwIfAborted();
      const count = await makeSome(db, settings, now(), actor, batch);
      if (count === 0) break;
      made += count;
      report(made, steps);
    }
    const places = await findMadeCodes(db, batch, now());
    const told = (done: number) => {
      signal.throwIfAborted();
      report(rows + done, steps);
    };
    yield await drawReadable(settings, { ...style, places, title: `Batch ${batch}`, made: now() }, told);
  },
});

/** @returns how many were made: none where all are */
async function makeSome(db: Db, settings: Settings, now: Date, actor: Actor, batch: number): Promise<number> {
  return await withTransaction(db, async (tx) => {
    const rows = await lockUnmadeRows(tx, batch, atOnce);
    for (const row of rows) await makeRow(tx, settings, now, actor, batch, row);
    return rows.length;
  });
}

async function makeRow(
  tx: Tx,
  settings: Settings,
  now: Date,
  actor: Actor,
  batch: number,
  { number, organisation_id, partner, ...row }: UnmadeRow,
): Promise<void> {
  const location_id = await makePlace(tx, now, actor, placeOf({ ...row, partner: organisation_id }), partner);
  const code = newCode(codeKeys(settings)[0]!);
  const qr_code_id = await makeCode(tx, now, actor, { code, location_id }, { batch });
  await noteMade(tx, batch, number, { location_id, qr_code_id });
}
