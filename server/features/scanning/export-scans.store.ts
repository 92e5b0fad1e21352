import { sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';

export interface ExportedScan {
  id: number;
  /** Hawaiʻi's clock. */
  scanned_at: string;
  code: string;
  location_id: number;
  location: string;
  source: string;
  counted: boolean;
  /** As it was frozen with the scan: phone, tablet, desktop, bot or unknown. */
  device: string;
}

/** Scans of a span of time in the order of their numbers, after one of them. */
export async function findScansBetween(
  db: Db,
  { from, until, after, limit }: { from: Date; until: Date; after: number; limit: number },
): Promise<ExportedScan[]> {
  const { rows } = await sql<ExportedScan>`
    select s.id, to_char(s.scanned_at at time zone ${sql.lit(hawaiiZone)}, 'YYYY-MM-DD HH24:MI:SS') as scanned_at, q.code,
      s.location_id, l.name as location, s.source, s.counted, s.device_class as device
    from scans s join qr_codes q on q.id = s.qr_code_id join locations l on l.id = s.location_id
    where s.scanned_at >= ${from} and s.scanned_at < ${until} and s.id > ${after}
    order by s.id limit ${limit}`.execute(db);
  return rows;
}
