import { sql } from 'kysely';
import { fewestTold } from '../contract/portal-states.ts';
import type { Db } from '../server/platform/database/database.ts';

/** What may be told of the stars of a span's reviews, of everybody's or, with an owner, of a partner's bookings: counted from the reviews alone. */
export async function recountStars(
  db: Db,
  of: { from: string; until: string; owner?: string | undefined; byHours: boolean },
): Promise<{ reviews: number; average: number | null; stars: number[] | null }> {
  const own = of.owner ? `and booking_id in (select id from bookings where partner_id = '${of.owner}')` : '';
  const { rows } = await sql
    .raw<{ rating: number | null; count: number; guests: number; mean: number | null }>(
      `select rating, count(*)::int as count, count(distinct user_id)::int as guests, avg(rating)::float8 as mean from reviews
       where not hidden and created_at >= '${of.from}' and created_at < '${of.until}' ${own} group by grouping sets ((), (rating))`,
    )
    .execute(db);
  const all = rows.find(({ rating }) => rating === null)!;
  const byStar = rows.filter(({ rating }) => rating !== null);
  // A partner is told nothing of hours, and nothing of few guests.
  const isTold = ({ guests }: { guests: number }) => !of.owner || (!of.byHours && guests >= fewestTold);
  return {
    reviews: all.count,
    average: isTold(all) ? all.mean : null,
    stars: [all, ...byStar].every(isTold)
      ? [1, 2, 3, 4, 5].map((stars) => byStar.find(({ rating }) => rating === stars)?.count ?? 0)
      : null,
  };
}
