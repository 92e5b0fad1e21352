import { describe, expect, test } from 'vitest';
import { keyedScanStatement } from '../../server/features/scanning/scanning.store.ts';
import { readLayout } from './layout.ts';
import { reachOf } from './statement-places.ts';

const layout = readLayout();
const reach = (text: string) => reachOf(text, layout);

describe('a statement asks', () => {
  test.each([
    'select 1',
    'select name from listings where id = $1',
    'insert into ledger_balances (account_id, part, cents) values ($1, $2, $3)',
    'select v.id from jobs.visits v',
  ])('nothing of distributed tables: %s', (text) => expect(reach(text)).toBe('none'));

  test.each([
    'select * from scans where visit_id = $1',
    `select s.id from scans s join visits v on v.id = s.visit_id join qr_codes c on c.id = s.qr_code_id where $1 = v.id`,
    'select s.id from scans s join counted_scans using (visit_id, qr_code_id) where visit_id = $1',
    'select (select max(scanned_at) from scans where visit_id = v.id) from visits v where v.id = $1::bigint',
    'select id from visits v where id = $1 and not exists (select from scans where visit_id = v.id)',
    'select id from visits where id = $1 and id in (select visit_id from scans)',
    'with one as (select id as number from visits where id = $1) select s.id from one o join scans s on s.visit_id = o.number',
    `with new as (insert into visits (token_hash, created_at, last_seen_at) values ($1, $2, $2) returning id)
      insert into counted_scans (visit_id, qr_code_id, counted_at) select new.id, $3, $2 from new
      on conflict (visit_id, qr_code_id) do update set counted_at = excluded.counted_at`,
    'update visits v set user_id = $2 from scans s where s.visit_id = v.id and v.id = $1',
    'delete from scans where (visit_id, qr_code_id) = ($1, $2)',
    'select * from (select visit_id as visit from scans) of_scans (one) where one = $1',
  ])('one shard: %s', (text) => expect(reach(text)).toBe('one shard'));

  test.each([
    'select count(*) from scans',
    'select id from visits where token_hash = $1',
    'select s.id from scans s join visits v on v.id = s.visit_id where v.token_hash = $1',
    'select id from scans where visit_id = any($1)',
    'select id from scans where visit_id = $1 or qr_code_id = $2',
    'insert into events (visit_id, received_at) select visit, $2 from unnest($1::bigint[]) visit',
    'update scans set network_hash = null where scanned_at < $1',
  ])('every shard: %s', (text) => expect(reach(text)).toBe('every shard'));

  test.each([
    'select s.id from scans s join visits v on v.id = s.qr_code_id',
    'select count(*) from scans s join clicks c on c.qr_code_id = s.qr_code_id',
    'select count(*) from scans s join bookings b on b.qr_code_id = s.qr_code_id where s.visit_id = $1',
    'insert into rollup_marks select scanned_at from scans where visit_id = $1',
    'select (select count(*) from scans where visit_id = $1), (select count(*) from clicks where visit_id = $2)',
    'select 1 from scans where visit_id = $1 union all select 1 from orphan_scans where code = $2',
  ])('rows across: %s', (text) => expect(reach(text)).toBe('across'));

  test('rows across, as a scan takes its key beside its visit', () => expect(reach(keyedScanStatement)).toBe('across'));
});

test('what is no statement is refused', () => expect(() => reach('select from where')).toThrow(/syntax error/));
