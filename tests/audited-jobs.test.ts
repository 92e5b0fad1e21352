import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LongWorkKindName } from '../contract/long-work-kinds.ts';
import { completeTravelled } from '../server/features/bookings/complete-travelled.ts';
import { makeInvoices } from '../server/features/campaigns/make-invoices.ts';
import { makeStatements } from '../server/features/commission/commission.ts';
import { drawListingPicture } from '../server/features/content/listing-pictures.ts';
import { mailLanguagesOf } from '../server/features/pages/mail-words.ts';
import type { JobName, RecurringName } from '../server/platform/jobs/queues.ts';
import { organisationOf } from './an-organisation.ts';
import { AtTheDesk } from './at-the-desk.ts';
import { auditActorsOf } from './audit-content.ts';
import { aCampaign, anAdvertiser, aVisit, someLists, tell } from './campaigns-scene.ts';
import { aCommission, aHold } from './ledger-rows.ts';
import { aListingFile, aListingRow, ListingImporter } from './listings-scene.ts';
import { endMonthsByClock } from './over-months.ts';
import { builtWeb } from './page-apps.ts';
import { aClickOut, aFareharborBooking, claim, tellOf, webhookSecret } from './platform-news.ts';
import { aForm } from './sent-files.ts';
import { aRow, aTable, fareharborHeader } from './statement-files.ts';
import { Importer } from './statements-scene.ts';
import { createWorld, type TestUser, type World } from './world.ts';

let world: World;
let admin: TestUser;
let desk: AtTheDesk;
beforeAll(async () => {
  const environment = { RATE_LIMITS: 'off', FAREHARBOR_WEBHOOK_SECRETS: webhookSecret };
  world = await createWorld({ environment, webFolder: builtWeb });
  admin = await world.aUser({ role: 'admin' });
  desk = new AtTheDesk(world, admin);
});
afterAll(() => world.close());

/** Begins long work over HTTP and does it to its end. */
async function done(path: string, body: object): Promise<void> {
  const reply = await desk.call(`POST ${path}`, body);
  expect(reply.status, reply.raw).toBe(201);
  await desk.work(reply.body.work_id ?? reply.body.id);
}
/** The same to all that a list shows. */
async function doneToAll(list: string, begin: string, query: Record<string, string>, body: object): Promise<void> {
  const { digest } = (await desk.call(`GET ${list}?${new URLSearchParams(query)}`)).body;
  await done(begin, { ...query, seen: digest, ...body });
}
/** A booking of a traveler who says under which number it was booked. */
async function claimed(reference: string): Promise<string> {
  const user = await world.aUser();
  const id = await aClickOut(world, { user_id: user.id });
  expect((await claim(world, user, id, reference)).status).toBe(200);
  return id;
}
async function aPartnersOrganisation(): Promise<string> {
  return (await organisationOf(world, (await world.aUser({ role: 'partner' })).id))!;
}

interface Audited {
  /** What the audit log calls it. */
  action: string;
  /** Has it done. @returns what its entry is about */
  does: () => Promise<string | number>;
  /** Whether nobody has asked for it. */
  isOwnDoing?: boolean;
}
/** Why work leaves no entry. */
type Excuse = string;

const reads = 'changes nothing but its own file; that it was begun is an entry';
const mails = 'sends mail, and changes nothing else';
const watches = 'counts and logs';
const bringsNews = 'brings news, which are taken up as such';

