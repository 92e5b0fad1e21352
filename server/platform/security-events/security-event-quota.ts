import type { StoredEvent } from './security-events.store.ts';

/**
 * Rows of one type that one network, and all networks together, may add in a minute; accounts that are counted by themselves, and networks
 * of each that are told apart; and rows in which accounts are told of.
 */
export const eventsPerMinute = { ofNetwork: 10, ofAll: 60, accounts: 1_000, networksOfAccount: 3, rowsOfAccounts: 60 };

const severities = ['info', 'medium', 'high'];

interface Count {
  network: string | null;
  /** Whose all of it is, where it is one account's. */
  userId: string | null;
  stored: number;
  /** What was counted and not kept since the last summary. */
  left: number;
  latest: StoredEvent | undefined;
  severity: string;
}

const unsaid = { left: 0, latest: undefined, severity: 'info' };
const nothing = { ...unsaid, stored: 0 };

/** What is counted of one account, by its networks: of a few by each, of all others together. */
interface Account {
  counts: Map<string | null, Count>;
  /** How often it was counted in this minute, and at most before it had this place. */
  weight: number;
}

/**
 * Decides which events are kept one by one. The others are counted and come back as one row for each network and type, and for the
 * accounts of it that have the most, so that a flood fills neither the disk nor the screen, and what somebody did is found all the same: an account
 * is hidden only behind many that did more. Types are counted apart: a flood of one hides none of another.
 */
export class EventQuota {
  readonly #counts = new Map<string, Count>();
  /** By type. */
  readonly #accounts = new Map<string, Map<string, Account>>();
  #minute = 0;

  /** Whether this event is kept. Its minute must have been begun before. */
  admits(event: StoredEvent, network: string | null): boolean {
    const all = this.#countOf(event.type, null);
    const key = `${event.type} ${network ?? ''}`;
    // A network is counted by itself only once a row of it was kept: that bounds how many counts there can be.
    const own = all.stored < eventsPerMinute.ofAll ? this.#countOf(key, network) : this.#counts.get(key);
    if (!own || own.stored >= eventsPerMinute.ofNetwork || all.stored >= eventsPerMinute.ofAll) {
      leave(this.#ofAccount(event, network) ?? own ?? all, event);
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
    this.#accounts.clear();
    this.#minute = minute;
    return summaries;
  }

  /** One row for each network and type of which events were left out since the last summary, and for the accounts that have the most. */
  summarise(): StoredEvent[] {
    const ofAccounts = [...this.#accounts].flatMap(([type, accounts]) => this.#gravest(type, accounts));
    const summaries: StoredEvent[] = [];
    for (const count of [...this.#counts.values(), ...ofAccounts]) {
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
      Object.assign(count, unsaid);
    }
    return summaries;
  }

  /** Where an event of an account is counted. */
  #ofAccount({ type, userId, occurrences }: StoredEvent, network: string | null): Count | undefined {
    if (userId === null) return undefined;
    const accounts = this.#accounts.get(type) ?? new Map<string, Account>();
    this.#accounts.set(type, accounts);
    const account = accounts.get(userId) ?? { counts: new Map(), weight: this.#makeRoom(type, accounts) };
    accounts.set(userId, account);
    account.weight += occurrences;
    const { counts } = account;
    const of = counts.has(network) || counts.size < eventsPerMinute.networksOfAccount ? network : null;
    const count = counts.get(of) ?? { ...nothing, network: of, userId };
    counts.set(of, count);
    return count;
  }

  /**
   * Where all places are taken, the account that was counted least gives up its own (Space-Saving, by Metwally and others): whoever does more
   * than a share of all has one, however many came first. @returns what a newcomer may have been counted before
   */
  #makeRoom(type: string, accounts: Map<string, Account>): number {
    if (accounts.size < eventsPerMinute.accounts) return 0;
    const [userId, least] = [...accounts].reduce((one, other) => (other[1].weight < one[1].weight ? other : one));
    accounts.delete(userId);
    this.#giveUp(type, least);
    return least.weight;
  }

  /** Counts what was counted of an account with its networks, or with all, from now on. */
  #giveUp(type: string, { counts }: Account): void {
    for (const count of counts.values()) {
      const into = this.#counts.get(`${type} ${count.network ?? ''}`) ?? this.#countOf(type, null);
      if (count.latest) leave(into, { ...count.latest, occurrences: count.left, severity: count.severity });
      Object.assign(count, unsaid);
    }
  }

  /** The counts of the accounts of which the most was left out, as many as have room; those of all others are given up. */
  #gravest(type: string, accounts: Map<string, Account>): Count[] {
    const leftOf = ({ counts }: Account) => [...counts.values()].reduce((sum, { left }) => sum + left, 0);
    const told: Count[] = [];
    for (const account of [...accounts.values()].sort((one, other) => leftOf(other) - leftOf(one))) {
      const counts = [...account.counts.values()].filter(({ latest }) => latest);
      if (told.length + counts.length <= eventsPerMinute.rowsOfAccounts) told.push(...counts);
      else this.#giveUp(type, account);
    }
    return told;
  }

  #countOf(key: string, network: string | null): Count {
    const count = this.#counts.get(key) ?? { ...nothing, network, userId: null };
    this.#counts.set(key, count);
    return count;
  }
}

function leave(count: Count, event: StoredEvent): void {
  count.left += event.occurrences;
  count.latest = event;
  if (severities.indexOf(event.severity) > severities.indexOf(count.severity)) count.severity = event.severity;
}
