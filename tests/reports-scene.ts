import { mails } from '../contract/mails.ts';
import type { ReportingFrequency } from '../contract/portal-states.ts';
import { sendReports } from '../server/features/partner-reports/partner-reports.ts';
import { newReportToken } from '../server/features/partner-reports/report-link.ts';
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

/** Presses the link in the head of a mail, as a mail program does: of no page of ours, with the one word of RFC 8058. */
export async function pressEnd(world: World, token: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await world.app.inject({
    method: 'POST',
    url: `/api/report-mails/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'List-Unsubscribe=One-Click',
  });
  return { status: statusCode, body: JSON.parse(body) };
}

/** A member ends their reports by that link. */
export async function endByLink(world: World, organisationId: string, userId: string): Promise<void> {
  const token = newReportToken(world.settings, { organisationId, userId }, world.clock.now());
  const { status } = await pressEnd(world, token);
  if (status !== 200) throw new Error(`the link answered ${status}`);
}
