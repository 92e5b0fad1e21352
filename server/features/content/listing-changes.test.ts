import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditActorsOf, auditContentOf } from '../../../tests/audit-content.ts';
import { ListingImporter } from '../../../tests/listings-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
let by: ListingImporter;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  by = new ListingImporter(world, await world.aUser({ role: 'admin' }));
});
afterAll(() => world.close());

/** Days later, when somebody else is signed in. */
async function daysLater(days: number): Promise<void> {
  world.clock.advance(days * 86_400);
  by = new ListingImporter(world, await world.aUser({ role: 'admin' }));
}

let count = 0;
/** Some listings with a word of their own. */
async function some(many: number): Promise<{ word: string; ids: number[] }> {
  const word = `Huddle${++count}`;
  const ids: number[] = [];
  for (let at = 0; at < many; at++) ids.push(await world.aListing({ name: `${word} ${at}` }));
  return { word, ids };
}
/** Begins it for all that match a word, and breaks it off after the first two hundred. @returns the work */
async function brokenOff(word: string, action: string): Promise<string> {
  const { digest } = await list(`search=${word}`);
  const { body: work } = await by.call('POST /api/admin/listings/change-matching', {
    search: word,
    seen: digest,
    action,
  });
  await expect(by.breakOff(work.id)).rejects.toThrow();
  return work.id;
}
const list = async (query: string) => (await by.call(`GET /api/admin/listings?${query}`)).body;
const statuses = async (word: string) => {
  const [alive, deleted] = [await list(`search=${word}`), await list(`search=${word}&status=deleted`)];
  return [...alive.rows, ...deleted.rows].map(({ status }: { status: string }) => status).sort();
};
const change = async (ids: readonly number[], action: string) => {
  const { status, body } = await by.call('POST /api/admin/listings/change', { ids, action });
  return status === 200 ? body : status;
};
const changeMatching = async (query: Record<string, string>, action: string, seen?: string) => {
  const { digest } = await list(new URLSearchParams(query).toString());
  const body = { ...query, seen: seen ?? digest, action };
  const reply = await by.call('POST /api/admin/listings/change-matching', body);
  if (reply.status === 201) await by.work(reply.body.id);
  return reply;
};

test('ticked listings are deleted and brought back as each was, and each is noted', async () => {
  const { word, ids } = await some(3);
  expect(await change([ids[0]!], 'deactivate')).toEqual({ changed: 1, left_out: 0 });
  expect(await change([...ids, ids[1]!, 2_000_000_000], 'delete')).toEqual({ changed: 3, left_out: 1 });
  expect(await statuses(word)).toEqual(['deleted', 'deleted', 'deleted']);
  expect(await change(ids, 'delete')).toEqual({ changed: 0, left_out: 3 });
  expect(await change(ids, 'feature')).toEqual({ changed: 0, left_out: 3 });
  await daysLater(29);
  expect(await change(ids, 'restore')).toEqual({ changed: 3, left_out: 0 });
  expect(await statuses(word)).toEqual(['active', 'active', 'inactive']);
  expect(await change(ids, 'restore')).toEqual({ changed: 0, left_out: 3 });
  expect(await auditContentOf(world, 'listing_deleted', String(ids[0]))).toEqual([
    { personId: null, before: { is_active: false } },
  ]);
  expect(await auditActorsOf(world, 'listing_restored', String(ids[2]))).toEqual([by.admin.id]);
});

test('what was deleted more than 30 days ago stays deleted', async () => {
  const { word, ids } = await some(2);
  await change([ids[0]!], 'delete');
  await daysLater(30);
  await change([ids[1]!], 'delete');
  expect(await change(ids, 'restore')).toEqual({ changed: 1, left_out: 1 });
  expect(await statuses(word)).toEqual(['active', 'deleted']);
});

