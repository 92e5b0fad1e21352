import type { Sale } from '../simulators/books.ts';
import type { Simulators } from '../simulators/server.ts';
import type { TestUser, World } from './world.ts';

/** What somebody types into the page of a booking link. */
export interface TypedOrder {
  day: string;
  guests: string;
  name?: string;
  email?: string;
  time?: string;
  silent?: string;
}

/** A browser on the pages of the simulated platforms, by HTTP: keeps their cookies and follows where a form leads. */
export class SimulatedBrowser {
  readonly #simulators: Simulators;
  readonly #cookies = new Map<string, string>();

  constructor(simulators: Simulators) {
    this.#simulators = simulators;
  }

  async open(address: string): Promise<{ status: number; html: string }> {
    const reply = await this.#fetch(address, {});
    return { status: reply.status, html: await reply.text() };
  }

  /** Sends a form of a page. @returns the status, and where it led */
  async send(address: string, form: Record<string, string>): Promise<{ status: number; leadTo: string; html: string }> {
    const { origin } = this.#simulators;
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(form).toString();
    const reply = await this.#fetch(address, { method: 'POST', headers, body });
    return { status: reply.status, leadTo: reply.headers.get('location') ?? '', html: await reply.text() };
  }

  /** Follows a booking link and books there. */
  async book(link: string, order: TypedOrder): Promise<Sale> {
    const page = await this.open(link);
    if (page.status !== 200) throw new Error(`${link} is answered ${page.status}`);
    const typed = { name: 'Maya Kealoha', email: 'maya@elsewhere.example', time: '08:30', ...order };
    const { status, leadTo, html } = await this.send(link, typed);
    if (status !== 303) throw new Error(`the booking is answered ${status}: ${html.match(/class="wrong".*/g)}`);
    return this.saleAt(leadTo);
  }

  /** Cancels a booking, or puts it off. @returns the one that it led to */
  async change(sale: Sale, form: { do: 'cancel' } | { do: 'move'; day: string }): Promise<Sale> {
    const { status, leadTo } = await this.send(addressOfSale(sale), form);
    if (status !== 303) throw new Error(`the change is answered ${status}`);
    return this.saleAt(leadTo);
  }

  /** The booking whose page an address is of. */
  saleAt(address: string): Sale {
    const id = /\/booking\/([0-9a-f-]+)\/$/.exec(address)?.[1] ?? '';
    const sale = this.#simulators.books.sale(id);
    if (!sale) throw new Error(`${address} is of no booking`);
    return sale;
  }

  async #fetch(address: string, init: { method?: string; headers?: Record<string, string>; body?: string }) {
    const url = new URL(address, this.#simulators.origin);
    const [, site = ''] = url.pathname.split('/');
    const cookie = this.#cookies.get(site);
    const headers = { ...init.headers, ...(cookie && { cookie }) };
    const reply = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of reply.headers.getSetCookie()) this.#cookies.set(site, line.split(';')[0]!);
    return reply;
  }
}

export const addressOfSale = (sale: Sale): string => {
  const base = sale.platform === 'fareharbor' ? sale.path : sale.platform === 'viator' ? '/account/' : '/';
  return `/${sale.host}${base}booking/${sale.id}/`;
};

/** A booking link as the guide shows it to a traveler. */
interface ShownLink {
  traveler: TestUser;
  link: string;
  /** Tells us that it was followed, as the page does. @returns the booking that waits */
  report: () => Promise<string>;
}

/** A traveler of their own scans a code, and sees the booking link of one of its place's experiences. */
export async function showAt(
  world: World,
  code: { code: string; locationId: number },
  which: number,
): Promise<ShownLink> {
  const traveler = await world.aUser();
  const scanned = await world.call('POST /api/qr/scan', { cookie: traveler.cookie, body: { qr_code_id: code.code } });
  const cookie = `${traveler.cookie}; visit=${scanned.cookies.visit}`;
  const { body: place } = await world.call(`GET /api/locations/${code.locationId}`, { cookie });
  const { id: business_listing_id, booking_url: link } = place.experiences[which];
  const body = { business_listing_id, booking_url: link };
  const report = async () =>
    (await world.call('POST /api/qr/booking-conversion', { cookie, body })).body.booking_id as string;
  return { traveler, link, report };
}

/** The same, and follows it. */
export async function followAt(
  world: World,
  code: { code: string; locationId: number },
  which: number,
): Promise<{ traveler: TestUser; link: string; id: string }> {
  const { report, ...shown } = await showAt(world, code, which);
  return { ...shown, id: await report() };
}
