import type { Db } from '../../platform/database/database.ts';
import { findPartnerRollups, type PartnerRange } from './partner-rollups.store.ts';
import { type PartnerSum, partnerFiguresOf } from './rollups.ts';

/** What came of a place or a code. */
export interface PartSum extends PartnerSum {
  /** Visits that scanned, each once a day. */
  visits: number;
}

export interface PartnerFigures {
  /** Of the days on which anything happened, in their order. */
  days: readonly (PartnerSum & { startsAt: Date })[];
  /** By their ids; those of which nothing happened are not there. */
  places: ReadonlyMap<number, PartSum>;
  codes: ReadonlyMap<number, PartSum>;
}

/** What happened of a partner's, closed days from the rollups and the open one counted from its rows. */
export async function readPartnerFigures(db: Db, range: PartnerRange): Promise<PartnerFigures> {
  const days: (PartnerSum & { startsAt: Date })[] = [];
  const parts = { place: new Map<number, PartSum>(), code: new Map<number, PartSum>() };
  for (const row of await findPartnerRollups(db, range)) {
    if (row.dimension !== 'partner')
      parts[row.dimension].set(Number(row.key), { ...partnerFiguresOf(row), visits: row.visits });
    else if (row.starts_at) days.push({ ...partnerFiguresOf(row), startsAt: row.starts_at });
  }
  return { days, places: parts.place, codes: parts.code };
}
