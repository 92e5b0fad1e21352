import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../tests/attack/owner.ts';
import { onServer } from '../../tests/database-setup.ts';
import { anotherApp } from '../../tests/page-apps.ts';
import { createWorld, type World } from '../../tests/world.ts';
import { errorForLog } from './log-errors.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a row that the database refuses is not quoted in the log, however it is told of', async () => {
  await onServer(await ownerOf(world), "alter table error_reports add constraint never check (message = 'never')");
  const lines: string[] = [];
  const logger = pino({ serializers: { err: errorForLog } }, { write: (line: string) => void lines.push(line) });
  const app = await anotherApp(world, { logger });
  const payload = { error_id: 'refused-row', message: 'maya typed 808 555 0100' };
  const headers = { origin: world.settings.publicUrl };
  const reply = await app.inject({ method: 'POST', url: '/api/errors/track', payload, headers });
  expect([reply.statusCode, reply.body]).toEqual([500, expect.any(String)]);
  await expect.poll(() => lines.join('')).toContain('violates check constraint');
  expect(lines.join('')).not.toContain('maya');
});