/** All work that is done beside requests: the entry that it leaves where it changes money, rights, codes or content, else why it leaves none. */
const jobs: Record<JobName | RecurringName | `long-work: ${LongWorkKindName}`, Audited | Excuse> = {
  'sign-in-mail': mails,
  mail: mails,
  news: {
    action: 'booking_told_of',
    isOwnDoing: true,
    does: async () => {
      const booking = aFareharborBooking();
      const id = await claimed(String(booking.pk));
      await tellOf(world, booking);
      return id;
    },
  },
  'long-work': 'is what its kinds do',
  'long-work: scans-export': reads,
  'long-work: report': reads,
  'long-work: raw-export': reads,
  'long-work: audit-check': reads,
  'long-work: statement-preview': reads,
  'long-work: listings-check': reads,
  'long-work: listings-export': reads,
  'long-work: location-batch': {
    action: 'place_created',
    does: async () => {
      await done('/api/admin/location-batches', { rows: [{ name: 'Hale Audited', address: '1 Entry Road' }] });
      const made = world.db.selectFrom('locations').select('id').where('name', '=', 'Hale Audited');
      return (await made.executeTakeFirstOrThrow()).id;
    },
  },
  'long-work: payout-run': {
    action: 'payout_prepared',
    does: async () => {
      const organisation = await aPartnersOrganisation();
      await aCommission(world, organisation);
      await done('/api/admin/payout-runs', {});
      const made = world.db.selectFrom('payouts').select('id').where('organisation_id', '=', organisation);
      return (await made.executeTakeFirstOrThrow()).id;
    },
  },
  'long-work: holds-decision': {
    action: 'hold_released',
    does: async () => {
      const booking = await aCommission(world, await aPartnersOrganisation());
      await aHold(world, booking);
      const all = { rule: 'burst', state: 'open' };
      const decision = { decision: 'released', reason: 'Looked at' };
      await doneToAll('/api/admin/holds', '/api/admin/holds/decide-matching', all, decision);
      return booking;
    },
  },
  'long-work: statement-application': {
    action: 'booking_told_of',
    // The platform has told it; who has brought its statement is the entry of that.
    isOwnDoing: true,
    does: async () => {
      const id = await claimed('52000001');
      const by = new Importer(world, admin);
      await by.apply(await by.preview(aTable([fareharborHeader, aRow({ id: '52000001' })])));
      return id;
    },
  },
  'long-work: places-change': {
    action: 'place_deleted',
    does: async () => {
      const id = await world.aPlace({ name: 'Koa Grove' });
      const those = { search: 'Koa Grove' };
      await doneToAll('/api/admin/locations', '/api/admin/locations/change-matching', those, { action: 'delete' });
      return id;
    },
  },
  'long-work: listings-change': {
    action: 'listing_deleted',
    does: async () => {
      const id = await world.aListing({ name: 'Koa Carving' });
      const those = { search: 'Koa Carving' };
      await doneToAll('/api/admin/listings', '/api/admin/listings/change-matching', those, { action: 'delete' });
      return id;
    },
  },
  'long-work: listings-import': {
    action: 'listing_created',
    does: async () => {
      const by = new ListingImporter(world, admin);
      const { id } = await by.check(aListingFile([aListingRow({ name: 'Audited Outing' })]));
      expect((await by.import(id)).status).toBe(201);
      const made = world.db.selectFrom('listings').select('id').where('name', '=', 'Audited Outing');
      return (await made.executeTakeFirstOrThrow()).id;
    },
  },
  'long-work: accounts-suspension': {
    action: 'account_suspended',
    does: async () => {
      const { id } = await world.aUser({ email: 'one@audited.example' });
      // Accounts say by the database's clock when they joined.
      await world.db.updateTable('users').set({ created_at: world.clock.now() }).where('id', '=', id).execute();
      const those = { search: 'audited.example' };
      await doneToAll('/api/admin/users', '/api/admin/users/suspend-matching', those, { reason: 'A flood' });
      return id;
    },
  },
  'listing-picture': {
    action: 'listing_picture_changed',
    does: async () => {
      const listing = await world.aListing();
      const plain = sharp({ create: { width: 700, height: 480, channels: 3, background: '#2a6f7f' } });
      const sent = await world.call('POST /api/uploads/picture', {
        ...{ cookie: admin.cookie, ...aForm(await plain.jpeg().toBuffer(), { name: 'koa.jpg' }) },
      });
      await desk.call(`PUT /api/admin/listings/${listing}/picture`, { upload: sent.body.id });
      await drawListingPicture(world, sent.body.id, new AbortController().signal);
      return listing;
    },
  },
  'commission-day': {
    action: 'booking_travelled',
    isOwnDoing: true,
    does: async () => {
      const id = await world.aBooking({ status: 'confirmed', estimated: false, check_in_date: '2026-11-19' });
      await completeTravelled(world, world.clock.now());
      return id;
    },
  },
  'partner-statements': {
    action: 'campaign_invoice_made',
    isOwnDoing: true,
    does: async () => {
      const night = async () => {
        const maker = { ...world, ...mailLanguagesOf(undefined) };
        await makeStatements(maker, world.clock.now());
        await makeInvoices(maker, world.clock.now());
      };
      await someLists(world);
      await endMonthsByClock(world);
      await night();
      const advertiser = await anAdvertiser(world);
      const campaign = await aCampaign(world, advertiser, { budget: 100, most_impressions: 10 });
      await tell(world, await aVisit(world, (await world.aCode()).code), [{ campaign }]);
      world.clock.advance((Date.parse('2026-12-01T14:00:00Z') - world.clock.now().getTime()) / 1_000);
      await night();
      const made = world.db.selectFrom('campaign_invoices').select('id');
      return (await made.where('organisation_id', '=', advertiser.organisation).executeTakeFirstOrThrow()).id;
    },
  },
  rollup: 'counts anew what is there',
  partitions: 'makes room for rows to come',
  tidy: 'forgets what nobody needs any more, when its time is over',
  nightly: 'forgets files, when their time is over, and keeps which visits followed a card, of which no figure is made',
  'mail-watch': watches,
  'news-watch': watches,
  'booking-mails': mails,
  'admin-reports': mails,
  'partner-reports': mails,
  'viator-feed': bringsNews,
  erasures: 'forgets what is left of an account, whose erasure is an entry',
  'code-watch': 'tells of codes and sends mail, and changes none of them',
  'security-rules': 'opens and ends alerts of what was found; what an administrator does of them is an entry',
  backup: 'changes nothing of anybody',
  'link-check': 'notes what links answer; the listing stays as it is',
};

const audited = Object.entries(jobs).flatMap(([name, work]) =>
  typeof work === 'string' ? [] : [[name, work.action, work] as const],
);

test.each(audited)('%s leaves %s', async (_name, action, { does, isOwnDoing }) => {
  const subject = await does();
  expect(await auditActorsOf(world, action, String(subject))).toEqual([isOwnDoing ? null : admin.id]);
});
