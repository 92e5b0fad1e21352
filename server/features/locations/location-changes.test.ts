import { afterAll, beforeAll, expect, test } from 'vitest';
import { AtTheDesk } from '../../../tests/at-the-desk.ts';
import { auditActorsOf, auditContentOf } from '../../../tests/audit-content.ts';
import { scan } from '../../../tests/held-scene.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { defaultLocationId } from '../scanning/scanning.ts';

let world: World;
let by: AtTheDesk;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  by = new AtTheDesk(world, await world.aUser({ role: 'admin' }));
});
afterAll(() => world.close());

/** Days later, when somebody else is signed in. */
async function daysLater(days: number): Promise<void> {
  world.clock.advance(days * 86_400);
  by = new AtTheDesk(world, await world.aUser({ role: 'admin' }));
}

let count = 0;
/** Some places with a word of their own. */
async function some(many: number): Promise<{ word: string; ids: number[] }> {
  const word = `Hollow${++count}`;
  const ids: number[] = [];
  for (let at = 0; at < many; at++) ids.push(await world.aPlace({ name: `${word} ${at}` }));
  return { word, ids };
}
const list = async (query: string) => (await by.call(`GET /api/admin/locations?${query}`)).body;
/** How many there are of a word, and how many deleted ones. */
const totals = async (word: string) => [
  (await list(`search=${word}`)).total,
  (await list(`search=${word}&deleted=true`)).total,
];
const change = async (ids: readonly number[], action: string) => {
  const { status, body } = await by.call('POST /api/admin/locations/change', { ids, action });
  return status === 200 ? body : status;
};
const changeMatching = async (query: Record<string, string>, action: string, seen?: string) => {
  const { digest } = await list(new URLSearchParams(query).toString());
  return await by.call('POST /api/admin/locations/change-matching', { ...query, seen: seen ?? digest, action });
};
const undo = (work: string) => by.call('POST /api/admin/locations/undo-deletion', { work });
const result = async (work: string) =>
  (await by.call(`GET /api/long-work/${work}/result`)).raw.trim().split('\r\n').slice(1).sort();

test('ticked places are deleted and brought back to their partners for 30 days, and each is noted', async () => {
  const { owner, organisation } = await aPartner(world);
  const { word, ids } = await some(2);
  const theirs = await world.aPlace({ name: `${word} of theirs`, partner_id: owner.id });
  const all = [...ids, theirs];
  expect(await change([...all, ids[1]!, 2_000_000_000], 'delete')).toEqual({ changed: 3, left_out: 1, kept: [] });
  expect(await totals(word)).toEqual([0, 3]);
  expect(await change(all, 'delete')).toEqual({ changed: 0, left_out: 3, kept: [] });
  await daysLater(29);
  expect(await change(all, 'restore')).toEqual({ changed: 3, left_out: 0, kept: [] });
  expect(await totals(word)).toEqual([3, 0]);
  expect((await by.call(`GET /api/admin/locations/${theirs}`)).body.partner.id).toBe(organisation);
  const [{ before }] = await auditContentOf(world, 'place_deleted', String(theirs));
  expect(before).toEqual({ partner: expect.any(String) });
  expect(await auditContentOf(world, 'place_deleted', String(ids[0]))).toEqual([
    { personId: null, before: { partner: null } },
  ]);
  expect(await auditActorsOf(world, 'place_restored', String(ids[1]))).toEqual([by.admin.id]);
  await change([ids[0]!], 'delete');
  await daysLater(30);
  await change([ids[1]!], 'delete');
  expect(await change(ids, 'restore')).toEqual({ changed: 1, left_out: 1, kept: [] });
});

test('what cannot be deleted is told place by place, with the codes, and the rest is done', async () => {
  const { word, ids } = await some(2);
  const coded = await world.aPlace({ name: `${word} coded` });
  const made = [];
  for (let at = 0; at < 4; at++) made.push(await world.aCode({ location_id: coded }));
  // One that has been replaced leads there still, where it is printed, and is told last.
  const replaced = { status: 'replaced', replaced_by: made[1]!.id };
  await world.db.updateTable('qr_codes').set(replaced).where('id', '=', made[0]!.id).execute();
  const codes = made.slice(1).map(({ code }) => code);
  const [scanned, elsewhere] = [await world.aPlace({ name: `${word} scanned` }), await world.aPlace()];
  const { code } = await world.aCode({ location_id: scanned });
  await scan(world, await world.aUser(), code);
  for (const from of [scanned, defaultLocationId])
    await world.db.updateTable('qr_codes').set({ location_id: elsewhere }).where('location_id', '=', from).execute();
  const { name } = (await by.call(`GET /api/admin/locations/${defaultLocationId}`)).body;
  const answer = await change([coded, ids[0]!, scanned, defaultLocationId, ids[1]!], 'delete');
  expect(answer).toMatchObject({ changed: 2, left_out: 0 });
  expect(answer.kept).toEqual([
    { id: defaultLocationId, name, reason: 'stands_in', codes: [], code_count: 0 },
    { id: coded, name: `${word} coded`, reason: 'codes', codes, code_count: 4 },
    { id: scanned, name: `${word} scanned`, reason: 'scanned', codes: [], code_count: 0 },
  ]);
  expect(await totals(word)).toEqual([2, 2]);
  expect(await auditContentOf(world, 'place_deleted', String(coded))).toEqual([]);
});

