import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOldLinks } from '../server/features/accounts/accounts.ts';
import { createGoogleWorld, type GoogleWorld } from './google-flow.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld();
});
afterAll(() => world.close());

/** Every row of every table, as a copy of the database shows it. */
async function everything(): Promise<string> {
  const { pool } = world.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool
      .query<{ row: string }>(`select t::text as row from ${name} t`)
      .catch(() => ({ rows: [] }));
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}
const mailTo = async (email: string, form: RegExp) =>
  (await world.mail()).findLast((one) => one.to === email && form.test(one.text))?.text.match(form)?.[1] ?? '';
/** Sends the mail that waits, as the server does beside its requests. */
async function sendMail(): Promise<void> {
  let sent = 0;
  const asked = (await world.mail()).length;
  for (const queue of ['mail', 'sign-in-mail'] as const) await world.jobs.work(queue, async () => void sent++);
  await expect.poll(async () => (sent < asked ? -1 : (await world.mail()).length), { timeout: 10_000 }).toBe(0);
}

test('nothing in the database opens an invitation, a sign-in link or a session', async () => {
  const admin = await world.aUser({ role: 'admin' });
  const email = 'host@hotel.example';
  await world.call('POST /api/stakeholder/invite', {
    cookie: admin.cookie,
    headers: { 'idempotency-key': 'invite-0123456789' },
    body: { invited_email: email, stakeholder_type: 'partner', organization_name: 'Hale Kai' },
  });
  const invitation = await mailTo(email, /\/invite\/([\w-]{43})/);
  await world.call(`POST /api/stakeholder/magic-link/${invitation}`, {
    headers: { 'idempotency-key': 'link-0123456789abc' },
  });
  const link = await mailTo(email, /token=([\w-]{43})/);
  await world.call('POST /api/auth/magic-link', {
    body: { email: 'friend@hotel.example', redirect: `/invite/${invitation}?from=mail` },
  });
  const begun = await world.begin(`?invitation=${invitation}&redirect=/invite/${invitation}`);
  const secrets = [invitation, link, admin.cookie.split('=')[1]!, begun.cookie.split('=')[1]!];
  await sendMail();

  const kept = await everything();
  expect(kept).toContain(email);
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    const where = kept.split('\n').filter((row) => row.includes(secret) || row.includes(hex(secret)));
    expect(where).toEqual([]);
  }
  const signedIn = await world.call('POST /api/auth/magic-link/verify', { body: { token: link, confirm: true } });
  expect(signedIn.body.redirect).toBe(`/invite/${invitation}`);
  const used = await world.db.selectFrom('magic_links').selectAll().where('email', '=', email).execute();
  expect(used).toMatchObject([{ sealed_redirect: null }]);
});
const hex = (text: string) => Buffer.from(text).toString('hex');

test('a sign-in link is forgotten a day after its end', async () => {
  const count = async () => (await world.db.selectFrom('magic_links').select('id').execute()).length;
  const before = await count();
  world.clock.advance(86_400);
  await world.call('POST /api/auth/magic-link', { body: { email: 'today@hotel.example' } });
  await forgetOldLinks(world.db, world.clock.now());
  expect(await count()).toBe(before + 1);
  world.clock.advance(15 * 60);
  await forgetOldLinks(world.db, world.clock.now());
  expect(await count()).toBe(1);
});

test('asking again in the same browser ends what an older link returned to', async () => {
  const body = { email: 'twice@hotel.example', redirect: '/bookings' };
  const first = await world.call('POST /api/auth/magic-link', { body });
  await world.call('POST /api/auth/magic-link', { body, cookie: `magic_link=${first.cookies.magic_link}` });
  const links = await world.db
    .selectFrom('magic_links')
    .select('sealed_redirect')
    .where('email', '=', body.email)
    .orderBy('voided_at')
    .execute();
  expect(links.map((one) => one.sealed_redirect === null)).toEqual([true, false]);
});
