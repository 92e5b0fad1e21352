import { randomUUID } from 'node:crypto';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import type { Random } from '../db/seed/generated-random.ts';
import { completeTravelled } from '../server/features/bookings/bookings.ts';
import { addDetails } from '../server/features/bookings/claims.ts';
import { decideBooking } from '../server/features/bookings/decide-booking.ts';
import { decideHold, followMarked, releasePayable } from '../server/features/commission/commission.ts';
import { preparePayout, releasePayouts, withdrawPayouts } from '../server/features/commission/payouts.ts';
import { newsHandlersOf } from '../server/news-sources.ts';
import { type Db, withTransaction } from '../server/platform/database/database.ts';
import { Refusal } from '../server/platform/http/refusal.ts';
import { RateLimits } from '../server/platform/limits/rate-limits.ts';
import { takeUpNews } from '../server/platform/news/news.ts';
import { Books, type Sale } from '../simulators/books.ts';
import { webhookOf } from '../simulators/news.ts';
import { book, cancel, isOpen, type Offer, putOff } from '../simulators/sales.ts';
import { aPartnersCode } from './held-scene.ts';
import { bring, silent, takeUp } from './platform-news.ts';
import { showAt } from './simulated-browser.ts';
import { SimulatedDesk } from './simulated-desk.ts';
import type { TestUser, World } from './world.ts';

const platformRate = 0.2;
const partnerShare = 15n;

/** Somebody who followed a link of the partner's, and what they have by it. */
interface Buyer {
  traveler: TestUser;
  bookingId: string;
  /** Of the first of the sales that one became the next of, when it was put off. */
  sale: string;
}

interface Scene {
  organisation: string;
  code: { code: string; locationId: number };
  offer: Offer;
  admins: { userId: string; requestId: string }[];
}

class Crash extends Error {}

/**
 * One partner, and what befalls their bookings at FareHarbor in a drawn order: links that are followed, bookings that are made, put off and
 * cancelled there, their webhooks late, repeated, before the click is reported and with a reply that is lost, work that a crash undoes, claims
 * right and wrong, matches that are taken back and news that is put away, days that pass, holds that are judged, corrections, payouts. The
 * platform's own books say what it has to come to.
 */
export class MoneySimulation {
  readonly world: World;
  readonly random: Random;
  readonly #scene: Scene;
  readonly books = Books.open();
  readonly done: string[] = [];
  /** Sales that an administrator has cancelled, whatever the platform says. */
  readonly corrected = new Set<string>();
  readonly #wire: Sale[] = [];
  readonly #buyers: Buyer[] = [];
  readonly #desk: SimulatedDesk;
  readonly #steps: [name: string, weight: number, step: () => Promise<unknown>][];