test('they are shown and featured, or not', async () => {
  const { word, ids } = await some(2);
  expect(await change(ids, 'feature')).toEqual({ changed: 2, left_out: 0 });
  expect(await change(ids, 'feature')).toEqual({ changed: 0, left_out: 2 });
  expect(await change([ids[0]!], 'unfeature')).toEqual({ changed: 1, left_out: 0 });
  const { rows } = await list(`search=${word}`);
  expect(rows.map(({ is_featured }: { is_featured: boolean }) => is_featured)).toEqual([false, true]);
  expect(await change(ids, 'deactivate')).toEqual({ changed: 2, left_out: 0 });
  expect((await world.call(`GET /api/business-listings/${ids[0]}`)).status).toBe(404);
  expect(await change(ids, 'activate')).toEqual({ changed: 2, left_out: 0 });
  expect(await auditContentOf(world, 'listing_changed', String(ids[0]))).toContainEqual({
    ...{ personId: null, before: { is_featured: true }, after: { is_featured: false } },
  });
});

test('all that match and were seen are deleted as long work, and that alone is undone at once', async () => {
  const { word, ids } = await some(5);
  await change([ids[4]!], 'delete');
  world.clock.advance(60);
  const other = await changeMatching({ search: word }, 'delete', '9.9');
  expect([other.status, other.body.code]).toEqual([409, 'list_changed']);
  const begun = await changeMatching({ search: word }, 'delete');
  expect(begun.body).toMatchObject({ kind: 'listings-change', parameters: { action: 'delete' } });
  expect(begun.body.parameters.of).toBeUndefined();
  expect(await statuses(word)).toEqual(Array(5).fill('deleted'));
  const undo = (work: string) => by.call('POST /api/admin/listings/undo-deletion', { work });
  // Somebody brings one back and deletes it once more: that is another deletion.
  await change([ids[0]!], 'restore');
  world.clock.advance(60);
  await change([ids[0]!], 'delete');
  const undone = await undo(begun.body.id);
  expect(undone.status).toBe(201);
  await by.work(undone.body.id);
  expect(await statuses(word)).toEqual(['active', 'active', 'active', 'deleted', 'deleted']);
  expect((await undo(undone.body.id)).status).toBe(404);
  await daysLater(31);
  const late = await undo(begun.body.id);
  expect([late.status, late.body.code]).toEqual([409, 'listing_gone']);
});

test('broken off after two hundred it does the rest, and leaves what somebody has changed back since', async () => {
  const { word, ids } = await some(205);
  const work = await brokenOff(word, 'delete');
  const asked = world.clock.now();
  expect((await list(`search=${word}`)).total).toBe(5);
  const undo = () => by.call('POST /api/admin/listings/undo-deletion', { work });
  expect((await undo()).body.code).toBe('work_unended');
  await daysLater(2);
  const [back] = (await list(`search=${word}&status=deleted`)).rows;
  expect(await change([back.id], 'restore')).toEqual({ changed: 1, left_out: 0 });
  await by.work(work);
  const alive = (await list(`search=${word}`)).rows;
  expect(alive.map(({ id }: { id: number }) => id)).toEqual([back.id]);
  const late = await world.database.pool.query(
    `select deleted_at, updated_at, (select recorded_at from audit_inbox where action = 'listing_deleted' and subject_id = l.id::text union select recorded_at from audit_entries where action = 'listing_deleted' and subject_id = l.id::text) as noted_at
     from listings l where name like $1 order by updated_at desc limit 1 offset 1`,
    [`${word} %`],
  );
  const now = world.clock.now();
  expect(late.rows).toEqual([{ deleted_at: asked, updated_at: now, noted_at: now }]);
  const file = (await by.call(`GET /api/long-work/${work}/result`)).raw;
  expect(
    file
      .trim()
      .split('\r\n')
      .slice(1)
      .map(Number)
      .sort((one, other) => one - other),
  ).toEqual(ids);
  await by.work((await undo()).body.id);
  expect((await list(`search=${word}`)).total).toBe(205);
});

test('all that match of the deleted ones are brought back, and of a category hidden', async () => {
  const { word, ids } = await some(3);
  await change(ids, 'delete');
  expect((await changeMatching({ search: word, status: 'deleted' }, 'restore')).status).toBe(201);
  expect(await statuses(word)).toEqual(['active', 'active', 'active']);
  const [{ category }] = (await list(`search=${word}`)).rows;
  expect((await changeMatching({ search: word, category, status: 'active' }, 'deactivate')).status).toBe(201);
  expect(await statuses(word)).toEqual(['inactive', 'inactive', 'inactive']);
});
