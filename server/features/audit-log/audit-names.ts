import type { AuditEntry, AuditEntryDetail } from '../../../contract/audit-log.ts';
import type { Db } from '../../platform/database/database.ts';
import {
  findNames,
  type Identified,
  identified,
  type NamedRow,
  type Numbered,
  numbered,
  type Thing,
} from './audit-names.store.ts';

type Value = AuditEntryDetail['values'][number];
type Raw = Omit<Value, 'named'>;

/** What a field of an entry's values holds the id of, or several. */
const kindOfField: Record<string, string> = {
  advertiser_id: 'organisation',
  booking_id: 'booking',
  hidden: 'listing',
  invitation_id: 'invitation',
  listing_id: 'listing',
  location_id: 'place',
  order: 'listing',
  organisation: 'organisation',
  organisation_id: 'organisation',
  owner: 'user',
  proposed_by: 'user',
  qr_code_id: 'qr_code',
  replaces: 'qr_code',
  request: 'qr_request',
  requested_by: 'user',
  user_id: 'user',
};

/** Where a thing is read and changed. */
const screens: Record<string, (id: string, row: NamedRow | undefined) => string | null> = {
  application: (id) => `/applications?open=${id}`,
  booking: (id) => `/bookings?open=${id}`,
  campaign: (id) => `/campaigns?open=${id}`,
  campaign_invoice: (id) => `/campaigns/invoices?open=${id}`,
  listing: (id) => `/content?open=${id}`,
  listing_import: (id) => `/content/import?import=${id}`,
  location_batch: (id) => `/locations/batch?open=${id}`,
  organisation: (id, row) => (row?.of === 'partner' ? `/partners?open=${id}` : null),
  payout: (id) => `/money/payouts?open=${id}`,
  place: (id) => `/locations?open=${id}`,
  place_proposal: (id) => `/partners/proposals?open=${id}`,
  qr_code: (_id, row) => (row?.of ? `/locations?open=${row.of}` : null),
  qr_request: (id) => `/partners/requests?open=${id}`,
  user: (id) => `/security/access?open=${id}`,
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const largest = 2 ** 31 - 1;
const isNumber = (id: string) => /^\d{1,10}$/.test(id) && Number(id) <= largest;
const keyOf = ({ kind, id }: Thing) => `${kind} ${id.toLowerCase()}`;

/** What an entry is about. */
export const subjectOf = ({ subject_kind, subject_id }: Pick<AuditEntry, 'subject_kind' | 'subject_id'>): Thing => ({
  kind: subject_kind,
  id: subject_id,
});

/** What things are called, by kind and id. */
export class Names {
  readonly #rows: ReadonlyMap<string, NamedRow>;

  private constructor(rows: readonly NamedRow[]) {
    this.#rows = new Map(rows.map((row) => [keyOf(row), row]));
  }

  /** Looks them up, all in one statement; an id that has not the form of its kind's is nobody's. */
  static async of(db: Db, things: readonly Thing[]): Promise<Names> {
    const idsOf = (kind: string, isId: (id: string) => boolean) =>
      things.flatMap((thing) => (thing.kind === kind && isId(thing.id) ? [thing.id] : []));
    const numbers = (kind: Numbered) => idsOf(kind, isNumber).map(Number);
    const ids = (kind: Identified) => idsOf(kind, (id) => uuid.test(id));
    const isAny = numbered.some((kind) => numbers(kind).length > 0) || identified.some((kind) => ids(kind).length > 0);
    return new Names(isAny ? await findNames(db, numbers, ids) : []);
  }

  nameOf(thing: Thing): string | null {
    return this.#rows.get(keyOf(thing))?.name ?? null;
  }

  /** Where it is read; null where it is gone, or has no screen. */
  screenOf(thing: Thing): string | null {
    const row = this.#rows.get(keyOf(thing));
    const isGone = !row && [...numbered, ...identified].some((kind) => kind === thing.kind);
    return isGone ? null : (screens[thing.kind]?.(thing.id, row) ?? null);
  }
}

/** What values name: the things whose ids they hold, and the listing that a rule is of. */
export const thingsIn = (values: readonly Raw[]): Thing[] =>
  values.flatMap(({ name, before, after }) => [
    ...[before, after].flatMap((value) => thingsOf(name, value)),
    ...ruledListing(name),
  ]);

const ruledListing = (name: string): Thing[] => {
  const [, id] = /^rules\.(\d+)\./.exec(name) ?? [];
  return id ? [{ kind: 'listing', id }] : [];
};

function thingsOf(name: string, value: string | null): Thing[] {
  const kind = kindOfField[name.split('.').at(-1)!];
  if (!kind || value === null) return [];
  return idsIn(value).map((id) => ({ kind, id }));
}

/** One id, or those of a list. */
const idsIn = (value: string): string[] => (value.startsWith('[') ? (value.match(/[\da-f-]+/gi) ?? []) : [value]);

/** Values with what the ids in them are called; null where they hold none, or nothing of that is there any more. */
export const withNames = (values: readonly Raw[], names: Names): Value[] =>
  values.map((value) => {
    const told = (ids: readonly Thing[]) =>
      ids.some((one) => names.nameOf(one) !== null) ? ids.map((one) => names.nameOf(one) ?? one.id).join(', ') : null;
    const { name, before, after } = value;
    return {
      ...value,
      named: {
        of: told(ruledListing(name)),
        before: told(thingsOf(name, before)),
        after: told(thingsOf(name, after)),
      },
    };
  });
