import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../tests/attack/owner.ts';
import { onServer } from '../tests/database-setup.ts';
import { Explaining, nodesOf } from '../tests/explained-plans.ts';
import { createWorld, type World } from '../tests/world.ts';
import { tidy } from './tidying.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { id } = await world.aUser();
  await world.aUser({ role: 'partner' });
  await world.aListing({ rating: 4 });
  await world.aPlace();
  // Old and new rows lie beside each other, so that reading the table seems a quick way to the old ones.
  const times = `timestamptz '2026-11-21 20:00Z' - n % 1000 * interval '12 hours'`;
  const hash = `sha256(convert_to(n::text, 'utf8'))`;
  const rows = `from generate_series(1, 20000) n`;
  await onServer(
    await ownerOf(world),
    `insert into security_events (occurred_at, event_type, severity, description, ip_address)
       select ${times}, 'sign_in', 'info', 'x', '192.0.2.1' ${rows};
     insert into sessions (token_hash, user_id, created_at, last_seen_at, idle_expires_at, expires_at)
       select ${hash}, '${id}', ${times}, ${times}, ${times}, ${times} ${rows};
     insert into sign_in_transactions (token_hash, created_at, expires_at) select ${hash}, ${times}, ${times} ${rows};
     insert into pending_identities (token_hash, issuer, subject, email, created_at, expires_at)
       select ${hash}, 'https://issuer.example', n, 'a@example.com', ${times}, ${times} ${rows};
     insert into magic_links (email, token_hash, browser_hash, network, created_at, expires_at)
       select 'a@example.com', ${hash}, ${hash}, 'x', ${times}, ${times} ${rows};
     insert into idempotency_keys (scope, endpoint, key, request_hash, created_at)
       select 'anyone', 'POST /api/qr/scan', n, 'x', ${times} ${rows};
     insert into counted_impressions (visit_id, list, listing_id, counted_at) select n, 'explore', 1, ${times} ${rows};
     insert into campaigns (organisation_id, listing_id, name, pricing, budget_cents, most_impressions, first_day, last_day, created_at, updated_at)
       select (select id from organisations limit 1), (select id from listings limit 1), 'x', 'fixed', 100, 1, '2026-11-21', '2026-11-21', now(), now();
     insert into campaign_touches (campaign_id, day, kind, visit_id, touched_at, cents)
       select (select id from campaigns), (${times})::date, kind, n, ${times}, 0 ${rows}, unnest(array['impression', 'click']) kind;
     insert into sponsored_follows (visit_id, listing_id, followed_at) select n, (select id from listings limit 1), ${times} ${rows};
     insert into network_keys (month, key) select n, 'x' ${rows};
     insert into inbox (source, received_at, headers, body, digest, state, settled_at)
       select 'demo', ${times}, '{}', '', 'x', 'done', ${times} ${rows};
     insert into platform_bookings (platform, supplier, reference, reference_keys, status, version, version_digest, first_news_at, last_news_at)
       select 'viator', '', n, array[n::text], 'confirmed', ${times}, ${hash}, ${times}, ${times} ${rows};
     insert into statement_imports (file_name, sha256, header, row_count, state, created_by, created_at)
       select 'x', ${hash}, '{a,b}', 1, 'unmapped', '${id}', ${times} ${rows};
     insert into listing_imports (file_name, header, header_digest, sample, columns, row_count, state, created_by, created_at)
       select 'x', '{a,b}', ${hash}, '[]', '{}', 1, 'imported', '${id}', ${times} ${rows};
     insert into listing_pictures (id, listing_id, state, problem, asked_at, past_since)
       select gen_random_uuid(), (select id from listings limit 1), 'failed', 'x', ${times}, ${times} ${rows};
     insert into past_members (organisation_id, user_id, standing, joined_at, until)
       select (select id from organisations limit 1), '${id}', 'staff', ${times}, ${times} + n * interval '1 microsecond' ${rows};
     insert into uploads (id, purpose, user_id, name, bytes, media_type, sha256, created_at, expires_at)
       select gen_random_uuid(), 'picture', '${id}', 'x', 1, 'image/png', ${hash}, ${times}, ${times} ${rows};
     insert into report_periods (frequency, until)
       select frequency, date '2026-11-21' - n from generate_series(1, 7000) n, unnest(array['weekly', 'monthly', 'quarterly']) frequency;
     insert into applications (stakeholder_type, organization_name, contact_name, email, mailbox, language, is_trapped, network_key, created_at)
       select 'advertiser', 'x', 'x', 'a@example.com', 'a@example.com', 'en', false, ${hash}, ${times} ${rows};
     insert into privacy_requests (kind, user_id, state, asked_at, ended_at)
       select 'export', '${id}', 'done', ${times}, ${times} ${rows};
     insert into review_reports (review_id, reporter, reason, reported_at)
       select (select id from reviews limit 1), ${hash}, 'other', ${times} ${rows};
     insert into orphan_scans (code, reason, scanned_at, source) select 'x' || n, 'unknown', ${times}, 'camera' ${rows};
     insert into error_reports (kind, error_id, received_at, network) select 'page', 'err-' || n, ${times}, 'x' ${rows};
     insert into request_metrics (grain, starts_at, endpoint, requests, errors, unavailable, total_ms, buckets, counts)
       select grain, date '2026-11-21' - n * interval '12 hours', 'x' || n % 7, 1, 0, 0, 1, '{1}', '{1}'
       from generate_series(1, 7000) n, unnest(array['minute', 'hour', 'day']) grain;
     insert into request_metric_batches select gen_random_uuid(), 1, ${times} ${rows};
     insert into security_alerts (rule, subject, figure, opened_at, held_at, ended_at)
       select 'failed_work', 'x' || n, 1, ${times}, ${times}, ${times} ${rows};
     insert into code_alerts (kind, location_id, since, opened_at, ended_at)
       select 'quiet', (select id from locations limit 1), ${times}, ${times}, ${times} ${rows};
     insert into wrong_codes select date '2026-11-21' - n * interval '1 hour', 1, 1, 1 ${rows};
     insert into up_hours select date '2026-11-21' - n * interval '1 hour', B'1'::bit(60) ${rows};
     insert into faults (id, kind, message, first_seen, last_seen, reports)
       select gen_random_uuid(), 'error', 'x', ${times}, ${times}, 1 ${rows};
     analyze`,
  );
});
afterAll(() => world.close());

