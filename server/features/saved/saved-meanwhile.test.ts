import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { longestNote, mostSeen } from '../../../contract/saved-limits.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

type Note = string | null;

let user: TestUser;
let listing: number;
beforeEach(async () => {
  user = await world.aUser();
  listing = await world.aListing();
});
const put = (body: { note?: Note; seen?: Note[] }) =>
  world.call(`PUT /api/saved/${listing}`, { cookie: user.cookie, body });
const remove = (body?: { seen?: Note[] }) =>
  world.call(`DELETE /api/saved/${listing}`, { cookie: user.cookie, ...(body && { body }) });
const kept = async (): Promise<Note | undefined> =>
  (await world.call('GET /api/saved', { cookie: user.cookie })).body.map(({ note }: { note: Note }) => note)[0];

/** Has a note kept, and another that was written over it elsewhere since. */
async function writtenMeanwhile(before: Note, meanwhile: Note): Promise<void> {
  await put({ note: before });
  await put({ note: meanwhile, seen: [before] });
  expect(await kept()).toBe(meanwhile);
}

describe('a note that is written over', () => {
  test.each<[string, Note]>([
    ['another', 'Old'],
    ['none', null],
    ['what is kept as none', ''],
  ])('%s that its writer has seen takes its place', async (_what, seen) => {
    await put({ note: seen });
    const { status, body } = await put({ note: 'New', seen: [seen] });
    expect([status, body.note]).toEqual([200, 'New']);
  });

  test('another that its writer has not seen is put below it, once, however often it is sent', async () => {
    await writtenMeanwhile('Old', 'Of phone 1');
    for (let sent = 0; sent < 3; sent++)
      expect((await put({ note: 'Of phone 2', seen: ['Old'] })).body.note).toBe('Of phone 1\nOf phone 2');
    expect(await kept()).toBe('Of phone 1\nOf phone 2');
    // Whoever goes on from there has seen both.
    const whole = 'Of phone 1, and 2';
    expect((await put({ note: whole, seen: ['Of phone 1\nOf phone 2'] })).body.note).toBe(whole);
  });

  test('the first note of a place, of which its writer knew nothing, is put below it', async () => {
    await writtenMeanwhile(null, 'Of phone 1');
    expect((await put({ note: 'Of phone 2', seen: [null] })).body.note).toBe('Of phone 1\nOf phone 2');
  });

  test('its own writing of before, whose answer was lost, takes its place', async () => {
    await writtenMeanwhile('Old', 'First words');
    expect((await put({ note: 'Second words', seen: ['Old', 'First words'] })).body.note).toBe('Second words');
  });

  test('one that was cleared elsewhere stands alone, and one that stands there already is none', async () => {
    await writtenMeanwhile('Old', null);
    expect((await put({ note: 'New', seen: ['Old'] })).body.note).toBe('New');
    expect((await put({ note: 'New', seen: ['Old'] })).body.note).toBe('New');
  });

  test('is counted as there by whole lines alone', async () => {
    await writtenMeanwhile('Old', 'Table\nBy the window\nAt dusk');
    expect((await put({ note: 'By the window', seen: ['Old'] })).body.note).toBe('Table\nBy the window\nAt dusk');
    expect((await put({ note: 'By the', seen: ['Old'] })).body.note).toBe('Table\nBy the window\nAt dusk\nBy the');
  });

  test('what already holds the other takes its place', async () => {
    await writtenMeanwhile('Old', 'At dusk');
    expect((await put({ note: 'Table\nAt dusk', seen: ['Old'] })).body.note).toBe('Table\nAt dusk');
  });

  test('clearing it keeps what was written elsewhere, and so does what brings back what had been seen', async () => {
    await writtenMeanwhile('Old', 'Of phone 1');
    for (const note of [null, '  ', 'Old'])
      expect((await put({ note, seen: ['Old'] })).body.note, String(note)).toBe('Of phone 1');
    expect((await put({ note: null, seen: ['Of phone 1'] })).body.note).toBeNull();
  });

  test('both fit to the last letter; with one more it is refused in words, and nothing changes', async () => {
    const [here, there] = ['ā'.repeat(longestNote / 2), 'b'.repeat(longestNote / 2 - 1)];
    await writtenMeanwhile('Old', there);
    const refused = await put({ note: `${here}!`, seen: ['Old'] });
    expect([refused.status, refused.body.code]).toEqual([409, 'saved_note_full']);
    expect(refused.body.error).toContain('Yours was not saved.');
    expect(await kept()).toBe(there);
    const joined = await put({ note: here, seen: ['Old'] });
    expect([joined.body.note, joined.body.note.length]).toEqual([`${there}\n${here}`, longestNote]);
  });

  test('of two phones at once, neither goes', async () => {
    await put({ note: 'Old' });
    await Promise.all(['One', 'Two', 'Three'].map((note) => put({ note, seen: ['Old'] })));
    expect((await kept())!.split('\n').sort()).toEqual(['One', 'Three', 'Two']);
  });

  test('by a page of before, which does not tell what it has seen, takes the place of any', async () => {
    await writtenMeanwhile('Old', 'Of phone 1');
    expect((await put({ note: 'Of phone 2' })).body.note).toBe('Of phone 2');
    expect((await put({ note: null })).body.note).toBeNull();
  });

  test('with a heart alone changes no note', async () => {
    await writtenMeanwhile('Old', 'Of phone 1');
    for (const seen of ['Old', 'Of phone 1']) expect((await put({ seen: [seen] })).body.note).toBe('Of phone 1');
  });

  test('of a place that is not on the list is its note', async () => {
    expect((await put({ note: 'New', seen: ['Old'] })).body.note).toBe('New');
  });

  test(`tells up to ${mostSeen} that were seen, each no longer than a note`, async () => {
    await put({ note: 'Old' });
    const many = [...Array.from({ length: mostSeen - 1 }, () => 'x'.repeat(longestNote)), 'Old'];
    expect((await put({ note: 'New', seen: many })).body.note).toBe('New');
    for (const seen of [[...many, 'Older'], ['x'.repeat(longestNote + 1)], ['a\u0000b']])
      expect((await put({ note: 'Newer', seen })).status).toBe(400);
    expect((await remove({ seen: [...many, 'Older'] })).status).toBe(400);
    expect(await kept()).toBe('New');
  });
});

