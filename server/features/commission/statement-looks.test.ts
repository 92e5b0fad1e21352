import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import { createWorld, type World } from '../../../tests/world.ts';

const seen = vi.hoisted(() => ({ whileDrawn: async () => 0, notes: [] as number[] }));
vi.mock('./statement-pdf.ts', async (load) => {
  const real = await load<typeof import('./statement-pdf.ts')>();
  return {
    ...real,
    drawStatement: async (...of: Parameters<typeof real.drawStatement>) => {
      seen.notes.push(await seen.whileDrawn());
      return await real.drawStatement(...of);
    },
  };
});

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a statement that an administrator looks at is drawn once the look is noted, with no transaction left open', async () => {
  const [partner, admin] = [await world.aUser({ role: 'partner' }), await world.aUser({ role: 'admin' })];
  const organisation = (await organisationOf(world, partner.id))!;
  await aCommission(world, organisation);
  const looks = async () => {
    const all = world.db.selectFrom('audit_entries').select('action').where('subject_id', '=', organisation);
    return (await all.where('action', '=', 'admin_organisation_view').execute()).length;
  };
  seen.whileDrawn = looks;
  const path = `GET /api/organisations/${organisation}/statements/2026-11/file?format=pdf` as const;
  expect((await world.call(path, { cookie: partner.cookie })).status).toBe(200);
  const { status, headers } = await world.call(path, { cookie: admin.cookie });
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(seen.notes).toEqual([0, 1]);
});
