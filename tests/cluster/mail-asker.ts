import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Asks for a sign-in link for one new address after the other, each with its key until it is acknowledged: each is one job. */
export class MailAsker {
  readonly asked: string[] = [];
  readonly #url: string;
  readonly #everyMs: number;
  #isStopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(url: string, everyMs: number) {
    this.#url = url;
    this.#everyMs = everyMs;
  }

  start(): void {
    this.#isStopping = false;
    this.#running = this.#run();
  }

  async finish(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const email = `asked-${randomUUID()}@example.com`;
      const key = randomUUID();
      while (!(await this.#isAcknowledged(email, key))) await sleep(100);
      this.asked.push(email);
      await sleep(this.#everyMs);
    }
  }

  async #isAcknowledged(email: string, key: string): Promise<boolean> {
    try {
      const reply = await fetch(`${this.#url}/api/auth/magic-link`, {
        method: 'POST',
        headers: { origin: this.#url, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ email }),
        signal: AbortSignal.timeout(10_000),
      });
      await reply.arrayBuffer();
      return reply.status === 202;
    } catch {
      return false;
    }
  }
}
