import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';
import { fillIn, requests } from './access-requests.ts';
import {
  accessTable,
  type CallerKind,
  callerKinds,
  type Row,
  tellsOfCommission,
  tellsOfOthers,
} from './access-table.ts';
import { type AccessWorld, aCaller, canary, createAccessWorld } from './access-world.ts';
import { auditActorsOf } from './audit-content.ts';
import type { Reply } from './world.ts';

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld();
});
afterAll(() => world.close());

const names = contract.map((one) => `${one.method} ${one.path}`);

/** Asks as a caller for a row, in a browser of its own. */
async function ask(name: string, caller: CallerKind, row: Row): Promise<Reply> {
  const person = await aCaller(world, caller);
  const { at, body, headers, cookie = '' } = (await requests[name]?.(world, person, row)) ?? {};
  return await world.call(fillIn(name, at), {
    body,
    headers,
    cookie: [person.cookie, cookie].filter(Boolean).join('; '),
  });
}

test('every endpoint has its row in the table, and every row its endpoint', () => {
  expect(Object.keys(accessTable).sort()).toEqual([...names].sort());
  expect(Object.keys(requests).filter((name) => !names.includes(name))).toEqual([]);
});

test('every endpoint that names a row is asked for a missing one', () => {
  const without = names.filter((name) => name.includes('{') && !accessTable[name]?.missing);
  expect(without).toEqual([]);
});

let cells = 0;
describe.each(Object.entries(accessTable))('%s', (name, expected) => {
  test.each(Object.entries(expected))('of %s', async (row, statuses) => {
    const seen: Partial<Record<CallerKind, number>> = {};
    for (const caller of callerKinds) {
      const reply = await ask(name, caller, row as Row);
      seen[caller] = reply.status;
      cells++;
      if (reply.status === 401) expect(reply.body.code).toBe('unauthenticated');
      if (caller === 'admin') continue;
      const text = `${reply.raw} ${JSON.stringify(reply.headers)}`;
      if (!tellsOfOthers.has(name)) expect(text, `${caller} reads what is another's`).not.toContain(canary);
      const told = reply.raw.replaceAll('"commission_tracking"', '');
      if (!tellsOfCommission.has(name)) expect(told, `${caller} reads of commission`).not.toMatch(/commission/i);
    }
    expect(seen).toEqual(Object.fromEntries(callerKinds.map((caller, at) => [caller, statuses[at]])));
  });
});

test('that was every cell, and admins do read of commission', async () => {
  const stated = Object.values(accessTable).flatMap((row) => Object.values(row).flat());
  expect(cells).toBe(stated.length);
  const reply = await ask('GET /api/business-listings', 'admin', 'any');
  expect(reply.raw).toContain('commission_rate');
});

/** What is somebody's, so that an administrator's look at it is noted, and of what kind. After the cells: they would read what it makes. */
const noted: Record<string, string> = {
  'GET /api/admin/users/{id}': 'user',
  'GET /api/admin/audit-log/{id}': 'audit_entry',
  'GET /api/bookings/{id}/explanation': 'booking',
  'GET /api/admin/organisations/{id}/terms': 'organisation',
  'GET /api/admin/partner-view/{id}': 'partner',
  'GET /api/admin/partner-view/{id}/qr-codes': 'partner',
  'GET /api/admin/partner-view/{id}/performance': 'partner',
  'GET /api/admin/partner-view/{id}/settings': 'partner',
  'GET /api/organisations/{id}/members': 'organisation',
  'GET /api/organisations/{id}/earnings': 'organisation',
  'GET /api/organisations/{id}/payouts': 'organisation',
  'GET /api/organisations/{id}/commissions': 'organisation',
  'GET /api/organisations/{id}/statements/{month}': 'organisation',
  'GET /api/organisations/{id}/statements/{month}/file': 'organisation',
};
test.each(Object.entries(noted))(
  '%s by an administrator is noted each time, and by its owner never',
  async (name, kind) => {
    const admin = await aCaller(world, 'admin');
    const { at } = await requests[name]!(world, admin, 'foreign');
    const lookers = () => auditActorsOf(world, `admin_${kind}_view`, String([at].flat()[0]));
    for (const times of [1, 2]) {
      expect((await world.call(fillIn(name, at), admin)).status).toBe(200);
      expect((await lookers()).filter((one) => one === admin.id)).toHaveLength(times);
    }
    const isTheirs = kind === 'organisation' && accessTable[name]!.own;
    if (isTheirs) expect((await world.call(fillIn(name, at), world.other)).status).toBe(200);
    expect(await lookers()).not.toContain(world.other.id);
  },
);

test('nothing else is noted as an administrator’s look', () => {
  const declared = (contract as readonly Endpoint[]).filter(({ adminViews }) => adminViews);
  const kinds = declared.map(({ method, path, adminViews }) => [`${method} ${path}`, adminViews]);
  expect(Object.fromEntries(kinds)).toEqual(noted);
});