test('no batch of the tidying reads or sorts a table to find its rows', async () => {
  const explaining = new Explaining();
  const failures: string[] = [];
  await tidy(world.db.withPlugin(explaining), world.clock.now(), (task, error) => {
    failures.push(`${task}: ${error.message}`);
  });
  expect(failures).toEqual([]);
  const tables = new Set<string | undefined>();
  for (const { plan, statement } of explaining.plans) {
    const nodes = nodesOf(plan);
    const reading = nodes.filter((node) => node['Relation Name'] && node['Node Type'] !== 'Tid Scan');
    const found = reading.filter((node) => node['Node Type'] !== 'ModifyTable');
    expect(
      found.map((node) => [node['Node Type'].replace('Only ', ''), node.Filter]),
      statement,
    ).toEqual(found.map(() => ['Index Scan', undefined]));
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
    tables.add(found[0]!['Relation Name']);
  }
  expect([...tables].sort()).toEqual([
    'applications',
    'campaign_touches',
    'code_alerts',
    'counted_impressions',
    'error_reports',
    'faults',
    'idempotency_keys',
    'inbox',
    'listing_imports',
    'listing_pictures',
    'magic_links',
    'network_keys',
    'orphan_codes',
    'orphan_scans',
    'past_members',
    'pending_identities',
    'platform_bookings',
    'privacy_requests',
    'report_periods',
    'request_metric_batches',
    'request_metrics',
    'review_reports',
    'security_alerts',
    'security_events',
    'sessions',
    'sign_in_transactions',
    'sponsored_follows',
    'statement_imports',
    'up_hours',
    'uploads',
    'wrong_codes',
  ]);
});
