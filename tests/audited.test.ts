import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../contract/index.ts';
import { fillIn, requests, type Sent } from './access-requests.ts';
import { accessTable, type CallerKind, callerKinds, type Row } from './access-table.ts';
import { type AccessWorld, aCaller, createAccessWorld } from './access-world.ts';
import { anOwner, organisationOf } from './an-organisation.ts';
import { aboutElse, auditedActions } from './audited-actions.ts';
import type { TestUser } from './world.ts';

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld();
});
afterAll(() => world.close());

const guests = 'what a device tells of itself';
const ownSession = 'one’s own way in and out, which the security events tell of';
const favourites = 'a traveler’s own favourites';
const reads = 'changes nothing';
const unused = 'a file that nothing uses yet: what takes it up is an entry';
const asCame = 'kept as it came: what it changes is an entry once it is read';
/** Writes that leave no entry in the audit log, each with its reason: no money, rights, codes or content, and no look of an administrator's. */
const excused = new Map([
  ['POST /api/admin/location-batches/check', reads],
  ['POST /api/admin/locations/geocode', reads],
  ['POST /api/platform-ai/recommendations', reads],
  ['POST /api/qr/scan', 'a guest’s scan, which is a row of its own'],
  ['POST /api/qr/booking-conversion', 'a traveler’s way to a platform, of which nothing is owed yet'],
  ['POST /api/auth/magic-link', ownSession],
  ['POST /api/auth/magic-link/verify', ownSession],
  ['POST /api/stakeholder/magic-link/{token}', ownSession],
  ['POST /api/sessions', ownSession],
  ['POST /api/logout', ownSession],
  ['DELETE /api/sessions/{id}', ownSession],
  ['POST /api/sessions/end-all', ownSession],
  ['POST /api/passkeys/registration-options', ownSession],
  ['POST /api/passkeys/confirmation-options', ownSession],
  ['POST /api/passkeys/confirm', ownSession],
  ['POST /api/applications', 'a guest’s, who has no account: what is decided of it is an entry'],
  ['POST /api/reviews/{id}/report', 'a guest’s, who has no account: what is decided of it is an entry'],
  ['POST /api/errors/track', guests],
  ['POST /api/errors/report', guests],
  ['POST /api/analytics/events', guests],
  ['PUT /api/saved/{listing_id}', favourites],
  ['DELETE /api/saved/{listing_id}', favourites],
  ['POST /api/saved/merge', favourites],
  ['POST /api/news/{source}/{secret}', asCame],
  ['POST /api/webhooks/fareharbor/{secret}', asCame],
  ['POST /api/uploads/statement', unused],
  ['POST /api/uploads/listings', unused],
  ['POST /api/uploads/locations', unused],
  ['POST /api/uploads/picture', unused],
  ['POST /api/uploads/place-picture', unused],
]);

type Prepared = (person: TestUser, sent: Sent) => Promise<Sent>;
const with_ =
  (body: object): Prepared =>
  async (_person, sent) => ({ ...sent, body });
const first =
  (name: string): Prepared =>
  async (person, sent) => {
    const reply = await world.call(fillIn(name, sent.at), { body: {}, cookie: person.cookie });
    expect(reply.status, `${name} ${reply.raw}`).toBe(200);
    return { at: sent.at! };
  };
