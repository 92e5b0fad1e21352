import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportTypes } from '../../../contract/platform-reports.ts';
import { aPasskey } from '../../../tests/access-world.ts';
import { AtTheDesk } from '../../../tests/at-the-desk.ts';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import { again } from '../../../tests/reports-scene.ts';
import type { TestUser } from '../../../tests/world.ts';

let world: GoogleWorld;
let admin: TestUser;
beforeAll(async () => {
  world = await createGoogleWorld();
  admin = await world.aUser({ role: 'admin' });
  await aPasskey(world, admin);
  world.clock.advance(600);
});
afterAll(() => world.close());

const refused = [403, 'step_up_required'];
const ask = async (body: object) =>
  await world.call('POST /api/reports/generate', { body, cookie: await again(world, admin) });

test.each(reportTypes)(
  'the report %s asks for the passkey where it names partners, advertisers or their places',
  async (type) => {
    const { status, body, raw } = await ask({ type, instant: true });
    if (type === 'platform') expect(raw).toMatch(/^row,day,/);
    else expect([status, body.code]).toEqual(refused);
  },
);

test.each(reportTypes)(
  'a file of the report %s that was made apart is given once the passkey is there',
  async (type) => {
    const begun = await ask({ type });
    expect(begun.status, begun.raw).toBe(201);
    await new AtTheDesk(world, admin).work(begun.body.id);
    const cookie = await again(world, admin);
    const fetch = async () => await world.call(`GET /api/long-work/${begun.body.id}/result`, { cookie });
    const { status, body } = await fetch();
    expect([status, body.code]).toEqual(refused);
    await world.db
      .updateTable('sessions')
      .set({ confirmed_until: new Date(world.clock.now().getTime() + 60_000) })
      .where('user_id', '=', admin.id)
      .execute();
    expect((await fetch()).status).toBe(200);
  },
);