  private constructor(world: World, random: Random, scene: Scene) {
    this.world = world;
    this.random = random;
    this.#scene = scene;
    this.#desk = new SimulatedDesk(world, scene.admins[0]!);
    this.#steps = [
      ['buy', 4, () => this.#buy()],
      ['change', 3, () => this.#change()],
      ['deliver', 10, () => this.#deliver()],
      ['repeat', 2, () => this.#repeat()],
      ['take-up', 4, () => takeUp(this.world)],
      ['crash', 2, () => this.#crash()],
      ['claim', 3, () => this.#claim()],
      ['wrong-claim', 1, () => this.#claimWrongly()],
      ['day', 2, () => this.passDays(this.random.whole(1, 6))],
      ['judge', 2, () => this.#judge()],
      ['correct', 1, () => this.#correct()],
      ['take-back', 1, () => this.#desk.takeBack(this.standing(), this.random)],
      ['put-away', 1, () => this.#putAway()],
      ['set-right', 1, () => this.#desk.setRight(this.standing())],
      ['payout', 2, () => this.#pay()],
    ];
  }

  static async begin(world: World, random: Random): Promise<MoneySimulation> {
    const item = random.whole(1_000_000, 9_999_999);
    const link = `https://fareharbor.com/embeds/book/reefwalk/items/${item}/`;
    const offer = { link, title: 'Sunrise reef walk', cents: random.whole(1_001, 9_999), rate: platformRate };
    const listings = [await world.aListing({ booking_url: link, commission_rate: platformRate })];
    const { organisation, ...code } = await aPartnersCode(world, { listings });
    const admins = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
    const actors = admins.map(({ id }) => ({ userId: id, requestId: 'simulation' }));
    await world.db
      .updateTable('organisations')
      .set({ minimum_payout_cents: 0 })
      .where('id', '=', organisation)
      .execute();
    return new MoneySimulation(world, random, { organisation, code, offer, admins: actors });
  }

  get organisation(): string {
    return this.#scene.organisation;
  }

  /** One drawn step. */
  async step(): Promise<void> {
    const all = this.#steps.flatMap((one) => Array.from({ length: one[1] }, () => one));
    const [name, , step] = this.random.pick(all);
    this.done.push(name);
    await step();
  }

  /** All is told, claimed, decided, over and paid. */
  async end(): Promise<void> {
    await this.#tellAll();
    for (const buyer of this.#buyers) await this.#claimOf(buyer);
    await this.#desk.setRight(this.standing());
    await this.passDays(100);
    for (const id of await this.#openHolds()) await this.#release(id);
    await this.passDays(1);
    await this.#settle(true);
    // One that waits, as a booking of it was cancelled since, is taken back and prepared anew.
    await this.#settle(false);
    const payout = await preparePayout(
      this.world.db,
      this.#now(),
      this.#scene.admins[0]!,
      randomUUID(),
      this.organisation,
    );
    if (payout) await releasePayouts(this.world.db, this.#now(), this.#scene.admins[1]!, [payout.id]);
  }

  /** Sales for which a commission is owed. */
  standing(): Sale[] {
    return this.books.sales.filter(({ id, status }) => status === 'booked' && !this.corrected.has(id));
  }

  /** What has to be paid for them by the books, in cents. */
  owed(): { platform: number; partner: number } {
    const sum = (numbers: number[]) => numbers.reduce((so, one) => so + one, 0);
    const share = ({ cents }: Sale) => Number((BigInt(cents) * partnerShare + 50n) / 100n);
    const of = this.standing();
    return { platform: sum(of.map(({ cents, rate }) => Math.round(cents * rate))), partner: sum(of.map(share)) };
  }

  /** Nothing that is told within a day is told after the next: a booking of yesterday is over. */
  async passDays(days: number): Promise<void> {
    await this.#tellAll();
    this.world.clock.advance(days * 86_400);
    const { db, settings } = this.world;
    const aDay = async () => {
      await completeTravelled({ db, settings }, this.#now());
      await followMarked({ db, settings }, this.#now());
      await releasePayable({ db, settings }, this.#now());
    };
    await Promise.all([aDay(), aDay()]);
  }

  #now = () => this.world.clock.now();
  #day = () => hawaiiDay(new Date(this.#now().getTime() + this.random.whole(0, 30) * 86_400_000));

  async #buy(): Promise<void> {
    this.world.clock.advance(this.random.whole(1, 3_600));
    const { traveler, link, report } = await showAt(this.world, this.#scene.code, 0);
    const isReportedLate = this.random.chance(0.2);
    const reported = isReportedLate ? undefined : await report();
    const { host, pathname: path, searchParams } = new URL(link);
    const order = {
      ...{ host, path, click: searchParams.get('ref'), affiliate: 'holo', isSilent: this.random.chance(0.3) },
      ...{ name: 'Maya', email: traveler.email, guests: this.random.whole(1, 6), day: this.#day(), time: '08:30' },
    };
    const sale = book(this.books, this.#scene.offer, order, this.#now())!;
    if (isReportedLate) {
      await this.#post(sale);
      await takeUp(this.world);
    }
    this.#buyers.push({ traveler, bookingId: reported ?? (await report()), sale: sale.id });
    this.#send([sale]);
  }

  /** On its way once, twice or three times. */
  #send(changes: Sale[]): void {
    for (const sale of changes)
      for (let times = this.random.chance(0.3) ? this.random.whole(2, 3) : 1; times > 0; times--) this.#wire.push(sale);
  }

  async #change(): Promise<void> {
    const open = this.books.sales.filter((sale) => isOpen(sale, this.#now()) && !this.corrected.has(sale.id));
    if (open.length === 0) return;
    this.world.clock.advance(1);
    const sale = this.random.pick(open);
    const isCancelled = this.random.chance(0.4);
    const now = this.#now();
    this.#send(isCancelled ? cancel(this.books, sale, now) : putOff(this.books, sale, this.#day(), now));
  }

  /** One of what is on its way, whichever; where the reply is lost, it comes again. */
  async #deliver(): Promise<void> {
    if (this.#wire.length === 0) return;
    const at = this.random.whole(0, this.#wire.length - 1);
    await this.#post(this.#wire[at]!);
    if (!this.random.chance(0.2)) this.#wire.splice(at, 1);
  }

  /** What was sent at any time comes once more, also of what is long over. */
  async #repeat(): Promise<void> {
    if (this.books.changes.length > 0) this.#wire.push(this.random.pick(this.books.changes));
  }

  async #post(sale: Sale): Promise<void> {
    const { status } = await bring(this.world, webhookOf(sale));
    if (status !== 200) throw new Error(`FareHarbor is answered ${status}`);
  }

  async #tellAll(): Promise<void> {
    for (const sale of this.#wire.splice(0)) await this.#post(sale);
    await takeUp(this.world);
  }

  /** The process ends just before what a piece of news has done would be kept. */
  async #crash(): Promise<void> {
    const { db, settings } = this.world;
    const waiting = db.selectFrom('inbox').select('id').where('state', '=', 'new').orderBy('id').limit(1);
    const { id } = (await waiting.executeTakeFirst()) ?? {};
    if (id === undefined) return;
    const dying = withTransaction(db, async (tx: Db) => {
      await takeUpNews(tx, this.#now(), newsHandlersOf(settings), id, silent);
      throw new Crash();
    });
    await dying.catch((error) => {
      if (!(error instanceof Crash)) throw error;
    });
  }

  async #claim(): Promise<void> {
    if (this.#buyers.length > 0) await this.#claimOf(this.random.pick(this.#buyers.slice(-10)));
  }

  /** What a buyer's sale has become, by all days that it was put off to. */
  #saleOf({ sale: id }: Buyer): Sale {
    let sale = this.books.sale(id)!;
    while (sale.rebookedTo) sale = this.books.sale(sale.rebookedTo)!;
    return sale;
  }

  async #claimOf(buyer: Buyer): Promise<void> {
    const sale = this.#saleOf(buyer);
    if (sale.status === 'booked') await this.#say(buyer, sale.reference);
  }

  /** Of a sale whose news tells whose it is: that counts. */
  async #claimWrongly(): Promise<void> {
    const others = this.books.sales.filter(({ isSilent }) => !isSilent);
    if (others.length === 0 || this.#buyers.length === 0) return;
    const buyer = this.random.pick(this.#buyers.slice(-10));
    await this.#say(buyer, this.random.pick(others).reference);
  }

  /** Sessions end before a simulation does, so this is no call. */
  async #say({ traveler, bookingId }: Buyer, booking_reference: string): Promise<void> {
    const { db, settings } = this.world;
    const details = { booking_reference, check_in_date: hawaiiDay(this.#now()), guest_count: 2 };
    const actor = { userId: traveler.id, requestId: 'simulation' };
    const services = { db, settings, limits: new RateLimits(db, false), recordEvent: () => {} };
    await addDetails(services, this.#now(), actor, bookingId, details).catch((error) => {
      if (!(error instanceof Refusal) || error.code !== 'booking_not_pending') throw error;
    });
  }

  /** Sales of which nothing tells whose they are, but their buyers who have not claimed them. */
  async #putAway(): Promise<void> {
    const silent = this.standing().filter((sale) => sale.isSilent && this.#buyers.some((one) => one.sale === sale.id));
    const bookingOf = (reference: string) => {
      const { id } = silent.find((sale) => sale.reference === reference)!;
      return this.#buyers.find(({ sale }) => sale === id)!.bookingId;
    };
    await this.#desk.putAway(silent, bookingOf, this.random);
  }

  async #openHolds(): Promise<string[]> {
    const rows = this.world.db
      .selectFrom('commission_holds as h')
      .innerJoin('commissions as c', 'c.booking_id', 'h.booking_id')
      .select('h.id')
      .where('c.organisation_id', '=', this.organisation)
      .where('h.state', '=', 'open')
      .orderBy('h.id');
    return (await rows.execute()).map(({ id }) => id);
  }

  #release = (id: string) =>
    withTransaction(this.world.db, (tx) =>
      decideHold(tx, this.#now(), this.#scene.admins[1]!, id, { state: 'released', reason: 'Looked at' }),
    );

  async #judge(): Promise<void> {
    const open = await this.#openHolds();
    if (open.length > 0) await this.#release(this.random.pick(open));
  }

  /** An administrator cancels what was over: a correction, which a repeated webhook does not undo. */
  async #correct(): Promise<void> {
    await this.#tellAll();
    const { db, settings } = this.world;
    const over = await db
      .selectFrom('bookings as b')
      .innerJoin('commissions as c', 'c.booking_id', 'b.id')
      .select(['b.id', 'b.reference'])
      .where('c.organisation_id', '=', this.organisation)
      .where('b.status', '=', 'completed')
      .orderBy('b.id')
      .execute();
    if (over.length === 0) return;
    const { id, reference } = this.random.pick(over);
    const decision = { status: 'cancelled', amount: undefined, reason: 'Did not happen', clawback: 'mistake' } as const;
    await decideBooking({ db, settings }, this.#now(), this.#scene.admins[0]!, id, decision);
    const sale = this.books.sales.find((one) => one.reference === reference)!;
    this.corrected.add(sale.id);
    this.#send([sale]);
  }

  async #pay(): Promise<void> {
    if (this.random.chance(0.5)) return void (await this.#settle(this.random.chance(0.7)));
    await preparePayout(this.world.db, this.#now(), this.#scene.admins[0]!, randomUUID(), this.organisation);
  }

  async #settle(isReleased: boolean): Promise<void> {
    const { db } = this.world;
    const prepared = db.selectFrom('payouts').select('id').where('state', '=', 'prepared');
    const ids = (await prepared.where('organisation_id', '=', this.organisation).execute()).map(({ id }) => id);
    if (ids.length === 0) return;
    if (isReleased) await releasePayouts(db, this.#now(), this.#scene.admins[1]!, ids);
    else await withdrawPayouts(db, this.#now(), this.#scene.admins[1]!, { ids, reason: 'Not yet' });
  }
}
