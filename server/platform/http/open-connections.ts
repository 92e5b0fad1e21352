import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { networkOf, siteOf } from './networks.ts';

/** Open at once; each costs some 20 kB, what is sent on it unasked up to 64 kB, and half of a request's headers up to 16. */
const mostConnections = Math.min(4_000, Math.round((getHeapStatistics().heap_size_limit / 2 ** 20) * 10));
/** Of one site: a hotel's 300 guests keep two each; where they open more, the ones that are idle make room. */
const mostPerSite = 600;

/** Who has just connected has so many milliseconds to send a request before making room for others: a few round trips. */
const silenceAllowed = 2_000;
/** An answer that has been on its way for so long makes room where nothing else can, and ends after this long in any case. */
const slowAfter = 10_000;
/** Where all connections of a site are at work, one that has been for so long makes room for another of the same site. */
const busyAfter = 1_000;
const answerEnds = 300_000;
/** Bytes of answers that wait for their readers, in all. Beyond it answers end that are older than a page takes. */
const mostUnsent = 32 * 1024 * 1024;
const unsentAfter = 2_000;

/** `silent`: has sent no whole request yet. `answering`: its request is worked on, or the answer is on its way. */
export type ConnectionState = 'silent' | 'idle' | 'answering';

/** The connections of a server, bounded in all and by site: for a new one, another one has to go. */
export class OpenConnections {
  /** When each came into its state; the longest there first. */
  readonly #since: Record<ConnectionState, Map<Socket, number>> = {
    silent: new Map(),
    idle: new Map(),
    answering: new Map(),
  };
  readonly #sites = new WeakMap<Socket, string>();
  readonly #counts = new Map<string, number>();
  readonly #perSite: boolean;
  readonly #now: () => number;
  #total = 0;

  /**
   * @param perSite off where all connections come from a proxy.
   * @param now milliseconds of a clock that never goes back.
   */
  constructor({ perSite, now = () => performance.now() }: { perSite: boolean; now?: () => number }) {
    this.#perSite = perSite;
    this.#now = now;
  }

  siteOf(socket: Socket): string {
    return this.#sites.get(socket) ?? 'unknown';
  }

  /** Takes in a new connection, as a silent one. @returns whether there is room for it. */
  enter(socket: Socket): boolean {
    const site = siteOf(networkOf(socket.remoteAddress));
    const ofSite = this.#counts.get(site) ?? 0;
    if (this.#perSite && ofSite >= mostPerSite && !this.#makeRoom(site)) return false;
    if (this.#total >= mostConnections && !this.#makeRoom() && !this.#takeRoom(ofSite)) return false;
    this.#total += 1;
    this.#counts.set(site, ofSite + 1);
    this.#sites.set(socket, site);
    this.#since.silent.set(socket, this.#now());
    socket.once('close', () => this.#leave(socket, site));
    return true;
  }

  move(socket: Socket, state: ConnectionState): void {
    if (socket.destroyed) return;
    for (const connections of Object.values(this.#since)) connections.delete(socket);
    this.#since[state].set(socket, this.#now());
  }

  /** Ends the answers that are read too slowly; where they are too many bytes, first those of the site that has most. */
  sweep(): void {
    const now = this.#now();
    const slow: Socket[] = [];
    const ofSite = new Map<string, number>();
    let unsent = 0;
    for (const [socket, since] of this.#since.answering) {
      if (now - since >= answerEnds) {
        socket.destroy();
        continue;
      }
      unsent += socket.writableLength;
      ofSite.set(this.siteOf(socket), (ofSite.get(this.siteOf(socket)) ?? 0) + socket.writableLength);
      if (socket.writableLength > 0 && now - since > unsentAfter) slow.push(socket);
    }
    if (unsent <= mostUnsent) return;
    // Of one site the oldest come first, as they are listed.
    for (const socket of slow.sort((one, two) => ofSite.get(this.siteOf(two))! - ofSite.get(this.siteOf(one))!)) {
      if (unsent <= mostUnsent) return;
      unsent -= socket.writableLength;
      socket.destroy();
    }
  }

  #leave(socket: Socket, site: string): void {
    for (const connections of Object.values(this.#since)) connections.delete(socket);
    this.#total -= 1;
    const left = this.#counts.get(site)! - 1;
    if (left > 0) this.#counts.set(site, left);
    else this.#counts.delete(site);
  }

  #makeRoom(site?: string): boolean {
    const oldest =
      this.#oldest('silent', silenceAllowed, site) ??
      this.#oldest('idle', 0, site) ??
      this.#oldest('silent', 0, site) ??
      this.#oldest('answering', site === undefined ? slowAfter : busyAfter, site);
    return end(oldest);
  }

  /** Where everybody is at work: of the site that holds most, if that is more than the newcomer's holds. */
  #takeRoom(ofNewcomer: number): boolean {
    const [most, count] = [...this.#counts].reduce((one, two) => (two[1] > one[1] ? two : one), ['', 0]);
    if (count <= ofNewcomer + 1) return false;
    return end(this.#oldest('answering', 0, most));
  }

  /** The one that has been in a state longest, for so many milliseconds at least. */
  #oldest(state: ConnectionState, forMs: number, site: string | undefined): Socket | undefined {
    const until = this.#now() - forMs;
    for (const [socket, since] of this.#since[state]) {
      if (since > until) return undefined;
      if (!socket.destroyed && (site === undefined || this.#sites.get(socket) === site)) return socket;
    }
    return undefined;
  }
}

/** Ends a connection. @returns whether there is one. */
function end(socket: Socket | undefined): boolean {
  socket?.destroy();
  return socket !== undefined;
}
