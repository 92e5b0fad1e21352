import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits } from '../../../tests/lock-waits.ts';
import { createWorld, type Reply, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const send = (request: `${string} ${string}`, body: object = {}, { cookie } = admin) =>
  world.call(request, { cookie, body });
const offer = { stakeholder_type: 'partner', organization_name: 'Hale Limits' };
const invite = (invited_email: string) => send('POST /api/stakeholder/invite', { ...offer, invited_email });
const resend = (id: string) => send(`POST /api/stakeholder/invitations/${id}/resend`);

/** Sends as many mails to an address as it may have a day. @returns the invitation that waits */
async function spendAll(email: string): Promise<string> {
  const { id } = (await invite(email)).body;
  for (let mails = 1; mails < 5; mails++) expect((await resend(id)).status).toBe(200);
  return id;
}

test('what was refused has sent no mail: an invitation that waits can be sent again, until five mails went to its address', async () => {
  const email = 'hale@limits.example';
  const { id } = (await invite(email)).body;
  for (let again = 0; again < 6; again++) expect((await invite(email)).body.code).toBe('invitation_pending');
  for (let mails = 1; mails < 5; mails++) expect((await resend(id)).status).toBe(200);
  expect((await resend(id)).body.code).toBe('rate_limited');
});

test('a mail too many changes nothing: neither an invitation nor an application', async () => {
  const email = 'once@limits.example';
  const id = await spendAll(email);
  const get = async () => (await world.call(`GET /api/stakeholder/invitations?search=${email}`, admin)).body.rows;
  const before = await get();
  expect((await resend(id)).body.code).toBe('rate_limited');
  expect(await get()).toEqual(before);
  expect((await send(`POST /api/stakeholder/invitations/${id}/revoke`)).status).toBe(200);
  const applied = await anApplication(email);
  expect((await send(`POST /api/admin/applications/${applied}/invite`)).body.code).toBe('rate_limited');
  expect(await applicationOf(email)).toMatchObject({ id: applied, state: 'new' });
  expect(await get()).toHaveLength(1);
});

const applicationOf = async (email: string) =>
  (await world.call(`GET /api/admin/applications?search=${email}`, admin)).body.rows[0];
async function anApplication(email: string): Promise<string> {
  const { organization_name, stakeholder_type } = offer;
  const body = { stakeholder_type, organization_name, contact_name: 'Leilani', email };
  expect((await send('POST /api/applications', body)).status).toBe(202);
  return (await applicationOf(email)).id;
}

/** Asks for something that spends a mail of an address while somebody else spends of it, and for something else meanwhile. */
async function whileSpending(email: string, ask: () => Promise<Reply>, meanwhile: () => Promise<Reply>) {
  const client = await world.database.pool.connect();
  try {
    const key = createHash('sha256').update(`invitation-address ${email}`).digest();
    await client.query('begin');
    await client.query(
      'insert into rate_counters (key, spent, granted, ends_at) values ($1, 0, 0, now()) on conflict (key) do update set spent = 0',
      [key],
    );
    const asked = ask();
    while ((await countLockWaits(world)) === 0) await new Promise((next) => setTimeout(next, 20));
    const other = await meanwhile();
    await client.query('commit');
    return [await asked, other] as const;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('while an address is waited for, its invitation and its application wait for nothing: who ends them is first', async () => {
  const email = 'busy@limits.example';
  const { id } = (await invite(email)).body;
  const [resent, revoked] = await whileSpending(
    email,
    () => resend(id),
    () => send(`POST /api/stakeholder/invitations/${id}/revoke`),
  );
  expect([revoked.status, resent.status, resent.body.code]).toEqual([200, 409, 'invitation_closed']);

  const applied = await anApplication(email);
  const [invited, declined] = await whileSpending(
    email,
    () => send(`POST /api/admin/applications/${applied}/invite`),
    () => send(`POST /api/admin/applications/${applied}/decline`, { reason: 'No room', tell: false }),
  );
  expect([declined.status, invited.status, invited.body.code]).toEqual([200, 409, 'application_decided']);
});
