import type { StoredEvent } from './security-events.store.ts';

/**
 * Rows of one type that one network, and all networks together, may add in a minute; accounts that are counted by themselves; and networks
 * of each that are told apart.
 */
export const eventsPerMinute = { ofNetwork: 10, ofAll: 60, accounts: 60, networksOfAccount: 3 };

const severities = ['info', 'medium', 'high'];

interface Count {
  network: string | null;
  /** Whose all of it is, where it is one account's. */
  userId: string | null;
  stored: number;
  /** Accounts that have counts of their own beside it. */
  accounts: number;
  /** What was counted and not kept since the last summary. */
  left: number;
  latest: StoredEvent | undefined;
  severity: string;
}

const nothing = { stored: 0, accounts: 0, left: 0, latest: undefined, severity: 'info' };

/**
 * Decides which events are kept one by one. The others are counted and come back as one row for each network and type, and
 * for each account of it, so that a flood fills neither the disk nor the screen, and what somebody did is found all the same. Types are
 * counted apart: a flood of one hides none of another.
 */
export class EventQuota {
  readonly #counts = new Map<string, Count>();
  /** By type and account the networks that it has counts of. */
  readonly #networks = new Map<string, Set<string | null>>();
  #minute = 0;

  /** Whether this event is kept. Its minute must have been begun before. */
  admits(event: StoredEvent, network: string | null): boolean {
    const all = this.#countOf(event.type, null);
    const key = `${event.type} ${network ?? ''}`;
    // A network is counted by itself only once a row of it was kept: that bounds how many counts there can be.
    const own = all.stored < eventsPerMinute.ofAll ? this.#countOf(key, network) : this.#counts.get(key);
    if (!own || own.stored >= eventsPerMinute.ofNetwork || all.stored >= eventsPerMinute.ofAll) {
      leave(this.#ofAccount(all, event, network) ?? own ?? all, event);
      return false;
    }
    own.stored++;
    all.stored++;
    return true;
  }

  /** Counts an event, or a row that stands for several, which cannot be kept. */
  leaveOut(event: StoredEvent): void {
    leave(this.#countOf(event.type, null), event);
  }

  /** Begins another minute if it is time. @returns the summaries of the one that has ended. */
  beginMinute(now: Date): StoredEvent[] {
    const minute = Math.floor(now.getTime() / 60_000);
    if (minute === this.#minute) return [];
    const summaries = this.summarise();
    this.#counts.clear();
    this.#networks.clear();
    this.#minute = minute;
    return summaries;
  }

  /** One row for each network, account and type of which events were left out since the last summary. */
  summarise(): StoredEvent[] {
    const summaries: StoredEvent[] = [];
    for (const count of this.#counts.values()) {
      const { latest, left, network, userId, severity } = count;
      if (!latest) continue;
      const source = network === null ? '' : ' from one network';
      const description = `${left} more${source}, counted and not kept one by one.`;
      summaries.push({
        ...latest,
        severity,
        description,
        userId,
        address: network,
        requestId: null,
        occurrences: left,
      });
      Object.assign(count, { left: 0, latest: undefined, severity: 'info' });
    }
    return summaries;
  }

  /** What is counted of an account, of as many accounts as have one: from a few networks by each, from all others together. */
  #ofAccount(all: Count, { type, userId }: StoredEvent, network: string | null): Count | undefined {
    if (userId === null) return undefined;
    const account = `${type} ${userId}`;
    if (!this.#networks.has(account) && all.accounts++ >= eventsPerMinute.accounts) return undefined;
    const networks = this.#networks.get(account) ?? new Set();
    this.#networks.set(account, networks);
    if (networks.size < eventsPerMinute.networksOfAccount) networks.add(network);
    return networks.has(network)
      ? this.#countOf(`${type} ${network ?? ''} ${userId}`, network, userId)
      : this.#countOf(account, null, userId);
  }

  #countOf(key: string, network: string | null, userId: string | null = null): Count {
    const count = this.#counts.get(key) ?? { ...nothing, network, userId };
    this.#counts.set(key, count);
    return count;
  }
}

function leave(count: Count, event: StoredEvent): void {
  count.left += event.occurrences;
  count.latest = event;
  if (severities.indexOf(event.severity) > severities.indexOf(count.severity)) count.severity = event.severity;
}
