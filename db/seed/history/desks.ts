import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { desktop, iphone, pixel } from './browsers.ts';
import type { Campaigns } from './campaign-plans.ts';
import { campaigns, payments } from './campaign-stories.ts';
import { daysBefore } from './demo-travelers.ts';
import { accounts, type ByAdmin, decisions, faults, inquiries } from './desk-stories.ts';
import type { Guide } from './guide.ts';
import { guestBefore, holds } from './hold-stories.ts';
import { listings } from './listing-stories.ts';
import type { Act, Past } from './past.ts';
import { payouts } from './payout-stories.ts';
import { Person } from './person.ts';
import { historyDays } from './rhythm.ts';
import { importMonth, importWeek, isMonthly, isWeekly, monthlyTime, weeklyTime } from './stated.ts';

const atDesk = (name: string, email: string, number: number, userAgent = desktop) =>
  new Person(name, email, { address: `2001:db8:d:${number}::1`, userAgent }, 'desk');

/** What partners and their staff have done, each within their own walls. */
export function partnersDays(guide: Guide, until: Date): Act[] {
  const at = daysBefore(until);
  const kaiona = atDesk('leilani', 'partner@example.com', 1);
  const breezes = atDesk('daniel', 'partner2@example.com', 2);
  const cafe = atDesk('pua', 'coffee@example.com', 3, pixel);
  const advertiser = atDesk('tomas', 'advertiser@example.com', 4);
  const ikaika = atDesk('ikaika', 'ikaika.concierge@example.com', 6, iphone);
  const visit = (person: Person, days: number, time: string): Act => ({
    at: at(days, time),
    do: (past) => open(past, person),
  });
  return [
    ...[80, 66, 52, 45, 31, 24, 17, 10, 3].map((days) => visit(kaiona, days, '08:40')),
    ...[75, 48, 30, 12, 5].map((days) => visit(breezes, days, '19:10')),
    ...[60, 21, 2].map((days) => visit(cafe, days, '14:30')),
    ...[58, 29, 8].map((days) => visit(advertiser, days, '09:20')),
    { at: at(66, '08:55'), do: (past) => takeOn(past, kaiona, atDesk('malia', 'malia.front-desk@example.com', 5)) },
    ...guestBefore(guide, until, ikaika),
    { at: at(31, '09:05'), do: (past) => takeOn(past, kaiona, ikaika) },
    { at: at(48, '19:20'), do: (past) => takeOn(past, breezes, atDesk('june', 'june.keys@example.com', 7, iphone)) },
    { at: at(12, '19:30'), do: (past) => lookNextDoor(past, breezes, kaiona) },
  ];
}

async function open(past: Past, person: Person): Promise<void> {
  await person.signIn(past);
  await person.ask(past, 'GET /api/profiles');
}

/** Invites somebody to the staff, who accepts. */
async function takeOn(past: Past, owner: Person, staff: Person): Promise<void> {
  await owner.signIn(past);
  const body = { invited_email: staff.email, permissions: ['partner_portal_access', 'performance_analytics'] };
  await owner.ask(past, 'POST /api/organisation/invitations', { body, key: `staff ${staff.name}` });
  await accept(past, staff);
}

async function accept(past: Past, invited: Person): Promise<void> {
  const token = past.takeLetter(invited.email)?.text.match(/\/invite\/([\w-]+)/)?.[1];
  await invited.signIn(past);
  await invited.ask(past, `POST /api/stakeholder/accept/${token}`, { body: {} });
}

/** A curious neighbour, who is told that there is nothing. */
async function lookNextDoor(past: Past, curious: Person, owner: Person): Promise<void> {
  await owner.signIn(past);
  const { body: own } = await owner.ask(past, 'GET /api/organisation');
  await curious.signIn(past);
  await curious.ask(past, `GET /api/organisations/${own.id}/members`, { mayBe: [404] });
}

