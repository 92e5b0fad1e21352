import { mails } from '../contract/mails.ts';
import type { ReportingFrequency } from '../contract/portal-states.ts';
import { sendReports } from '../server/features/partner-reports/partner-reports.ts';
import { startSession } from '../server/platform/sessions/sessions.ts';
import ja from '../web/src/messages/ja.ts';
import type { TestUser, World } from './world.ts';

/** Mails the reports that are due by the clock of a world, in two languages. */
export const report = (world: World, signal?: AbortSignal) =>
  sendReports(
    {
      ...world,
      languages: ['en', 'ja'],
      mailsIn: async (language) => (language === 'ja' ? ja.mails : mails),
    },
    world.clock.now(),
    signal,
  );

/** The clock goes on to an instant. */
export const until = ({ clock }: World, instant: string) =>
  clock.advance((Date.parse(instant) - clock.now().getTime()) / 1_000);

/** The reports that were mailed to somebody, oldest first. */
export const reportsTo = async (world: World, { email }: Pick<TestUser, 'email'>) =>
  (await world.mail()).filter((mail) => mail.to === email && mail.unsubscribe);

/** Signs somebody in anew, whose session has ended since. */
export async function again(world: World, { id: userId, role }: TestUser): Promise<string> {
  const session = { userId, role, now: world.clock.now(), userAgent: 'test', previous: undefined };
  return `session=${(await startSession(world.db, session)).token}`;
}

/** An owner chooses how often reports come, in the portal. */
export async function choose(world: World, owner: TestUser, frequency: ReportingFrequency): Promise<void> {
  const body = { notification_preferences: { email: true }, commission_reporting_frequency: frequency };
  const cookie = await again(world, owner);
  const { status } = await world.call('POST /api/partner-portal/settings', { cookie, body });
  if (status !== 200) throw new Error(`settings answered ${status}`);
}
