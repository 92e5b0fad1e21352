import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { makeInvoices } from '../../../server/features/campaigns/campaigns.ts';
import { makeStatements } from '../../../server/features/commission/commission.ts';
import { notice } from './advertised-guests.ts';
import type { Campaigns, PlannedCampaign } from './campaign-plans.ts';
import { daysBefore } from './demo-travelers.ts';
import type { ByAdmin } from './desk-stories.ts';
import type { Guide } from './guide.ts';
import { type ByAdvertiser, mayBe } from './listing-stories.ts';
import type { Act, Past } from './past.ts';
import type { Person } from './person.ts';
import { historyDays } from './rhythm.ts';
import { scan } from './traveler.ts';

const unlimited = {
  ...{ click_price: null, most_impressions: null, most_a_day: null, time_from: null, time_until: null },
  ...{ languages: [], categories: [] },
};
/** After midnight of the first, as the present's work of each day. */
const closedAt = '00:40';

/** Makes, starts, pauses and ends the advertiser's campaigns, as far as they are told to. */
export function campaigns(
  guide: Guide,
  until: Date,
  planned: Campaigns,
  byAdvertiser: ByAdvertiser,
  byAdmin: ByAdmin,
): Act[] {
  const at = daysBefore(until);
  const make = (days: number, time: string, { name, listing, places, content }: PlannedCampaign) =>
    byAdvertiser(days, time, async (past, advertiser) => {
      const named = { name, listing_id: listing.id, places: places.map(({ id }) => id) };
      await advertiser.ask(past, 'POST /api/campaigns', {
        ...{ body: { ...unlimited, ...content, ...named }, key: `campaign ${name}`, mayBe },
      });
    });
  const step = (days: number, time: string, { name }: PlannedCampaign, what: string) =>
    byAdvertiser(days, time, (past, advertiser) => takeStep(past, advertiser, name, { step: what }));
  const { canoe, swims, mantas, humpbacks, lessons, turtles, sails } = planned;
  const begun = (
    [
      [74, canoe],
      [74, swims],
      [66, lessons],
      [58, mantas],
      [36, humpbacks],
      [4, turtles],
    ] as const
  ).flatMap(([days, one], turn) => [make(days, `09:${20 + turn}`, one), step(days, `09:${40 + turn}`, one, 'start')]);
  const own = (days: number, time: string) =>
    byAdvertiser(days, time, async (past, advertiser) => {
      const place = guide.place('kaiona-turtle-shore');
      await scan(advertiser, at(days, time), place, place.cards[0]!).do(past);
      await notice(advertiser, at(days, time), place).do(past);
    });
  return [
    ...begun,
    own(62, '15:20'),
    own(33, '16:45'),
    byAdmin(27, '11:20', (past, admin) => credit(past, admin, canoe.name)),
    byAdmin(20, '09:45', (past, admin) =>
      takeStep(past, admin, lessons.name, {
        ...{ step: 'end', reason: 'Its lessons rest until the new instructor is here, as you told us by telephone.' },
      }),
    ),
    step(6, '18:30', humpbacks, 'pause'),
    make(2, '10:30', sails),
  ];
}

async function findCampaign(past: Past, person: Person, name: string): Promise<{ id: string } | undefined> {
  const { body } = await person.ask(past, `GET /api/campaigns?search=${encodeURIComponent(name)}`);
  return body.rows[0];
}

async function takeStep(past: Past, person: Person, name: string, body: object): Promise<void> {
  const found = await findCampaign(past, person, name);
  if (found) await person.ask(past, `POST /api/campaigns/${found.id}/state`, { body, mayBe });
}

/** Takes back some of what a campaign was charged, once. */
async function credit(past: Past, admin: Person, name: string): Promise<void> {
  const found = await findCampaign(past, admin, name);
  if (!found) return;
  const reason = 'For two days its booking page could not be reached from one of our places.';
  const asked = { body: { amount: 4.2, credited: 0, reason }, key: `credit ${name}`, mayBe };
  await admin.ask(past, `POST /api/campaigns/${found.id}/credits`, asked);
}

/**
 * What the night after each month does: partners' statements and advertisers' invoices become final. The first of these days opens the
 * month that it is of.
 */
export function monthEnds(until: Date): Act[] {
  const at = daysBefore(until);
  return allDays
    .filter((days) => days === historyDays - 1 || isFirst(dayOf(until, days)))
    .map((days) => ({
      at: at(days, closedAt),
      do: (past) =>
        past.work(async (worker) => {
          await makeStatements(worker, past.now());
          await makeInvoices(worker, past.now());
        }),
    }));
}

/** Invoices are paid on the twelfth; the newest waits. */
export function payments(until: Date, byAdmin: ByAdmin): Act[] {
  const at = daysBefore(until);
  const firsts = allDays.filter((days) => isFirst(dayOf(until, days)) && at(days, closedAt) < until.getTime());
  return allDays
    .filter((days) => dayOf(until, days).endsWith('-12') && firsts.some((first) => first < days))
    .map((days) => byAdmin(days, '10:05', payInvoices));
}

async function payInvoices(past: Past, admin: Person): Promise<void> {
  const { body } = await admin.ask(past, 'GET /api/campaign-invoices?state=open&sort=number');
  for (const { id, number, made_at } of body.rows as { id: string; number: number; made_at: string }[]) {
    if (Date.parse(made_at) > past.now().getTime()) continue;
    const asked = { body: { reason: `Bank transfer with the number ${number}` }, key: `paid ${number}` };
    // Where the present has made a passkey, it is asked for: the invoice then waits for the present.
    await admin.ask(past, `POST /api/campaign-invoices/${id}/paid`, { ...asked, mayBe });
  }
}

/** As days before the end. */
const allDays = Array.from({ length: historyDays }, (_, days) => days);
const dayOf = (until: Date, days: number) => hawaiiDay(new Date(daysBefore(until)(days, '12:00')));
const isFirst = (day: string) => day.endsWith('-01');