/** What the administrator has done, and those whom they decide about: who writes to them, and the advertiser. */
export function administratorsDays(guide: Guide, until: Date, planned: Campaigns): Act[] {
  const at = daysBefore(until);
  const by =
    (person: Person): ByAdmin =>
    (days, time, act) => ({
      at: at(days, time),
      do: async (past) => {
        await person.signIn(past);
        await act(past, person);
      },
    });
  const byAdmin = by(atDesk('ruth', 'admin@example.com', 9));
  const byAdvertiser = by(atDesk('tomas at work', 'advertiser@example.com', 8));
  return [
    ...invitations(until, byAdmin),
    ...inquiries(guide, until, byAdmin),
    ...decisions(guide, until, byAdmin),
    ...accounts(until, byAdmin),
    ...faults(until, byAdmin),
    ...[12, 1].map((days) =>
      byAdmin(days, '09:15', (past, admin) =>
        admin.ask(past, 'POST /api/admin/exports/scans', {
          body: { from: hawaiiDay(new Date(at(days + 30, '12:00'))), to: hawaiiDay(new Date(at(days + 1, '12:00'))) },
          key: `export ${days}`,
        }),
      ),
    ),
    ...statements(until, byAdmin),
    ...payouts(until, byAdmin),
    ...holds(guide, until, byAdmin),
    ...strayNews(until),
    ...listings(guide, byAdvertiser, byAdmin),
    ...campaigns(guide, until, planned, byAdvertiser, byAdmin),
    ...payments(until, byAdmin),
  ];
}

/** Whom the administrator has invited: one is here, one let it pass, one was called off, one may still come. */
function invitations(until: Date, byAdmin: ByAdmin): Act[] {
  const at = daysBefore(until);
  const invite = (days: number, time: string, invited_email: string, body: object) =>
    byAdmin(days, time, (past, admin) =>
      admin.ask(past, 'POST /api/stakeholder/invite', {
        body: { invited_email, ...body },
        key: `invite ${invited_email}`,
      }),
    );
  const [partner, advertiser] = [{ stakeholder_type: 'partner' }, { stakeholder_type: 'advertiser' }];
  const hoku = atDesk('hoku', 'hoku@example.com', 10, iphone);
  return [
    byAdmin(72, '10:00', async (past, admin) => {
      const body = { ...partner, invited_email: hoku.email, organization_name: 'Hōkū Guest House' };
      await admin.ask(past, 'POST /api/stakeholder/invite', { body, key: 'invite hoku' });
      await accept(past, hoku);
    }),
    invite(40, '10:10', 'bikes@example.com', { ...advertiser, organization_name: 'Saddle Road Bikes' }),
    invite(25, '10:05', 'reef@example.com', { ...advertiser, organization_name: 'Reef & Rope' }),
    byAdmin(24, '10:15', async (past, admin) => {
      const { body } = await admin.ask(past, 'GET /api/stakeholder/invitations');
      const reef = (body as { rows: { id: string; invited_email: string }[] }).rows.find(
        (one) => one.invited_email === 'reef@example.com',
      )!;
      await admin.ask(past, `POST /api/stakeholder/invitations/${reef.id}/revoke`);
    }),
    {
      at: at(12, '12:00'),
      do: (past) => hoku.ask(past, 'GET /api/admin/users', { mayBe: [401, 403] }),
    },
    invite(2, '09:50', 'garden@example.com', {
      ...{ ...partner, organization_name: 'Garden Lānai Coffee', partner_type: 'cafe' },
      notes: 'Opens next month, beside the library.',
    }),
  ];
}

/** The administrator imports what the platforms state: of some nothing else is heard. */
function statements(until: Date, byAdmin: ByAdmin): Act[] {
  const at = daysBefore(until);
  return Array.from({ length: historyDays }, (_, days) => {
    const day = hawaiiDay(new Date(at(days, '12:00')));
    return [
      ...(isWeekly(day) ? [byAdmin(days, weeklyTime, importWeek)] : []),
      ...(isMonthly(day) ? [byAdmin(days, monthlyTime, importMonth)] : []),
    ];
  }).flat();
}

/** News that cannot be read, some that is not for us, and some with a secret that is none. */
function strayNews(until: Date): Act[] {
  const at = daysBefore(until);
  const strayed = (days: number, time: string, body: string, secret?: string): Act => ({
    at: at(days, time),
    do: (past) => past.bringNews(body, secret),
  });
  return [
    strayed(20, '03:12', '{"booking":{"pk":7621'),
    strayed(15, '02:44', '{}', '0123456789abcdef0123456789abcdef'),
    strayed(4, '13:02', JSON.stringify({ booking: { display_id: '#76201188', status: 'waitlisted' } })),
  ];
}
