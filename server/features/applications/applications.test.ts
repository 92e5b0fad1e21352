import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultPermissions } from '../../../contract/permissions.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { builtWeb } from '../../../tests/page-apps.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { limits } from '../../platform/limits/limits.ts';
import { retention } from '../../platform/retention.ts';
import { tidy, tidyTasks } from '../../tidying.ts';

let world: World;
let admin: TestUser;
let other: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1' }, webFolder: builtWeb });
  admin = await world.aUser({ role: 'admin' });
  other = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

let count = 0;
/** Another for each test, so that none has what another one spent. */
let area: string;
let areas = 0;
beforeEach(() => {
  area = `198.51.${areas++}`;
});

const house = () => {
  const name = `hale${count++}`;
  return {
    stakeholder_type: 'partner',
    partner_type: 'cafe',
    organization_name: `Hale ${name} Nani`,
    contact_name: 'Leilani Kahananui',
    email: `leilani@${name}.example`,
  };
};
const apply = (given: object = {}, headers: Record<string, string> = {}) =>
  world.call('POST /api/applications', {
    body: { ...house(), ...given },
    headers: { 'x-forwarded-for': `${area}.7`, ...headers },
  });
const list = async (query = '') => {
  const reply = await world.call(`GET /api/admin/applications${query}`, { cookie: admin.cookie });
  expect(reply.status, reply.raw).toBe(200);
  return reply.body;
};
const of = async (email: string) => (await list(`?search=${encodeURIComponent(email)}`)).rows[0];
const decide = (id: string, deed: 'invite' | 'decline', body?: object, by = admin) =>
  world.call(`POST /api/admin/applications/${id}/${deed}`, { cookie: by.cookie, ...(body && { body }) });
const reason = 'No house of ours can be there';
/** One that waits. */
async function aNew(given: object = {}) {
  const { email, ...rest } = { ...house(), ...given };
  expect((await apply({ email, ...rest })).status).toBe(202);
  return await of(email);
}
const mailTo = async (email: string) => (await world.mail()).filter(({ to }) => to === email);

describe('an application', () => {
  test('is kept as it was written, told to its address, and answered alike whoever applies', async () => {
    const given = {
      ...house(),
      phone: '+1 (808) 555-0100',
      website: 'www.halenani.example/about',
      address: 'Oʻahu, 12 Kalākaua Ave',
      message: 'Twelve rooms by the sea.\nMahalo!',
    };
    const reply = await apply(given);
    expect([reply.status, reply.body]).toEqual([202, { received: true }]);
    const known = await apply({ email: admin.email });
    expect([known.status, known.raw]).toEqual([reply.status, reply.raw]);
    expect(await of(given.email)).toEqual({
      ...given,
      ...{ id: expect.any(String), website: 'https://www.halenani.example/about', state: 'new' },
      ...{ created_at: world.clock.now().toISOString(), decided_at: null, decided_by: null, decision_reason: null },
      risks: [expect.objectContaining({ risk: 'other_domain', domain: 'halenani.example' })],
    });
    const [mail, ...more] = await mailTo(given.email);
    expect(more).toEqual([]);
    // Nobody has us write their words to somebody else.
    expect(`${mail!.subject}${mail!.text}`).not.toMatch(/Nani|Leilani|sea/);
  });

  test('needs no more than who, which house and an address', async () => {
    const { email, ...rest } = house();
    expect((await apply({ ...rest, email, stakeholder_type: 'advertiser' })).status).toBe(202);
    expect(await of(email)).toMatchObject({ partner_type: null, phone: null, website: null, message: null });
    expect(await aNew({ partner_type: undefined })).toMatchObject({ partner_type: 'hotel' });
  });

  test.each([
    ['stakeholder_type', 'admin'],
    ['partner_type', 'bank'],
    ['organization_name', ''],
    ['organization_name', 'x'.repeat(201)],
    ['contact_name', 'Leilani\r\nBcc: all@example.com'],
    ['email', 'leilani@halenani.example\r\nBcc: all@example.com'],
    ['email', 'leilani'],
    ['email', 'leilani@hale, other@example.com'],
    ['phone', 'call me'],
    ['website', 'javascript:alert(1)'],
    ['website', 'https://user:word@halenani.example'],
    ['website', 'nothing'],
    ['address', 'x'.repeat(201)],
    ['message', 'x'.repeat(2_001)],
    ['message', 'a\u0000b'],
  ])('with a %s of %j is refused there', async (field, value) => {
    const reply = await apply({ [field]: value });
    expect([reply.status, reply.body.fields?.[0]?.path]).toEqual([400, `body.${field}`]);
  });

  test('has one effect with one key, and is told apart where a field was filled in that nobody sees', async () => {
    const given = house();
    const headers = { 'idempotency-key': 'an-application-1' };
    const replies = await Promise.all([1, 2, 3].map(() => apply(given, headers)));
    expect(new Set(replies.map(({ status, raw }) => `${status} ${raw}`)).size).toBe(1);
    expect((await list(`?search=${given.email}`)).total).toBe(1);
    const program = await aNew({ fax: '808' });
    expect(program.risks).toEqual([{ risk: 'hidden_field', count: null, domain: null }]);
    expect(await mailTo(program.email)).toEqual([]);
  });

  test('of a reader of Japanese is answered in Japanese', async () => {
    const given = house();
    await apply(given, { 'accept-language': 'ja' });
    expect((await mailTo(given.email))[0]!.subject).toContain('お申し込み');
    const { id } = await of(given.email);
    await decide(id, 'decline', { reason, tell: true });
    expect((await mailTo(given.email))[1]!.text).toContain(`理由：${reason}`);
  });
});

