import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../server/platform/limits/limits.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A browser that keeps the cookie of its newest ask; all stand behind one address. */
class Browser {
  #cookie: string | undefined;

  async ask(email: string): Promise<string> {
    const body = { email };
    const reply = await world.call('POST /api/auth/magic-link', { body, cookie: this.#cookie });
    expect(reply.status).toBe(202);
    this.#cookie = `magic_link=${reply.cookies.magic_link}`;
    return (await world.mail()).findLast(({ to }) => to === email)!.text.match(/token=([\w-]+)/)![1]!;
  }

  /** @returns the status, or the code of the refusal. */
  async open(token: string, confirm = false): Promise<string> {
    const body = { token, confirm };
    const reply = await world.call('POST /api/auth/magic-link/verify', { body, cookie: this.#cookie });
    return reply.body.code ?? String(reply.status);
  }
}

test("a neighbour behind the same address ends no link that an address's owner asked for", async () => {
  const email = 'owner@example.com';
  const [owner, neighbour] = [new Browser(), new Browser()];
  const link = await owner.ask(email);
  for (let more = 1; more < limits['link-asker'].amount; more++) await neighbour.ask(email);
  expect(await owner.open(link)).toBe('200');
  world.clock.advance(900);
});

test('a newer ask of the same browser ends its older link, and that of no other browser', async () => {
  const email = 'twice@example.com';
  const [owner, neighbour] = [new Browser(), new Browser()];
  const [older, theirs] = [await owner.ask(email), await neighbour.ask(email)];
  const newer = await owner.ask(email);
  expect(await owner.open(older)).toBe('link_invalid');
  expect(await owner.open(older, true)).toBe('link_invalid');
  expect(await owner.open(newer)).toBe('200');
  expect(await neighbour.open(theirs)).toBe('200');
  world.clock.advance(900);
});

test('an ask for another address ends nothing', async () => {
  const owner = new Browser();
  const first = await owner.ask('first@example.com');
  const second = await owner.ask('second@example.com');
  expect(await owner.open(second)).toBe('200');
  expect(await owner.open(first, true)).toBe('200');
});

test('an invented cookie of an ask is none', async () => {
  const email = 'forged@example.com';
  const owner = new Browser();
  const link = await owner.ask(email);
  for (const cookie of [
    'magic_link=',
    `magic_link=${'A'.repeat(43)}`,
    `magic_link=${'x'.repeat(4_000)}`,
    'magic_link=x',
  ]) {
    const body = { email };
    expect((await world.call('POST /api/auth/magic-link', { body, cookie })).status).toBe(202);
  }
  expect(await owner.open(link)).toBe('200');
});
