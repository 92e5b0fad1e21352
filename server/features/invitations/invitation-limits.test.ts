import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('what was refused has sent no mail: an invitation that waits can be sent again, until five mails went to its address', async () => {
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { invited_email: 'hale@limits.example', stakeholder_type: 'partner', organization_name: 'Hale Limits' };
  const invite = () => world.call('POST /api/stakeholder/invite', { cookie, body });
  const { id } = (await invite()).body;
  for (let again = 0; again < 6; again++) expect((await invite()).body.code).toBe('invitation_pending');
  const resend = () => world.call(`POST /api/stakeholder/invitations/${id}/resend`, { cookie, body: {} });
  for (let mails = 1; mails < 5; mails++) expect((await resend()).status).toBe(200);
  expect((await resend()).body.code).toBe('rate_limited');
});
