import type { Random } from '../../../db/seed/generated-random.ts';
import { startSession } from '../../../server/platform/sessions/sessions.ts';
import { anInvitation } from '../../access-world.ts';
import { organisationOf } from '../../an-organisation.ts';
import type { GoogleWorld } from '../../google-flow.ts';
import { aHold, follow } from '../../ledger-rows.ts';
import { aDeletion, aListingImport, anUploadedList } from '../../listing-import-rows.ts';
import { SoftwareAuthenticator } from '../../software-authenticator.ts';
import { anUploadedStatement, aStatement } from '../../statement-rows.ts';
import {
  aDeadLetter,
  aDoneWork,
  aFault,
  anAlert,
  anUnreadableNews,
  aPlatformBooking,
  aSecurityEvent,
} from '../../work-rows.ts';
import type { TestUser } from '../../world.ts';
import { type Belongings, bringBelongings, bringStaff } from './belongings.ts';
import type { Sent } from './requests.ts';
import type { Hint } from './valid.ts';

/** Somebody with a browser of their own. */
export interface Person {
  name: string;
  user: TestUser | undefined;
  cookies: Map<string, string>;
  key: SoftwareAuthenticator;
}

/** Of the sources `demo` and `fareharbor`, in the worlds of the fuzzer. */
export const newsSecret = 'n'.repeat(32);
export const newsSecrets = { NEWS_SECRETS: `demo:${newsSecret}`, FAREHARBOR_WEBHOOK_SECRETS: newsSecret };

const most = 60;
const oneIn = (random: Random, times: number) => random.whole(1, times) === 1;

/** What exists in the world by now, for requests to name; it grows with what is answered. */
export class Stock {
  readonly people: Person[] = [];
  readonly listings: number[] = [];
  /** Listings that an administrator has made, each with its version: others are neither changed nor deleted. */
  readonly edited: string[] = [];
  /** Listings that an advertiser has made, each with its version, versions of their pictures, and files for those. */
  readonly ownListings: string[] = [];
  readonly ownPictures: string[] = [];
  readonly ownUploads: string[] = [];
  /** What was submitted, each with its version. */
  readonly listingProposals: string[] = [];
  /** Places that were made here, with their versions. */
  readonly editedPlaces: string[] = [];
  readonly batches: string[] = [];
  readonly places: number[] = [];
  readonly codes: string[] = [];
  readonly bookings: string[] = [];
  readonly completed: string[] = [];
  readonly reviews: string[] = [];
  readonly inquiries: string[] = [];
  readonly invitations: string[] = [];
  readonly invitationTokens: string[] = [];
  readonly linkTokens: string[] = [];
  readonly sessions: string[] = [];
  readonly passkeys: string[] = [];
  readonly news: string[] = [];
  readonly platformBookings: string[] = [];
  readonly holds: string[] = [];
  readonly statements: string[] = [];
  readonly listingImports: string[] = [];
  readonly uploadedLists: string[] = [];
  readonly deletions: string[] = [];
  readonly placeDeletions: string[] = [];
  readonly uploadedStatements: string[] = [];
  readonly deadLetters: string[] = [];
  readonly longWork: string[] = [];
  readonly faults: string[] = [];
  readonly alerts: string[] = [];
  readonly securityEvents: string[] = [];
  readonly cursors: string[] = [];
  readonly keys: string[] = [];
  /** Accounts that nobody here has, for administrators to change. */
  readonly bystanders: string[] = [];
  /** Organisations that nobody here is of, for administrators to suspend. */
  readonly organisations: string[] = [];
  readonly #belongings = new Map<string, Belongings>();
  /** Calls with a key that were sent, to be sent again. */
  readonly keyed: Sent[] = [];
  #count = 0;
  readonly #world: GoogleWorld;

  private constructor(world: GoogleWorld) {
    this.#world = world;
  }