describe('what speaks for a second look', () => {
  test('is how many came from around its network within seven days, of which no address is kept', async () => {
    const first = await aNew();
    expect(first.risks).toEqual([]);
    for (const last of [8, 9]) await apply({}, { 'x-forwarded-for': `${area}.${last}` });
    expect((await of(first.email)).risks).toEqual([{ risk: 'many_from_network', count: 3, domain: null }]);
    world.clock.advance(8 * 86_400);
    [admin, other] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
    expect((await aNew()).risks).toEqual([]);
    const { rows } = await world.database.pool.query('select applications::text as row from applications');
    expect(rows.filter(({ row }) => row.includes(area))).toEqual([]);
  });

  test('is who applied before, by the mailbox and by the house', async () => {
    const { email, organization_name, ...rest } = await aNew();
    const again = email.replace('@', '+more@');
    await apply({ email: again });
    expect((await of(again)).risks).toEqual([{ risk: 'same_email', count: 1, domain: null }]);
    area = '192.0.2';
    const elsewhere = await aNew({ organization_name: organization_name.toUpperCase() });
    expect(elsewhere.risks).toEqual([{ risk: 'same_organization', count: 1, domain: null }]);
    expect(rest.risks).toEqual([]);
  });
});

describe('a decision', () => {
  test('invites, in one step with the invitation, and once', async () => {
    const { id, email, organization_name } = await aNew();
    const replies = await Promise.all([decide(id, 'invite'), decide(id, 'invite', undefined, other)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = replies.find(({ status }) => status === 409)!;
    expect([lost.body.code, lost.body.error]).toEqual(['application_decided', expect.stringContaining('invited')]);
    expect(await of(email)).toMatchObject({ state: 'invited', decided_by: expect.stringContaining('@') });
    const invitations = await world.call(`GET /api/stakeholder/invitations?search=${email}`, { cookie: admin.cookie });
    expect(invitations.body.rows).toEqual([
      expect.objectContaining({ invited_email: email, organization_name, partner_type: 'cafe', status: 'pending' }),
    ]);
    const [, invitation] = await mailTo(email);
    expect(invitation!.text).toContain('/invite/');
    const [entry] = await auditContentOf(world, 'application_invited', id);
    const after = { state: 'invited', invitation_id: invitations.body.rows[0].id };
    expect(entry).toEqual({ personId: null, before: { state: 'new' }, after });
  });

  test('invites an advertiser as one, who accepts and may do what advertisers may', async () => {
    const { id, email } = await aNew({ stakeholder_type: 'advertiser', partner_type: undefined });
    expect((await decide(id, 'invite')).status).toBe(200);
    const { body } = await world.call(`GET /api/stakeholder/invitations?search=${email}`, { cookie: admin.cookie });
    expect(body.rows).toMatchObject([{ invited_email: email, stakeholder_type: 'advertiser', partner_type: null }]);
    const [, mail] = await mailTo(email);
    const token = mail!.text.match(/\/invite\/(\S+)/)![1];
    const { cookie } = await world.aUser({ email });
    const accepted = await world.call(`POST /api/stakeholder/accept/${token}`, { cookie, body: {} });
    expect(accepted.body).toMatchObject({ stakeholder_type: 'advertiser', assigned_role: 'advertiser' });
    const own = await world.call('GET /api/organisation', { cookie: `session=${accepted.cookies.session}` });
    expect([own.body.kind, own.body.permissions.toSorted()]).toEqual([
      'advertiser',
      defaultPermissions.advertiser.toSorted(),
    ]);
  });

  test('to invite whom an open invitation waits for is refused, and nothing is decided', async () => {
    const { id, email } = await aNew();
    const body = { invited_email: email, stakeholder_type: 'partner', organization_name: 'Hale' };
    expect((await world.call('POST /api/stakeholder/invite', { cookie: admin.cookie, body })).status).toBe(201);
    expect((await decide(id, 'invite')).body.code).toBe('invitation_pending');
    expect(await of(email)).toMatchObject({ state: 'new' });
    const traveler = await world.aUser({ role: 'advertiser' });
    const advertiser = await aNew({ email: traveler.email });
    expect((await decide(advertiser.id, 'invite')).body.code).toBe('invitation_conflict');
  });

  test('declines with a reason, which is told where that is wanted', async () => {
    const quiet = await aNew();
    expect((await decide(quiet.id, 'decline', { reason: '' })).status).toBe(400);
    expect((await decide(quiet.id, 'decline', { reason })).body).toMatchObject({
      ...{ state: 'declined', decision_reason: reason, decided_at: world.clock.now().toISOString() },
    });
    expect(await mailTo(quiet.email)).toHaveLength(1);
    const told = await aNew();
    await decide(told.id, 'decline', { reason, tell: true });
    expect((await mailTo(told.email))[1]!.text).toContain(`The reason: ${reason}`);
    expect((await decide(told.id, 'decline', { reason }, other)).body.code).toBe('application_decided');
    expect((await decide(told.id, 'invite')).body.code).toBe('application_decided');
    const [entry] = await auditContentOf(world, 'application_declined', told.id);
    expect(entry).toEqual({
      personId: null,
      before: { state: 'new' },
      after: { state: 'declined', reason, tell: true },
    });
  });
});

test('the list is found by words, state and kind, in pages', async () => {
  const { id } = await aNew({ organization_name: 'Kona Coffee ʻOhana', stakeholder_type: 'advertiser' });
  expect((await list('?search=KONA%20coffee')).rows.map((one: { id: string }) => one.id)).toEqual([id]);
  expect((await list('?search=kona&stakeholder_type=partner')).total).toBe(0);
  expect((await list('?search=kona&state=declined')).total).toBe(0);
  const { total, waiting } = await list();
  expect((await list('?state=new')).total).toBe(waiting);
  const paged = [];
  for (let next = ''; ; ) {
    const page = await list(`?limit=3&sort=applied${next}`);
    paged.push(...page.rows);
    if (page.next === null) break;
    next = `&after=${page.next}`;
  }
  expect(new Set(paged.map((one) => one.id)).size).toBe(total);
  expect((await list(`?id=${id}`)).rows).toHaveLength(1);
});

test('applications are forgotten, decided or not, when they are old', async () => {
  const [decided, open] = [await aNew(), await aNew()];
  const day = 86_400;
  world.clock.advance((retention.applicationDays - 1) * day);
  [admin, other] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
  await decide(decided.id, 'decline', { reason });
  const run = () =>
    tidy(
      world.db,
      world.clock.now(),
      (task, error) => {
        throw new Error(`${task}: ${error.message}`);
      },
      { tasks: { applications: tidyTasks.applications! } },
    );
  world.clock.advance(2 * day);
  [admin, other] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
  await run();
  expect(await Promise.all([of(decided.email), of(open.email)])).toEqual([
    expect.objectContaining({ id: decided.id }),
    undefined,
  ]);
  world.clock.advance(retention.applicationDays * day);
  admin = await world.aUser({ role: 'admin' });
  await run();
  expect(await of(decided.email)).toBeUndefined();
});

describe('a flood', () => {
  test('of a thousand from one network is five in two hours, and ten from around it', async () => {
    const before = (await list()).total;
    for (let sent = 0; sent < 100; sent++) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => apply()));
      for (const reply of replies) expect([202, 429]).toContain(reply.status);
    }
    expect((await list()).total - before).toBe(limits['application-sender'].amount);
    expect(Number((await apply()).headers['retry-after'])).toBeGreaterThan(0);
    for (let last = 10; last < 80; last++) await apply({}, { 'x-forwarded-for': `${area}.${last}` });
    expect((await list()).total - before).toBe(limits['application-area'].amount);
    expect((await list()).rows[0].risks).toEqual([
      expect.objectContaining({ risk: 'many_from_network', count: limits['application-area'].amount }),
    ]);
  });

  test('shuts nobody behind the same address out for longer than two hours, whatever it sends, and says for how long', async () => {
    const hotel = { 'x-forwarded-for': `${area}.7` };
    const { email } = house();
    const padded = { padding: 'x'.repeat(60_000) };
    for (let hours = 0; hours < 14; hours += 2) {
      world.clock.advance(2 * 3_600);
      for (let sent = 0; sent < 20; sent++) await apply({ email, ...padded }, hotel);
      for (let sent = 0; sent < 20; sent++) await apply({}, hotel);
    }
    const refused = await apply({ email }, hotel);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(2 * 3_600);
    world.clock.advance(Number(refused.headers['retry-after']));
    expect((await apply({ email }, hotel)).status).toBe(202);
    admin = await world.aUser({ role: 'admin' });
  });

  test('that is refused of one limit takes nothing of the others', async () => {
    const office = { 'x-forwarded-for': `${area}.7` };
    const { email } = house();
    for (let sent = 0; sent < 20; sent++) await apply({ email }, office);
    // What is left of the network's own is for other addresses.
    expect(await Promise.all([1, 2].map(async () => (await apply({}, office)).status))).toEqual([202, 202]);
    for (let sent = 0; sent < 20; sent++) await apply({ email: `other@${email.split('@')[1]}` }, office);
    const beside = { 'x-forwarded-for': `${area}.8` };
    for (let sent = 0; sent < 5; sent++) expect((await apply({}, beside)).status).toBe(202);
    expect((await apply({}, beside)).status).toBe(429);
  });

  test('in the name of one address is three of a sender and one mail, whatever tags it has; its own still comes', async () => {
    const { email } = house();
    const replies = [];
    for (let sent = 0; sent < 8; sent++)
      replies.push(await apply({ email: email.replace('@', `+${sent}@`) }, { 'x-forwarded-for': '203.0.113.7' }));
    expect(replies.map(({ status }) => status)).toEqual([...Array(3).fill(202), ...Array(5).fill(429)]);
    expect((await apply({ email }, { 'x-forwarded-for': '198.51.100.7' })).status).toBe(202);
    expect((await list(`?search=${email}`)).rows[0].risks).toContainEqual({
      ...{ risk: 'same_email', count: 3, domain: null },
    });
    const mailbox = email.split('@')[1]!;
    expect((await world.mail()).filter(({ to }) => to.endsWith(mailbox))).toHaveLength(1);
  });
});