test('the same request sent again deletes nothing more, and tells the same', async () => {
  const { ids } = await some(1);
  const { placeId, code } = await aPartner(world);
  const request = {
    cookie: by.admin.cookie,
    body: { ids: [...ids, placeId], action: 'delete' },
    headers: { 'idempotency-key': 'delete-once-for-all' },
  };
  const first = await world.call('POST /api/admin/locations/change', request);
  expect(first.body).toMatchObject({ changed: 1, kept: [{ id: placeId, reason: 'codes', codes: [code] }] });
  await change(ids, 'restore');
  expect((await world.call('POST /api/admin/locations/change', request)).body).toEqual(first.body);
  expect((await by.call(`GET /api/admin/locations/${ids[0]}`)).body.deleted_at).toBe(null);
});

test('all that match and were seen are deleted as long work, which tells what is kept and is undone at once', async () => {
  const { word, ids } = await some(5);
  const { code } = await world.aCode({ location_id: ids[3]! });
  await change([ids[4]!], 'delete');
  world.clock.advance(60);
  const other = await changeMatching({ search: word }, 'delete', '9.9');
  expect([other.status, other.body.code]).toEqual([409, 'list_changed']);
  const begun = await changeMatching({ search: word }, 'delete');
  expect(begun.body).toMatchObject({ kind: 'places-change', parameters: { action: 'delete' } });
  const work = begun.body.id;
  expect((await undo(work)).body.code).toBe('work_unended');
  await by.work(work);
  expect(await totals(word)).toEqual([1, 4]);
  const kept = [{ id: ids[3], name: `${word} 3`, reason: 'codes', codes: [code], code_count: 1 }];
  const { parameters } = (await by.call(`GET /api/long-work/${work}`)).body;
  expect(parameters).toMatchObject({ kept: { count: 1, places: kept } });
  expect(Object.keys(parameters).sort()).toEqual(['action', 'actor', 'asked_at', 'kept']);
  const all = (await by.call('GET /api/long-work')).body.rows;
  expect(all.find(({ id }: { id: string }) => id === work).parameters.kept).toBeUndefined();
  expect(await result(work)).toEqual([
    ...ids.slice(0, 3).map((id, at) => `${id},${word} ${at},deleted,,,`),
    `${ids[3]},${word} 3,kept,codes,${code},1`,
  ]);
  // Somebody brings one back and deletes it once more: that is another deletion.
  await change([ids[0]!], 'restore');
  world.clock.advance(60);
  await change([ids[0]!], 'delete');
  const undone = await undo(work);
  expect(undone.status).toBe(201);
  await by.work(undone.body.id);
  expect(await totals(word)).toEqual([3, 2]);
  expect(await result(undone.body.id)).toEqual([1, 2].map((at) => `${ids[at]},${word} ${at},restored,,,`));
  expect((await undo(undone.body.id)).status).toBe(404);
  await daysLater(31);
  const late = await undo(work);
  expect([late.status, late.body.code]).toEqual([409, 'location_gone']);
});

test('broken off after two hundred it does the rest: a code that was led there meanwhile keeps its place', async () => {
  const { word, ids } = await some(203);
  const { body } = await changeMatching({ search: word }, 'delete');
  await expect(by.breakOff(body.id)).rejects.toThrow();
  expect(await totals(word)).toEqual([3, 200]);
  const [coded] = (await list(`search=${word}`)).rows;
  await world.aCode({ location_id: coded.id });
  await daysLater(2);
  const [back] = (await list(`search=${word}&deleted=true`)).rows;
  await change([back.id], 'restore');
  await by.work(body.id);
  const alive = (await list(`search=${word}`)).rows.map(({ id }: { id: number }) => id);
  expect(alive.sort()).toEqual([back.id, coded.id].sort());
  expect(await result(body.id)).toHaveLength(203);
  await by.work((await undo(body.id)).body.id);
  expect(await totals(word)).toEqual([203, 0]);
  expect(ids).toHaveLength(203);
});

test('all deleted places that match are brought back, by the filters of the list', async () => {
  const { word, ids } = await some(3);
  await change(ids, 'delete');
  const begun = await changeMatching({ search: word, deleted: 'true', partner: 'without' }, 'restore');
  expect(begun.status).toBe(201);
  await by.work(begun.body.id);
  expect(await totals(word)).toEqual([3, 0]);
  const none = await changeMatching({ search: word, coordinates: 'without' }, 'delete');
  await by.work(none.body.id);
  expect(await totals(word)).toEqual([3, 0]);
});
