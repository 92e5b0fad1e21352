import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { networkOf } from './networks.ts';

/** Open at once; each costs some 20 kB, what is sent on it unasked up to 64 kB, and half of a request's headers up to 16. */
const mostConnections = Math.min(4_000, Math.round((getHeapStatistics().heap_size_limit / 2 ** 20) * 10));
/** Of one network: a hotel's 300 guests keep two each; where they open more, the ones that are idle make room. */
const mostPerNetwork = 600;

/** Who has just connected has so many milliseconds to send a request before making room for others: a few round trips. */
const silenceAllowed = 2_000;
/** An answer that has been on its way for so long makes room where nothing else can, and ends after this long in any case. */
const slowAfter = 10_000;
/** Where all connections of a network are at work, one that has been for so long makes room for another of the same network. */
const busyAfter = 1_000;
const answerEnds = 300_000;
/** Bytes of answers that wait for their readers, in all. Beyond it the oldest answers end that are older than a page takes. */
const mostUnsent = 32 * 1024 * 1024;
const unsentAfter = 2_000;

/** `silent`: has sent no whole request yet. `answering`: its request is worked on, or the answer is on its way. */
export type ConnectionState = 'silent' | 'idle' | 'answering';

/** The connections of a server, bounded in all and by network: for a new one, another one has to go. */
export class OpenConnections {
  /** When each came into its state; the longest there first. */
  readonly #since: Record<ConnectionState, Map<Socket, number>> = {
    silent: new Map(),
    idle: new Map(),
    answering: new Map(),
  };
  readonly #networks = new WeakMap<Socket, string>();
  readonly #counts = new Map<string, number>();
  readonly #perNetwork: boolean;
  readonly #now: () => number;
  #total = 0;

  /**
   * @param perNetwork off where all connections come from a proxy.
   * @param now milliseconds of a clock that never goes back.
   */
  constructor({ perNetwork, now = () => performance.now() }: { perNetwork: boolean; now?: () => number }) {
    this.#perNetwork = perNetwork;
    this.#now = now;
  }

  networkOf(socket: Socket): string {
    return this.#networks.get(socket) ?? 'unknown';
  }

  /** Takes in a new connection, as a silent one. @returns whether there is room for it. */
  enter(socket: Socket): boolean {
    const network = networkOf(socket.remoteAddress);
    const ofNetwork = this.#counts.get(network) ?? 0;
    if (this.#perNetwork && ofNetwork >= mostPerNetwork && !this.#makeRoom(network)) return false;
    if (this.#total >= mostConnections && !this.#makeRoom() && !this.#takeRoom(ofNetwork)) return false;
    this.#total += 1;
    this.#counts.set(network, ofNetwork + 1);
    this.#networks.set(socket, network);
    this.#since.silent.set(socket, this.#now());
    socket.once('close', () => this.#leave(socket, network));
    return true;
  }

  move(socket: Socket, state: ConnectionState): void {
    if (socket.destroyed) return;
    for (const connections of Object.values(this.#since)) connections.delete(socket);
    this.#since[state].set(socket, this.#now());
  }

  /** Ends the answers that are read too slowly. */
  sweep(): void {
    const now = this.#now();
    const { answering } = this.#since;
    let unsent = 0;
    for (const socket of answering.keys()) unsent += socket.writableLength;
    for (const [socket, since] of answering) {
      const isTooMuch = unsent > mostUnsent && socket.writableLength > 0 && now - since > unsentAfter;
      if (!isTooMuch && now - since < answerEnds) continue;
      unsent -= socket.writableLength;
      socket.destroy();
    }
  }

  #leave(socket: Socket, network: string): void {
    for (const connections of Object.values(this.#since)) connections.delete(socket);
    this.#total -= 1;
    const left = this.#counts.get(network)! - 1;
    if (left > 0) this.#counts.set(network, left);
    else this.#counts.delete(network);
  }

  #makeRoom(network?: string): boolean {
    const oldest =
      this.#oldest('silent', silenceAllowed, network) ??
      this.#oldest('idle', 0, network) ??
      this.#oldest('silent', 0, network) ??
      this.#oldest('answering', network === undefined ? slowAfter : busyAfter, network);
    return end(oldest);
  }

  /** Where everybody is at work: of the network that holds most, if that is more than the newcomer's holds. */
  #takeRoom(ofNewcomer: number): boolean {
    const [most, count] = [...this.#counts].reduce((one, two) => (two[1] > one[1] ? two : one), ['', 0]);
    if (count <= ofNewcomer + 1) return false;
    return end(this.#oldest('answering', 0, most));
  }

  /** The one that has been in a state longest, for so many milliseconds at least. */
  #oldest(state: ConnectionState, forMs: number, network: string | undefined): Socket | undefined {
    const until = this.#now() - forMs;
    for (const [socket, since] of this.#since[state]) {
      if (since > until) return undefined;
      if (!socket.destroyed && (network === undefined || this.#networks.get(socket) === network)) return socket;
    }
    return undefined;
  }
}

/** Ends a connection. @returns whether there is one. */
function end(socket: Socket | undefined): boolean {
  socket?.destroy();
  return socket !== undefined;
}