  /** Six people in a small guide: a guest, two travelers, a partner, an advertiser and an administrator. */
  static async fill(world: GoogleWorld): Promise<Stock> {
    const stock = new Stock(world);
    for (const role of ['traveler', 'traveler', 'partner', 'advertiser', 'admin'] as const)
      stock.people.push(stock.#person(`${role} ${stock.people.length}`, await world.aUser({ role })));
    stock.people.unshift(stock.#person('guest', undefined));
    const [, one, other] = stock.people.map(({ user }) => user);
    for (const rating of [undefined, 4.5, undefined, 3])
      stock.listings.push(await world.aListing(rating === undefined ? {} : { rating }));
    stock.listings.push(await world.aListing({ is_active: false }), await world.aListing({ booking_url: null }));
    stock.places.push(await world.aPlace({ listings: stock.listings }), await world.aPlace({ listings: [] }));
    const location_id = stock.places[0]!;
    const newest = await world.aCode({ location_id });
    const expired = { expires_at: world.clock.now() };
    for (const given of [{}, { status: 'paused' }, { status: 'replaced', replaced_by: newest.id }, expired])
      stock.codes.push((await world.aCode({ location_id, ...given })).code);
    stock.codes.push(newest.code);
    stock.codes.push('DEMO-1234');
    for (const user of [one!, other!]) {
      stock.bookings.push(await world.aBooking({ user_id: user.id, listing_id: stock.listings[0]! }));
      await world.aBooking({ user_id: user.id, listing_id: stock.listings[0]!, platform: 'viator' });
      const done = {
        user_id: user.id,
        listing_id: stock.listings[1]!,
        status: 'completed',
        check_in_date: '2026-11-20',
      };
      stock.completed.push(await world.aBooking(done));
      await follow(world, stock.completed.at(-1)!);
      stock.holds.push(await aHold(world, stock.completed.at(-1)!));
    }
    const admin = stock.people.at(-1)!.user!;
    for (let at = 0; at < 10; at++) {
      stock.statements.push(String(await aStatement(world, admin.id, [`${51_000_001 + at}`])));
      stock.listingImports.push(String(await aListingImport(world, admin.id, `Fuzzed ${at}`)));
      stock.uploadedStatements.push(await anUploadedStatement(world, admin));
      stock.uploadedLists.push(await anUploadedList(world, admin));
      stock.deletions.push(await aDeletion(world, admin.id));
      stock.placeDeletions.push(await aDeletion(world, admin.id, { kind: 'places-change' }));
    }
    for (const email of ['host@hotel.example', 'other@hotel.example']) {
      const { id, token } = await anInvitation(world, email);
      stock.invitations.push(id);
      stock.invitationTokens.push(token);
    }
    for (let at = 0; at < 30; at++) {
      stock.platformBookings.push(await aPlatformBooking(world));
      stock.news.push(String(await anUnreadableNews(world, `news ${at}`)));
      stock.deadLetters.push(await aDeadLetter(world, { to: one!.email, subject: 'Aloha', text: `letter ${at}` }));
    }
    stock.faults.push(await aFault(world));
    stock.alerts.push(await anAlert(world));
    stock.securityEvents.push(await aSecurityEvent(world));
    for (let at = 0; at < 5; at++) stock.bystanders.push((await world.aUser()).id);
    stock.organisations.push((await organisationOf(world, (await world.aUser({ role: 'partner' })).id))!);
    for (const { user } of stock.people) if (user) await stock.#bring(user);
    for (const { user } of stock.people) if (user) stock.longWork.push(await aDoneWork(world, user.id, 'a line'));
    return stock;
  }

  #person(name: string, user: TestUser | undefined): Person {
    const cookies = new Map(user ? [['session', user.cookie.replace('session=', '')]] : []);
    return { name, user, cookies, key: new SoftwareAuthenticator(this.#world.settings.publicUrl) };
  }

  /** One more person, who names these things instead of what is theirs. */
  bring(name: string, user: TestUser, named: Belongings): void {
    this.people.push(this.#person(name, user));
    this.#belongings.set(user.id, named);
  }

  /** Signs somebody in again whose session has ended; a new person takes the place of one who has got another role. */
  async renew(person: Person, asAnother = false): Promise<void> {
    if (!person.user) return;
    if (asAnother) {
      person.user = await this.#world.aUser({ role: person.user.role });
      await this.#bring(person.user);
    }
    const { id: userId, role } = person.user;
    const now = this.#world.clock.now();
    const { token } = await startSession(this.#world.db, { userId, role, now, userAgent: 'fuzz', previous: undefined });
    person.cookies.set('session', token);
    if (asAnother) person.key = new SoftwareAuthenticator(this.#world.settings.publicUrl);
  }

  async #bring(user: TestUser): Promise<void> {
    this.#belongings.set(user.id, await bringBelongings(this.#world, user, this.listings[0]!));
  }

  belongingsOf({ user }: Person): Belongings | undefined {
    return user && this.#belongings.get(user.id);
  }

  /** In the place of one who was taken out of the organisation. */
  async replaceStaff(person: Person): Promise<void> {
    const belongings = this.belongingsOf(person);
    if (belongings) await bringStaff(this.#world, belongings);
  }

  /** Remembers an id; of each kind the newest are kept. */
  add<T extends string | Sent>(kind: T[], ...ids: (T | undefined)[]): void {
    for (const id of ids) if (id) kind.push(id);
    if (kind.length > most) kind.splice(0, kind.length - most);
  }

  unique(): number {
    return this.#count++;
  }

  /** What the fields of an endpoint's requests mean here. */
  hints(key: string, person: Person, random: Random): Hint {
    const pick = <T>(kind: readonly T[]) => (kind.length ? random.pick(kind) : undefined);
    const text = (id: number | undefined) => (id === undefined ? undefined : String(id));
    const anyone = () => random.pick(this.people.filter(({ user }) => user)).user!;
    const path = key.split(' ')[1]!;
    const own = this.belongingsOf(person);
    const isPlace = /^\S+ \/api\/admin\/locations/.test(key);
    const [edited, version] = pick(isPlace ? this.editedPlaces : this.edited)?.split(' ') ?? [];
    const [ownListing, ownVersion] = pick(this.ownListings)?.split(' ') ?? [];
    const [proposal, proposed] = pick(this.listingProposals)?.split(' ') ?? [];
    const isOwn = path.startsWith('/api/own-listings');
    const isEdited = /^(PUT|DELETE) \/api\/(business-listings|admin\/locations)(?!.*\/list$)|\/restore$/.test(key);
    const rowOfPath = () => {
      if (isOwn) return ownListing ?? '999999';
      if (path.startsWith('/api/admin/listing-proposals')) return proposal;
      if (isEdited) return edited ?? '999999';
      if (path.startsWith('/api/admin/listings')) return text(pick(this.listings));
      if (path.startsWith('/api/admin/locations')) return text(pick(this.places));
      if (path.startsWith('/api/admin/location-batches')) return pick(this.batches);
      if (path.startsWith('/api/business-listings')) return text(pick(this.listings));
      if (path.startsWith('/api/locations')) return text(pick(this.places));
      if (path.startsWith('/api/partner-portal/places/'))
        return text(pick(own?.places.length ? own.places : this.places));
      if (path.startsWith('/api/admin/places/')) return text(pick(this.places));
      if (path.endsWith('/list') || path.endsWith('/preview')) return text(pick(this.places));
      if (path.startsWith('/api/sessions')) return pick(this.sessions);
      if (path.startsWith('/api/stakeholder')) return pick(this.invitations);
      if (path.startsWith('/api/passkeys')) return pick(this.passkeys);
      if (path === '/api/admin/users/{id}/passkeys') return anyone().id;
      if (path.startsWith('/api/admin/users')) return pick(this.bystanders);
      if (path.startsWith('/api/admin/organisations')) return pick(this.organisations);
      if (path.startsWith('/api/admin/audit-log')) return '1';
      if (path.startsWith('/api/admin/partner-view')) return pick(this.organisations);
      if (path.startsWith('/api/admin/faults')) return pick(this.faults);
      if (path.startsWith('/api/security/alerts')) return pick(this.alerts);
      if (path.startsWith('/api/security/events')) return pick(this.securityEvents);
      if (path.startsWith('/api/admin/news')) return pick(this.news);
      if (path.startsWith('/api/admin/platform-bookings')) return pick(this.platformBookings);
      if (path.startsWith('/api/admin/statement-imports')) return pick(this.statements);
      if (path.startsWith('/api/admin/listing-imports')) return pick(this.listingImports);
      // The first account of the ledger, made with the first completed booking.
      if (path.startsWith('/api/admin/ledger/accounts')) return '1';
      if (path.startsWith('/api/admin/dead-letters')) return pick(this.deadLetters);
      if (path.startsWith('/api/long-work')) return pick(this.longWork);
      if (path.startsWith('/api/bookings/inquiries')) return pick(this.inquiries);
      // Suspended, one's own would refuse all that comes after.
      if (path === '/api/organisations/{id}') return pick(this.organisations);
      if (path.startsWith('/api/organisations')) return own?.organisation ?? pick(this.organisations);
      if (path.startsWith('/api/organisation/invitations')) return pick(own?.staffInvitations ?? []);
      if (path.endsWith('/calendar.ics')) return pick(own?.bookings ?? this.bookings);
      if (path.startsWith('/api/bookings')) return pick([...this.bookings, ...this.completed]);
      if (path.startsWith('/api/reviews')) return pick(this.reviews);
      return undefined;
    };
    // A campaign's fields hold together: of fields that were made one by one next to none do.
    const campaign: Record<string, () => unknown> = {
      pricing: () => 'fixed',
      budget: () => random.pick([50, 1_000]),
      click_price: () => null,
      most_impressions: () => random.pick([1, 5_000]),
      first_day: () => '2026-11-22',
      last_day: () => '2026-12-24',
      time_from: () => null,
      time_until: () => null,
    };
    const meanings: Record<string, () => unknown> = {
      ...(path.startsWith('/api/campaigns') && campaign),
      id: () => (path.includes('{id}') ? rowOfPath() : undefined),
      listing_id: () => (path.includes('{listing_id}') ? text(pick(this.listings)) : pick(this.listings)),
      business_listing_id: () => pick(this.listings),
      booking_id: () => pick(path.startsWith('/api/admin') ? this.bookings : this.completed),
      booking_reference: () => random.pick(['#4567', 'BR-1234567', null]),
      qr_code_id: () => pick(path.startsWith('/api/partner-portal') && own?.codes.length ? own.codes : this.codes),
      partnerId: () => person.user?.id,
      partner_id: () => person.user?.id,
      token: () => (path.includes('{token}') ? pick(this.invitationTokens) : pick(this.linkTokens)),
      before: () => pick(this.cursors),
      ids: () => {
        if (isPlace || path.startsWith('/api/admin/listings')) return [Number(edited ?? 999_999)];
        return [pick(path.startsWith('/api/admin/holds') ? this.holds : this.bystanders)];
      },
      work: () => pick(isPlace ? this.placeDeletions : this.deletions),
      upload_id: () =>
        pick(path.startsWith('/api/admin/listing-imports') ? this.uploadedLists : this.uploadedStatements),
      columns: () =>
        path.endsWith('/columns')
          ? Object.fromEntries(['name', 'description', 'category', 'booking_url'].map((name) => [name, name]))
          : undefined,
      reference: () => 'Booking ID',
      status: () => (path.endsWith('/map') ? 'Status' : undefined),
      supplier: () => 'reefwalk',
      source: () => (path.includes('{source}') ? 'demo' : undefined),
      secret: () => newsSecret,
      user_id: () =>
        path.includes('{user_id}') ? pick(own?.staff ?? []) : oneIn(random, 3) ? anyone().id : person.user?.id,
      email: () => (oneIn(random, 3) ? anyone().email : `somebody-${this.unique()}@example.com`),
      invited_email: () => (oneIn(random, 6) ? anyone().email : `host-${this.unique()}@hotel.example`),
      redirect: () => random.pick(['/bookings', '/explore?search=reef', '/']),
      hosts: () => random.pick([['fareharbor.com'], ['fareharbor.com', 'www.viator.com'], []]),
      booking_url: () => 'https://fareharbor.com/embeds/book/reefwalk/items/4711/?full-items=yes',
      website_url: () => random.pick(['https://reefwalk.example/', null]),
      description: () =>
        isOwn || path.startsWith('/api/business-listings') ? 'A walk over the reef at low tide. '.repeat(4) : undefined,
      commission_rate: () => random.pick([0.08, 0.12, 0.3]),
      latitude: () => (isOwn || path.startsWith('/api/business-listings') || isPlace ? null : undefined),
      longitude: () => (isOwn || path.startsWith('/api/business-listings') || isPlace ? null : undefined),
      description_ja: () => (isOwn ? null : undefined),
      meeting_latitude: () => null,
      meeting_longitude: () => null,
      open_months: () => random.pick([[1, 2, 12], null]),
      pictures: () => [],
      crop: () => random.pick([{ left: 0, top: 0, width: 1, height: 0.9 }, null]),
      upload: () => (isOwn ? pick(this.ownUploads) : undefined),
      version: () => (path.startsWith('/api/admin/listing-proposals') ? proposed : undefined),
      partner: () => (isPlace ? null : undefined),
      replaces: () => {
        if (path.endsWith('/pictures')) return pick(this.ownPictures);
        return isOwn ? ownVersion : isEdited ? version : undefined;
      },
      interests: () => ['Nightlife', 'Shopping'].slice(0, random.whole(0, 2)),
      role: () => (path === '/api/profiles' ? 'traveler' : undefined),
      location: () => random.pick(['Hilo', 'ホノルル']),
      phone: () => random.pick(['+1 808 555 0134', null]),
      displayName: () => random.pick(['Kaʻiulani', 'Nāinoa Kealoha', null]),
      organizationName: () => random.pick(['Hale Kai', 'ʻOhana Rentals']),
      search: () => random.pick(['reef', 'ʻono', 'expirience', 'experience 1 2 3', '内田', '']),
    };
    return (field) => meanings[field]?.();
  }
}