test('what is refused as wrong takes nothing of the five in two hours', async () => {
  const from = { 'x-forwarded-for': '198.51.101.7' };
  for (let sent = 0; sent < 12; sent++) expect((await apply({ email: 'none' }, from)).status).toBe(400);
  for (let sent = 0; sent < 5; sent++) expect((await apply({}, from)).status).toBe(202);
  expect((await apply({}, from)).status).toBe(429);
});

describe('what is written to hurt', () => {
  const texts = [
    '<img src=x onerror=alert(1)>',
    '=HYPERLINK("https://evil.example")',
    '@SUM(1)',
    '"; drop table users',
  ];

  test.each(texts)('%j is kept as text in each field that takes it', async (text) => {
    const application = await aNew({ organization_name: text, contact_name: text, address: text, message: text });
    expect(application).toMatchObject({ organization_name: text, contact_name: text, address: text, message: text });
    const { email, id } = application;
    await decide(id, 'invite');
    for (const mail of await mailTo(email)) expect(mail.subject).not.toContain(text);
  });

  test('does not come through where it is too large, or no form at all', async () => {
    expect((await apply({ message: 'x'.repeat(70_000) })).status).toBe(413);
    for (const body of ['[]', 'null', '"text"', '{', JSON.stringify({ organization_name: ['Hale'] })])
      expect((await world.call('POST /api/applications', { body })).status).toBe(400);
  });
});
