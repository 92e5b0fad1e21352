import { organisationOf } from './an-organisation.ts';
import { aboutIt } from './listings-scene.ts';
import type { Reply, TestUser, World } from './world.ts';

/** What an advertiser gives of a listing, complete. */
export const anOwnListing = (more: object = {}) => ({
  ...{ name: 'Makai Sunrise Paddle', description: aboutIt, name_ja: null, description_ja: null },
  ...{ category: 'Activities & Tours', subcategory: null, address: '1 Beach Road', phone: null },
  ...{ booking_url: 'https://fareharbor.com/makai/items/7', website_url: null, price_range: '$$' },
  ...{ latitude: null, longitude: null, open_months: null, steps: null, transfer: null, hearing: null, sensory: null },
  ...{ meeting_point: null, meeting_latitude: null, meeting_longitude: null },
  ...more,
});

/** What of a listing's answer an editor sends back. */
export function editedOf(own: Record<string, unknown>, more: object = {}) {
  const kept = Object.keys(anOwnListing()).map((field) => [field, own[field]]);
  return { ...Object.fromEntries(kept), replaces: own.version, ...more };
}

/** An advertiser who has listings, and an administrator who decides about them, over HTTP. */
export class AdvertiserScene {
  readonly world: World;
  readonly owner: TestUser;
  readonly admin: TestUser;
  readonly organisation: string;

  private constructor(world: World, owner: TestUser, admin: TestUser, organisation: string) {
    this.world = world;
    this.owner = owner;
    this.admin = admin;
    this.organisation = organisation;
  }

  static async make(world: World): Promise<AdvertiserScene> {
    const [owner, admin] = [await world.aUser({ role: 'advertiser' }), await world.aUser({ role: 'admin' })];
    return new AdvertiserScene(world, owner, admin, (await organisationOf(world, owner.id))!);
  }

  call(request: `${string} ${string}`, body?: object, by = this.owner): Promise<Reply> {
    return this.world.call(request, { cookie: by.cookie, ...(body && { body }) });
  }
  create = (more: object = {}, by = this.owner) => this.call('POST /api/own-listings', anOwnListing(more), by);
  get = async (id: number) => (await this.call(`GET /api/own-listings/${id}`)).body;
  step = (id: number, step: string, by = this.owner) => this.call(`POST /api/own-listings/${id}/state`, { step }, by);
  /** Gives it these values over those that it has. */
  change = async (id: number, more: object) =>
    await this.call(`PUT /api/own-listings/${id}`, editedOf(await this.get(id), more));
  list = async (query = '') => (await this.call(`GET /api/own-listings${query}`)).body;
  proposals = async (query = '') =>
    (await this.call(`GET /api/admin/listing-proposals${query}`, undefined, this.admin)).body;
  /** What waits for a listing, as an administrator sees it. */
  waiting = async (listing: number) =>
    (await this.proposals('?state=submitted&limit=200')).rows.find(
      ({ listing_id }: { listing_id: number }) => listing_id === listing,
    );
  approve = ({ id, version }: { id: string; version: string }) =>
    this.call(`POST /api/admin/listing-proposals/${id}/approve`, { version }, this.admin);
  decline = ({ id, version }: { id: string; version: string }, reason = 'The words say nothing of the price') =>
    this.call(`POST /api/admin/listing-proposals/${id}/decline`, { version, reason }, this.admin);

  /** One that guests find. */
  async published(more: object = {}): Promise<number> {
    const { id } = (await this.create(more)).body;
    await this.step(id, 'submit');
    await this.approve(await this.waiting(id));
    return id;
  }
}
