import type pg from 'pg';

/** What the clients know to be kept: the ids of their scans, and the transaction ids of their bookings. */
export interface Acknowledged {
  scans: readonly string[];
  bookings: readonly string[];
}

export interface Difference {
  /** Acknowledged, and not there. */
  lost: string[];
  /** There more than once; or there though no client knows of it, as the second booking of one click would be. */
  doubled: string[];
}

/** Compares what was acknowledged with what is kept, one id for each row. */
export function compare(acknowledged: readonly string[], kept: readonly string[]): Difference {
  const rows = new Map<string, number>();
  for (const id of kept) rows.set(id, (rows.get(id) ?? 0) + 1);
  const known = new Set(acknowledged);
  return {
    lost: [...known].filter((id) => !rows.has(id)),
    doubled: [...rows].flatMap(([id, count]) => (count > 1 || !known.has(id) ? [id] : [])),
  };
}

/** Compares all that was acknowledged with the tables; only when no client has anything under way. */
export async function recount(
  client: pg.ClientBase,
  acknowledged: Acknowledged,
  userIds: string[],
): Promise<Difference> {
  const scans = await client.query<{ id: string }>(
    `select device->>'userAgent' as id from scans where device->>'userAgent' like 'chaos %'`,
  );
  const bookings = await client.query<{ id: string }>(
    'select transaction_id as id from bookings where user_id = any($1)',
    [userIds],
  );
  // A click and its booking are one effect: half of it would be a torn transaction.
  const torn = await client.query<{ id: string }>(
    `select 'click ' || c.id as id from clicks c where user_id = any($1)
      and (select count(*) from bookings b where b.click_id = c.id) <> 1`,
    [userIds],
  );
  const ids = (rows: { id: string }[]) => rows.map((row) => row.id);
  const [ofScans, ofBookings] = [
    compare(acknowledged.scans, ids(scans.rows)),
    compare(acknowledged.bookings, ids(bookings.rows)),
  ];
  return {
    lost: [...ofScans.lost, ...ofBookings.lost, ...ids(torn.rows)],
    doubled: [...ofScans.doubled, ...ofBookings.doubled],
  };
}
