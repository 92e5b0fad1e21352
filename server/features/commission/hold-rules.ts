import type { HoldRule } from '../../../contract/commission-states.ts';
import { distanceKm } from '../../platform/distance.ts';
import { mailboxOf } from '../../platform/email-address.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * From so many followed links on within so long it is a burst. Whoever compares tours opens a few pages within an hour and reads them; a
 * dozen is one every five minutes. A code that hangs in a lobby is used by many: thirty within ten minutes is one every twenty seconds.
 */
export const bursts = {
  traveler: { conversions: 12, withinMs: hourMs },
  code: { conversions: 30, withinMs: 10 * minuteMs },
} as const;

/** An experience is gone back to before it is booked, and again to look something up; the fourth time within a week is too often. */
export const repeats = { conversions: 4, withinMs: 7 * 24 * hourMs } as const;

/**
 * Scans are no farther apart than so many kilometres an hour, the fastest way between islands with its boarding, and what the places of two
 * codes lie beside the point on the map that stands for them.
 */
export const travel = { kmPerHour: 500, freeKm: 5 } as const;

/** Of a day: a scan is compared with those before and after it. */
export const trailMs = 24 * hourMs;

/**
 * A device is like one of the partner's people only near in time: whole models of phones say the same of their browser, and a lobby has one
 * network for all guests.
 */
export const likeDeviceMs = 24 * hourMs;
/** So long after somebody has left an organization, what they book by its codes is its own. */
export const stillOwnMs = 30 * 24 * hourMs;

/** What advertising networks add to an address that somebody paid for; all else in a landing is a campaign's name. */
const isClickId = (parameter: string) => !parameter.startsWith('utm_');

export interface Person {
  standing: string;
  user_id: string;
  email: string;
}

export interface Scan {
  at: Date;
  place: string;
  latitude: number;
  longitude: number;
}

/** When something happened: as it was told, which whoever tells it chooses, and as it was received. */
export interface Moments<At = Date> {
  told: readonly At[];
  received: readonly At[];
}

/** What is known of a booking, its partner and what else happened around it. */
export interface Facts {
  user_id: string;
  email: string;
  booked_at: Date;
  received_at: Date;
  /** Everybody of the organisation that is credited. */
  people: readonly Person[];
  /** To whom the browsers belong in which the code was scanned and the link followed, as far as it is known. */
  browser_owners: readonly string[];
  /** Whether somebody of the partner has scanned on the same network with a device that describes itself alike. */
  is_like_their_device: boolean;
  /** Who of them is whom the platform has booked for; null where that is not known or is somebody else. */
  told_person: string | null;
  /** When the same traveler followed links, those nearest to this one, without it. */
  of_traveler: Moments;
  by_code: Moments;
  of_experience: Moments;
  landing: Readonly<Record<string, string>> | null;
  /** Of the scans of the credited scan's visit those pairs, each followed by the other, that lie farthest apart for their time, in their order. */
  legs: readonly (readonly [from: Scan, to: Scan])[];
}

export type Details = Record<string, string | number>;

/** Of each rule what it has seen; nothing where there is nothing to hold. */
export const rules: Record<HoldRule, (facts: Facts) => Details | undefined> = {
  own_account: ({ people, user_id }) => standingOf(people.find((one) => one.user_id === user_id)),

  own_device: ({ people, browser_owners, is_like_their_device }) => {
    const owner = people.find((one) => browser_owners.includes(one.user_id));
    if (owner) return { by: 'browser', ...standingOf(owner) };
    return is_like_their_device ? { by: 'network' } : undefined;
  },

  own_email: ({ people, user_id, email, told_person }) => {
    const others = people.filter((one) => one.user_id !== user_id);
    const same = others.find((one) => mailbox(one.email) === mailbox(email));
    if (same) return { by: 'account', standing: same.standing };
    const told = people.find((one) => one.user_id === told_person);
    return told && { by: 'platform', standing: told.standing };
  },

  burst: (facts) => densest('traveler', facts, facts.of_traveler) ?? densest('code', facts, facts.by_code),

  repeated_experience: (facts) => {
    const conversions = most(facts, facts.of_experience, repeats.withinMs);
    return conversions >= repeats.conversions ? { conversions, days: repeats.withinMs / (24 * hourMs) } : undefined;
  },

  paid_traffic: ({ landing }) => {
    const found = Object.keys(landing ?? {}).filter(isClickId);
    return found.length > 0 ? { parameters: found.sort().join(', ') } : undefined;
  },

  impossible_travel: ({ legs }) => {
    for (const [from, to] of legs) {
      const km = distanceKm(from, to);
      const ms = to.at.getTime() - from.at.getTime();
      if (km > travel.freeKm + (travel.kmPerHour * ms) / hourMs)
        return { from: from.place, to: to.place, km: Math.round(km), minutes: Math.round(ms / minuteMs) };
    }
    return undefined;
  },
};

const standingOf = (person: Person | undefined): Details | undefined => person && { standing: person.standing };

/** Where mail to an address ends up, however the address is written. */
export const mailbox = (email: string): string => mailboxOf(email.trim().toLowerCase());

type Happened = Pick<Facts, 'booked_at' | 'received_at'>;

function densest(of: keyof typeof bursts, one: Happened, others: Moments): Details | undefined {
  const { conversions: limit, withinMs } = bursts[of];
  const conversions = most(one, others, withinMs);
  return conversions >= limit ? { of, conversions, minutes: withinMs / minuteMs } : undefined;
}

/** How many happened within so long of each other at the most, one of them given: whoever spreads what they tell has told it at once. */
const most = ({ booked_at, received_at }: Happened, { told, received }: Moments, withinMs: number): number =>
  Math.max(mostOf(booked_at, told, withinMs), mostOf(received_at, received, withinMs));

/** How many moments, one of them given, lie within so long of each other at the most. */
function mostOf(at: Date, others: readonly Date[], withinMs: number): number {
  const times = [at, ...others].map((one) => one.getTime()).sort((a, b) => a - b);
  let best = 0;
  for (const [first, begin] of times.entries()) {
    if (begin > at.getTime()) break;
    const within = times.slice(first).filter((time) => time - begin <= withinMs);
    if (at.getTime() - begin <= withinMs) best = Math.max(best, within.length);
  }
  return best;
}
