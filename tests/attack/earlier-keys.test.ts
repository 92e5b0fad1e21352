import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../world.ts';

// During an update a server of the version before answers beside this one. A call that it answered and whose answer was lost is
// repeated at this one.

const network = '203.0.113.7';
let world: World;
let traveler: TestUser;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off', TRUST_PROXY: '1' } });
  traveler = await world.aUser();
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

interface Asked {
  request: `${string} ${string}`;
  body?: unknown;
  cookie?: string | undefined;
}

const ask = ({ request, body, cookie }: Asked, key: string | undefined) =>
  world.call(request, {
    body,
    cookie,
    headers: { 'x-forwarded-for': network, ...(key && { 'idempotency-key': key }) },
  });

/** Answers a call without a key and keeps the answer with the statements of the version before, in its columns. */
async function answeredBefore(asked: Asked, key: string, { scope, endpoint }: { scope: string; endpoint: string }) {
  const first = await ask(asked, undefined);
  expect(first.status, first.raw).toBeLessThan(300);
  const { pool } = world.database;
  await pool.query(
    `insert into "idempotency_keys" ("scope", "endpoint", "key", "request_hash", "created_at") values ($1, $2, $3, $4, $5)
      on conflict ("scope", "endpoint", "key") do nothing returning "key"`,
    [
      scope,
      endpoint,
      key,
      createHash('sha256')
        .update(JSON.stringify(asked.body ?? null))
        .digest(),
      world.clock.now(),
    ],
  );
  await pool.query(
    `update "idempotency_keys" set "status" = $1, "reply" = $2 where "scope" = $3 and "endpoint" = $4 and "key" = $5`,
    [0, first.raw, scope, endpoint, key],
  );
  return first;
}

/** How many rows there are of whatever a call may make. */
async function made(): Promise<Record<string, number>> {
  const counts: Record<string, number> = { mails: (await world.mail()).length };
  for (const table of ['scans', 'orphan_scans', 'visits', 'magic_links', 'invitations', 'bookings', 'error_reports'])
    counts[table] = (await world.database.pool.query(`select from ${table}`)).rowCount!;
  return counts;
}

async function expectRepeated(asked: Asked, name: { scope: string; endpoint: string }) {
  const key = randomUUID();
  const first = await answeredBefore(asked, key, name);
  const before = await made();
  for (let time = 0; time < 2; time++) {
    const again = await ask(asked, key);
    expect([again.status, again.body, again.headers['idempotent-replay']], again.raw).toEqual([
      first.status,
      first.body,
      'true',
    ]);
    expect(await made()).toEqual(before);
  }
  const other = await ask({ ...asked, body: { ...(asked.body as object), other: 1 } }, key);
  expect(asked.body === undefined || other.status >= 400).toBe(true);
  // A key of its own is another call.
  expect((await ask(asked, randomUUID())).headers['idempotent-replay']).toBeUndefined();
}

test('a scan of a guest, by network and by visit, and of a traveler', async () => {
  const endpoint = 'POST /api/qr/scan';
  const asked = async (cookie?: string) => ({
    request: endpoint as 'POST /api/qr/scan',
    body: { qr_code_id: (await world.aCode()).code },
    cookie,
  });
  await expectRepeated(await asked(), { scope: network, endpoint });
  const { cookies } = await ask(await asked(), undefined);
  const visitHash = createHash('sha256').update(cookies.visit!).digest('base64url');
  await expectRepeated(await asked(`visit=${cookies.visit}`), { scope: visitHash, endpoint });
  await expectRepeated(await asked(traveler.cookie), { scope: traveler.id, endpoint });
});

test('a sign-in link of a guest', async () => {
  const request = 'POST /api/auth/magic-link';
  await expectRepeated({ request, body: { email: 'earlier@example.com' } }, { scope: network, endpoint: request });
});

test('a report of an error', async () => {
  const request = 'POST /api/errors/report';
  const body = { error_id: 'ERR-1700000000000-abcdef', additional_context: 'It broke.' };
  await expectRepeated({ request, body }, { scope: network, endpoint: request });
});

test('a booking of a traveler, whose name has not changed', async () => {
  const request = 'POST /api/qr/booking-conversion';
  const body = { business_listing_id: await world.aListing() };
  await expectRepeated({ request, body, cookie: traveler.cookie }, { scope: traveler.id, endpoint: request });
});

test('an invitation that is sent again, and the link of one', async () => {
  const invitation = {
    invited_email: 'guest@hale.example',
    stakeholder_type: 'partner',
    organization_name: 'Hale Kai',
  };
  const invited = await world.call('POST /api/stakeholder/invite', { cookie: admin.cookie, body: invitation });
  const { cookie } = admin;
  await expectRepeated(
    { request: `POST /api/stakeholder/invitations/${invited.body.id}/resend`, cookie },
    { scope: admin.id, endpoint: 'POST /api/stakeholder/invitations/{id}/resend' },
  );
  const token = (await world.mail())
    .findLast((one) => /\/invite\//.test(one.text))!
    .text.match(/\/invite\/([\w-]{43})/)![1]!;
  await expectRepeated(
    { request: `POST /api/stakeholder/magic-link/${token}` },
    { scope: network, endpoint: 'POST /api/stakeholder/magic-link/{token}' },
  );
});

test('is nobody else’s, from wherever they ask', async () => {
  const asked = { request: 'POST /api/auth/magic-link' as const, body: { email: 'private@example.com' } };
  const key = randomUUID();
  await answeredBefore(asked, key, { scope: '198.51.100.9', endpoint: asked.request });
  expect((await ask(asked, key)).headers['idempotent-replay']).toBeUndefined();
});