/** What has to be there, or sent, so that the request does not find all of it done already. */
const prepared: Record<string, Prepared> = {
  'POST /api/admin/listings/{id}/restore': first('DELETE /api/business-listings/{id}'),
  'POST /api/admin/locations/{id}/restore': first('DELETE /api/admin/locations/{id}'),
  'DELETE /api/admin/listings/{id}/picture': async (_person, sent) => {
    await world.db.updateTable('listings').set({ image_url: '/x.webp' }).where('id', '=', Number(sent.at)).execute();
    return sent;
  },
  'PATCH /api/organisation/members/{user_id}': with_({ permissions: ['performance_analytics'] }),
  'PATCH /api/organisations/{id}': with_({ state: 'suspended', reason: 'Unpaid' }),
  'POST /api/organisation/leave': async (person, sent) => {
    await anOwner(world, (await organisationOf(world, person.id))!);
    return sent;
  },
  'PUT /api/partner-portal/places/{id}/listings': async (person, { at }) => {
    const id = await world.aListing();
    const row = { location_id: Number(at), listing_id: id, position: 0 };
    await world.db.insertInto('curated_listings').values(row).execute();
    const { version } = (await world.call(`GET /api/partner-portal/places/${at}`, person)).body;
    return { at: at!, body: { version, listings: [{ id, is_hidden: true }] } };
  },
  'PUT /api/admin/locations/{id}/list': async (person, { at }) => {
    const { version: replaces } = (await world.call(`GET /api/admin/locations/${at}/list`, person)).body;
    return { at: at!, body: { replaces, listings: [{ id: await world.aListing(), rules: null }] } };
  },
  'PUT /api/admin/users/{id}/role': with_({ role: 'partner', replaces: 'traveler', reason: 'Asked for by mail' }),
  'POST /api/profiles/migrate-role': async (person, sent) => {
    await world.db.updateTable('profiles').set({ role: 'tourist' }).where('user_id', '=', person.id).execute();
    return sent;
  },
  'POST /api/reviews/{id}/leave': async (_person, sent) => {
    await world.db.updateTable('reviews').set({ awaits_look: true }).where('id', '=', String(sent.at)).execute();
    return sent;
  },
  'POST /api/long-work/{id}/cancel': async (_person, sent) => {
    const waits = {
      state: 'waiting',
      ended_at: null,
      result_name: null,
      result_type: null,
      result_bytes: null,
    } as const;
    await world.db.updateTable('long_work').set(waits).where('id', '=', String(sent.at)).execute();
    return sent;
  },
};

const writes = contract.filter(({ method }) => method !== 'GET').map((one) => `${one.method} ${one.path}`);

/** Who may call it, and for which row; an administrator for somebody else's. */
function whoMay(name: string): { caller: CallerKind; row: Row } {
  for (const row of ['foreign', 'any', 'own'] as const) {
    const statuses = accessTable[name]?.[row];
    // A refusal of what is so by chance can be prepared away.
    const caller = callerKinds.find((_, at) => statuses && (statuses[at]! < 300 || statuses[at] === 409));
    if (caller) return { caller, row };
  }
  throw new Error(`nobody may call ${name}`);
}

/** The entries that there are beyond some, also those that join the chain only now. */
async function entriesAfter(after: { sequence: number; id: number }) {
  const columns = ['action', 'actor_id', 'subject_id'] as const;
  const chain = world.db.selectFrom('audit_entries').select([...columns, 'sequence']);
  const joined = await chain.where('sequence', '>', after.sequence).orderBy('sequence').execute();
  const inbox = world.db.selectFrom('audit_inbox').select([...columns, 'id']);
  const waiting = await inbox.where('id', '>', after.id).orderBy('id').execute();
  return {
    entries: [...joined, ...waiting],
    last: { sequence: joined.at(-1)?.sequence ?? after.sequence, id: waiting.at(-1)?.id ?? after.id },
  };
}

test('what is excused is a write of the contract, and all others have an entry of their own', () => {
  expect([...excused.keys(), ...Object.keys(prepared)].filter((name) => !writes.includes(name))).toEqual([]);
  expect([...Object.keys(auditedActions), ...excused.keys()].sort()).toEqual(writes.toSorted());
  for (const name of aboutElse.keys()) expect(auditedActions).toHaveProperty([name]);
});

test.each(writes.filter((name) => !excused.has(name)))('%s leaves its entry', async (name) => {
  const { caller, row } = whoMay(name);
  const person = await aCaller(world, caller);
  const asked = (await requests[name]?.(world, person, row)) ?? {};
  const { at, body, headers, cookie = '' } = (await prepared[name]?.(person, asked)) ?? asked;
  const { last } = await entriesAfter({ sequence: 0, id: 0 });
  const sent = { body, headers, cookie: [person.cookie, cookie].filter(Boolean).join('; ') };
  const reply = await world.call(fillIn(name, at), sent);
  expect(reply.status, reply.raw).toBeLessThan(300);
  const { entries } = await entriesAfter(last);
  expect(entries).toContainEqual(
    expect.objectContaining({
      action: auditedActions[name],
      // Nobody is signed in who follows the link of a mail: it is whose mail it was.
      actor_id: name === 'POST /api/report-mails/{token}' ? expect.any(String) : person.id,
      subject_id: at === undefined || aboutElse.has(name) ? expect.any(String) : String(at),
    }),
  );
});