describe('a place that is taken off', () => {
  test.each<[string, Note, Note[]]>([
    ['with the note that was seen', 'Old', ['Old']],
    ['with one of those that were', 'Old', [null, 'Old']],
    ['without a note', null, ['Old']],
  ])('%s goes', async (_what, note, seen) => {
    await put({ note });
    expect((await remove({ seen })).body).toEqual({ removed: true });
    expect((await remove({ seen })).body).toEqual({ removed: false });
    expect(await kept()).toBeUndefined();
  });

  test('stays for a note that was written elsewhere meanwhile, which is told', async () => {
    await writtenMeanwhile('Old', 'Of phone 1');
    for (const seen of [['Old'], [null], []])
      expect((await remove({ seen })).body).toEqual({ removed: false, note: 'Of phone 1' });
    expect(await kept()).toBe('Of phone 1');
    expect((await remove({ seen: ['Of phone 1'] })).body).toEqual({ removed: true });
  });

  test.each([[undefined], [{}]])('by a page of before goes with whatever note it has (%j)', async (body) => {
    await writtenMeanwhile('Old', 'Of phone 1');
    expect((await remove(body)).body).toEqual({ removed: true });
  });

  test('of somebody else stays, and its note is told to nobody', async () => {
    await put({ note: 'Private' });
    const other = await world.aUser();
    const asked = { cookie: other.cookie, body: { seen: [] } };
    expect((await world.call(`DELETE /api/saved/${listing}`, asked)).body).toEqual({ removed: false });
    expect(await kept()).toBe('Private');
  });
});
