import { ask } from './database.ts';
import type { Product } from './product.ts';

/** A word without an end, as some fish are called. */
const endless = 'Humuhumunukunukuāpuaʻa';

/** So many accounts, faults, dead letters and listings more, the newest first in number; every seventh has a long name. */
export async function addDeskRows(product: Product, count: number): Promise<void> {
  await ask(
    product,
    `with made as (
      insert into users (email, name)
      select 'desk-' || lpad(n::text, 5, '0') || '@rows.example',
        case when n % 7 = 0 then 'Keʻelikōlani ${endless} ' else 'Kaʻiulani ' end || lpad(n::text, 5, '0')
      from generate_series(1, $1::int) n returning id)
    insert into profiles (user_id, role) select id, 'traveler' from made`,
    [count],
  );
  await ask(
    product,
    `insert into faults (id, kind, message, place, first_seen, last_seen, reports, severity)
      select gen_random_uuid(), 'TypeError', 'Rows ' || n || case when n % 7 = 0 then ': ${endless.repeat(3)}' else ': no such pier' end,
        'assets/explore-' || n || '.js', now() - interval '30 days', now() - n * interval '1 minute', n * 37 % 1000 + 1, n % 4
      from generate_series(1, $1::int) n`,
    [count],
  );
  await ask(
    product,
    `insert into jobs.job (name, data, source_name, source_created_on, source_retry_count, source_output, created_on)
      select 'mail-dead', jsonb_build_object('to', 'desk-' || n || '@rows.example', 'subject',
        case when n % 7 = 0 then '${endless.repeat(3)} ' else 'Your booking ' end || n), 'mail',
        now() - interval '2 days', 10, '{"code":"EENVELOPE","response":550}', now() - n * interval '1 minute'
      from generate_series(1, $1::int) n`,
    [count],
  );
  // Without a link, of which nobody is asked then.
  await ask(
    product,
    `insert into listings (name, description, category, price_range, updated_at)
      select 'Rows ' || case when n % 7 = 0 then 'Keʻelikōlani ${endless} ' else 'Kaʻiulani Paddle ' end || lpad(n::text, 5, '0'),
        repeat('Paddle out with the sunrise, past the reef and the turtles. ', 10),
        case when n % 2 = 0 then 'Restaurants' else 'Activities & Tours' end, '$$', now() - n * interval '1 minute'
      from generate_series(1, $1::int) n`,
    [count],
  );
  await ask(product, 'analyze');
}

/** They are gone again. */
export const removeDeskRows = (product: Product) =>
  ask(
    product,
    `delete from profiles using users where users.id = user_id and email like '%@rows.example';
    delete from users where email like '%@rows.example';
    delete from faults where message like 'Rows %';
    delete from listings where name like 'Rows %';
    delete from jobs.job where name = 'mail-dead'`,
  );

/** Accounts of a domain of their own, which sort in this order. */
export const accounts = (product: Product, domain: string, count: number) =>
  ask(
    product,
    `insert into users (email, name) select 'g-' || lpad(n::text, 3, '0') || '@' || $1, 'Guest ' || lpad(n::text, 3, '0')
      from generate_series(1, $2::int) n`,
    [domain, count],
  );
